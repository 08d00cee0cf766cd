import { type Static, Type } from 'typebox';
import { Id, Timestamp } from './page.js';

const AccessLevel = Type.Union([Type.Literal('viewer'), Type.Literal('member'), Type.Literal('admin')]);

export const Share = Type.Object(
  {
    id: Id,
    map_id: Id,
    email: Type.String({ description: 'E-mail of the person, as it was given when the map was shared.' }),
    access_level: AccessLevel,
    created_at: Timestamp,
  },
  {
    $id: 'Share',
    example: {
      id: 3,
      map_id: 17,
      email: 'ann@example.com',
      access_level: 'viewer',
      created_at: '2026-03-01T09:30:00.000Z',
    },
  },
);
export type Share = Static<typeof Share>;

export const Shares = Type.Object({ shares: Type.Array(Share) }, { $id: 'Shares' });
export const ShareParams = Type.Object({ map_id: Id, share_id: Id });
export const ShareCreate = Type.Object(
  {
    email: Type.String({
      format: 'email',
      maxLength: 254,
      description: 'E-mail of the person; case does not matter.',
    }),
    access_level: AccessLevel,
  },
  { $id: 'ShareCreate', example: { email: 'ann@example.com', access_level: 'viewer' } },
);
export const SharePatch = Type.Object(
  { access_level: AccessLevel },
  { $id: 'SharePatch', example: { access_level: 'member' } },
);
