import { type Static, Type } from 'typebox';
import { FIELD_FILTERS, MarkerFilters } from './marker-filters.js';
import { MAX_TEXT } from './marker-terms.js';
import { PageQuery } from './page.js';

/**
 * Unambiguous, so that matching does not backtrack: with `\d+\.?\d*`, four numbers of 48 digits and an x took
 * 4 s.
 */
const NUMBER = '\\s*[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?\\s*';
const numbers = (count: number): string => `^${Array(count).fill(NUMBER).join(',')}$`;

/**
 * PostgreSQL looks for a text in quadratic time, and hears of no cancellation meanwhile: 15,000 characters
 * took minutes.
 */
export const MAX_SEARCHED = 200;

export const SearchQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: MAX_SEARCHED,
        description:
          'Text to find in the name, a member of the address, the value of a custom field or the category. Case does not matter, and ' +
          'every character counts literally. Empty: no filter.',
      }),
    ),
    category: Type.Optional(
      Type.String({ maxLength: MAX_TEXT, description: 'Category of the marker, exactly as written.' }),
    ),
    bounds: Type.Optional(
      Type.String({
        pattern: numbers(4),
        example: '53.7,-1.7,53.9,-1.4',
        maxLength: 200,
        description:
          '`sw_lat,sw_lng,ne_lat,ne_lng` in degrees; points on the border count as inside. A box whose sw_lng is greater than its ne_lng ' +
          'crosses the antimeridian; longitudes 180 and -180 are the same meridian.',
      }),
    ),
    near: Type.Optional(
      Type.String({
        pattern: numbers(3),
        example: '53.8,-1.55,10',
        maxLength: 200,
        description:
          '`lat,lng,radius_km`: markers within radius_km (greater than 0) of the point, by great-circle distance.',
      }),
    ),
    ...MarkerFilters,
    ...PageQuery,
  },
  FIELD_FILTERS,
);
export type SearchQuery = Static<typeof SearchQuery>;
