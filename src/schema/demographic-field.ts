import { Type } from 'typebox';

export const DemographicField = Type.Object(
  {
    id: Type.Integer({ description: 'Identifier that never changes.' }),
    key: Type.String(),
    label: Type.String({ description: 'Name of the custom field that markers get.' }),
    type: Type.Enum(['number', 'currency', 'percent', 'text']),
  },
  {
    $id: 'DemographicField',
    example: { id: 1, key: 'population', label: 'Population', type: 'number' },
  },
);

export const DemographicFields = Type.Object({ demographic_fields: Type.Array(DemographicField) });
