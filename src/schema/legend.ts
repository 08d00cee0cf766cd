import { type Static, Type } from 'typebox';
import { MAX_TEXT } from './marker.js';

export const Category = Type.Object(
  {
    name: Type.String(),
    color: Type.String({ description: 'Palette colour name.' }),
    ordering: Type.Integer({
      description: 'Display order; categories with the same number keep the order in which they were given.',
    }),
  },
  { $id: 'Category', example: { name: 'Open', color: 'green', ordering: 0 } },
);
export type Category = Static<typeof Category>;

/**
 * Most categories of a legend (docs/decisions.md#legends-and-fields). `ensure_categories` in
 * sql/functions/categories.sql has the same number.
 */
export const MAX_CATEGORIES = 5000;
/**
 * Far below the limit of the column's type: categories that come with markers are numbered upwards from the
 * greatest.
 */
export const MAX_ORDERING = 1_000_000_000;

const CategoryWrite = Type.Object({
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT, pattern: '\\S' }),
  color: Type.Optional(
    Type.String({
      maxLength: MAX_TEXT,
      description:
        'Palette colour name. Without it, a category of the legend keeps its colour and a new category gets the first unused colour.',
    }),
  ),
  ordering: Type.Optional(
    Type.Integer({
      minimum: -MAX_ORDERING,
      maximum: MAX_ORDERING,
      description: 'Display order; by default the position in the array.',
    }),
  ),
});

export const Legend = Type.Object({ categories: Type.Array(Category) }, { $id: 'Legend' });
export const LegendWrite = Type.Object(
  {
    categories: Type.Array(CategoryWrite, { maxItems: MAX_CATEGORIES }),
  },
  { $id: 'LegendWrite', example: { categories: [{ name: 'Open', color: 'green' }, { name: 'Closed' }] } },
);
export type LegendWrite = Static<typeof LegendWrite>;
