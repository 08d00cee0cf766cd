import { type Static, Type } from 'typebox';
import { DEFAULT_RAMP, RAMP_NAMES } from '../../schema/color-ramps.js';

export const CHOROPLETH_METHODS = ['quantile', 'equal', 'jenks'] as const;
export type ChoroplethMethod = (typeof CHOROPLETH_METHODS)[number];

export const DEFAULT_CLASSES = 5;
export const DEFAULT_METHOD: ChoroplethMethod = 'quantile';

export const AGGREGATES = ['sum', 'mean', 'median', 'min', 'max', 'count'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** By which number markers are classed: the class becomes category and colour. */
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
          'Areas with several markers are classed by this of the values of all markers that the map has of the area after the import, and all these markers get its class. Absent: each row is classed by its own value.',
      }),
    ),
    breaks: Type.Optional(
      Type.Union([Type.Array(Type.Number(), { minItems: 1, maxItems: 8 }), Type.Literal('keep')], {
        description:
          'Where classes begin, rising: [10, 50] makes three, below 10, from 10 to below 50, and from 50. "keep": the ranges that an earlier import of this map made by this field; its own where there are none. They go before `classes` and `method`, which are named in `X-Ignored-Params` beside numbers.',
      }),
    ),
    ramp: Type.Optional(
      Type.Enum(RAMP_NAMES, { description: `Colours of the classes. Default: ${DEFAULT_RAMP}.` }),
    ),
  },
  { $id: 'ChoroplethConfig' },
);
export type ChoroplethConfig = Static<typeof ChoroplethConfig>;
