import { Type } from 'typebox';
import { MapResource } from './map.js';
import { PageQuery } from './page.js';
import { MAX_SEARCHED } from './search.js';

export const SignIn = Type.Object(
  {
    email: Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'E-mail of the account; case does not matter.',
    }),
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'Its password.' }),
  },
  { $id: 'SignIn', example: { email: 'ann@example.com', password: 'a few words in a row' } },
);

export const Session = Type.Object(
  {
    account_email: Type.String(),
    plan: Type.String({
      description: 'Without `enterprise` the account reaches only maps that are shared with it.',
    }),
    signed_in_by: Type.Enum(['password', 'key'], { description: 'By what the request is authorised.' }),
  },
  { $id: 'Session', example: { account_email: 'ann@example.com', plan: 'free', signed_in_by: 'password' } },
);

const Level = Type.Enum(['viewer', 'member', 'admin'], { description: 'Level of the share.' });

export const SharedMap = Type.Object(
  { ...MapResource.properties, access_level: Level },
  {
    $id: 'SharedMap',
    example: { ...(MapResource as unknown as { example: object }).example, access_level: 'viewer' },
  },
);

export const SharedMapsQuery = Type.Object({
  ...PageQuery,
  q: Type.Optional(
    Type.String({
      maxLength: MAX_SEARCHED,
      description: 'Text that the name of the map contains; case does not matter.',
    }),
  ),
});

export const MapAccess = Type.Object(
  {
    access_level: Type.Enum(['owner', 'admin', 'member', 'viewer']),
    operations: Type.Array(Type.String(), {
      description:
        'The operations of this document that the caller may do on the map or its jobs, by their ids.',
    }),
  },
  { $id: 'MapAccess', example: { access_level: 'viewer', operations: ['getMap', 'searchMarkers'] } },
);
