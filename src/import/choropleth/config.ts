import { type Static, Type } from 'typebox';
import { DEFAULT_RAMP, RAMP_NAMES } from './ramps.js';

export const CHOROPLETH_METHODS = ['quantile', 'equal', 'jenks'] as const;
export type ChoroplethMethod = (typeof CHOROPLETH_METHODS)[number];

export const DEFAULT_CLASSES = 5;
export const DEFAULT_METHOD: ChoroplethMethod = 'quantile';

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
    ramp: Type.Optional(
      Type.Enum(RAMP_NAMES, { description: `Colours of the classes. Default: ${DEFAULT_RAMP}.` }),
    ),
  },
  { $id: 'ChoroplethConfig' },
);
export type ChoroplethConfig = Static<typeof ChoroplethConfig>;
