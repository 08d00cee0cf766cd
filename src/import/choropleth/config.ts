import { type Static, Type } from 'typebox';
import { DEFAULT_RAMP, RAMP_NAMES } from '../../schema/color-ramps.js';

export const CHOROPLETH_METHODS = ['quantile', 'equal', 'jenks'] as const;
export type ChoroplethMethod = (typeof CHOROPLETH_METHODS)[number];

export const DEFAULT_CLASSES = 5;
export const DEFAULT_METHOD: ChoroplethMethod = 'quantile';

export const AGGREGATES = ['sum', 'mean', 'median', 'min', 'max', 'count'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** Number by which markers are classed: the class becomes category and colour. */
export const ChoroplethConfig = Type.Object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 32_000,
      description:
        'Header of a column of the upload (for JSON: a custom field), else key or label of a demographic field, which is attached then.',
    }),
    classes: Type.Optional(
      Type.Integer({
        minimum: 3,
        maximum: 9,
        description: `Default: ${DEFAULT_CLASSES}. Fewer where there are fewer different values.`,
      }),
    ),
    method: Type.Optional(
      Type.Enum([...CHOROPLETH_METHODS], {
        description: `Default: ${DEFAULT_METHOD}. Classes of equal numbers of rows, of equal width, or natural breaks.`,
      }),
    ),
    aggregate: Type.Optional(
      Type.Enum([...AGGREGATES], {
        description:
          'How to combine the values of several markers in one area: the result over all markers of the area on the map after the import decides the class of all of them. Absent: the value of each row decides its class.',
      }),
    ),
    breaks: Type.Optional(
      Type.Union([Type.Array(Type.Number(), { minItems: 1, maxItems: 8 }), Type.Literal('keep')], {
        description:
          'Lower bounds of the classes after the first, ascending: [10, 50] makes three classes, below 10, 10 to below 50, and 50 and above. "keep": the ranges of an earlier import into this map by this field, or new ones if there are none. Takes precedence over `classes` and `method`, which `X-Ignored-Params` names beside numbers.',
      }),
    ),
    ramp: Type.Optional(
      Type.Enum(RAMP_NAMES, { description: `Colours of the classes. Default: ${DEFAULT_RAMP}.` }),
    ),
  },
  { $id: 'ChoroplethConfig' },
);
export type ChoroplethConfig = Static<typeof ChoroplethConfig>;
