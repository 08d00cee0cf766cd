import { type Static, Type } from 'typebox';
import { PageQuery } from './page.js';

/** No digit can be taken by either of two parts: with `\d+\.?\d*` four numbers of 48 digits, and an x, took 4 s. */
const NUMBER = '\\s*[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?\\s*';
const numbers = (count: number): string => `^${Array(count).fill(NUMBER).join(',')}$`;

export const SearchQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      description:
        'Text that the name, a member of the address, the value of a custom field or the category contains; compared ' +
        'without case, every character literally. Empty: no filter.',
    }),
  ),
  category: Type.Optional(Type.String({ description: 'Exactly this category.' })),
  bounds: Type.Optional(
    Type.String({
      pattern: numbers(4),
      example: '53.7,-1.7,53.9,-1.4',
      maxLength: 200,
      description:
        '`sw_lat,sw_lng,ne_lat,ne_lng` in degrees, borders included. A box whose sw_lng is greater than its ne_lng ' +
        'crosses the antimeridian; longitudes 180 and -180 are the same meridian.',
    }),
  ),
  near: Type.Optional(
    Type.String({
      pattern: numbers(3),
      example: '53.8,-1.55,10',
      maxLength: 200,
      description:
        '`lat,lng,radius_km`: great-circle distance of at most radius_km, which is greater than 0.',
    }),
  ),
  ...PageQuery,
});
export type SearchQuery = Static<typeof SearchQuery>;
