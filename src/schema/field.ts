import { type Static, Type } from 'typebox';
import { Id } from './page.js';

export const FieldDefinition = Type.Object(
  {
    id: Id,
    name: Type.String(),
    type: Type.Union(
      [
        Type.Literal('text'),
        Type.Literal('number'),
        Type.Literal('currency'),
        Type.Literal('date'),
        Type.Literal('url'),
      ],
      { description: 'Type that all values had when the field was defined; text when in doubt.' },
    ),
    ordering: Type.Integer(),
  },
  { $id: 'FieldDefinition', example: { id: 5, name: 'Phone', type: 'text', ordering: 0 } },
);
export type FieldDefinition = Static<typeof FieldDefinition>;

export const FieldDefinitions = Type.Object(
  { fields: Type.Array(FieldDefinition) },
  { $id: 'FieldDefinitions' },
);

export const DeletedFields = Type.Object({ deleted: Type.Integer() }, { example: { deleted: 2 } });
