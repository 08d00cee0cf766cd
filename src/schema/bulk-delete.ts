import { type Static, Type } from 'typebox';
import { MAX_TEXT } from './marker-terms.js';
import { Id } from './page.js';

export const MAX_MARKER_IDS = 100_000;
const MAX_NAMES = 10_000;

const Names = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: MAX_TEXT }), { maxItems: MAX_NAMES, description }));

export const BulkDelete = Type.Object(
  {
    all: Type.Boolean({ default: false, description: 'Delete every marker of the map.' }),
    marker_ids: Type.Optional(
      Type.Array(Id, {
        maxItems: MAX_MARKER_IDS,
        description: 'Ids of the markers; ids that the map does not have are ignored.',
      }),
    ),
    categories: Names('Delete the markers in these categories of the legend.'),
    colors: Names("Delete the markers with these colour names of the map's palette."),
    confirm: Type.Boolean({
      default: false,
      description: 'Must be true: deleted markers cannot be restored.',
    }),
  },
  { $id: 'BulkDelete', example: { categories: ['Closed'], confirm: true } },
);
export type BulkDelete = Static<typeof BulkDelete>;

export const BulkDeleted = Type.Object(
  { deleted: Type.Integer() },
  { $id: 'BulkDeleted', example: { deleted: 12 } },
);
