import { type Static, Type } from 'typebox';
import { MARKER_TYPES, MAX_TEXT } from './marker-terms.js';
import { Timestamp } from './page.js';

/** Begins the name of a query parameter that filters by a custom field; the name of the field follows. */
export const FIELD_FILTER = 'field:';
export const MAX_FIELD_FILTERS = 10;
export const MAX_IDS = 1000;

export const SORTS = ['id', '-id', 'name', '-name', 'updated_at', '-updated_at'] as const;

/** Query members of the lists of markers, beside those of their pages. */
export const MarkerFilters = {
  updated_since: Type.Optional({
    ...Timestamp,
    maxLength: 64,
    description:
      'Only markers whose `updated_at` is this time or later. A change is seen when its transaction ends, up to a minute after its time: go back so far.',
    example: '2026-03-01T09:30:00Z',
  }),
  type: Type.Optional(Type.Enum([...MARKER_TYPES], { description: 'Only markers of this type.' })),
  ids: Type.Optional(
    Type.String({
      pattern: '^[1-9]\\d{0,15}(,[1-9]\\d{0,15})*$',
      maxLength: 17 * MAX_IDS,
      example: '41,42',
      description: `Only markers with these ids, ${MAX_IDS} at most, separated by commas. Ids that the map does not have are ignored.`,
    }),
  ),
  sort: Type.Enum([...SORTS], {
    default: 'id',
    description:
      'Order of the markers, with `-` from the greatest to the least. `name`: by the first 200 characters in lower case, and by Unicode code points; ' +
      'equal ones by id. Another order than `id` reads all markers that match for each page. A marker that is changed ' +
      'while the pages are read moves to its new place: it may come again, or not at all. All others come once.',
  }),
};

/** For the options of a query with `MarkerFilters`. */
export const FIELD_FILTERS = {
  patternProperties: {
    [`^${FIELD_FILTER}[\\s\\S]`]: Type.String({ maxLength: MAX_TEXT }),
  },
  description:
    `\`${FIELD_FILTER}<name>=<value>\`, ${MAX_FIELD_FILTERS} at most: only markers whose custom field of this name has exactly this value; ` +
    'an empty value: only markers without the field.',
};

const Filters = Type.Object(MarkerFilters);
export type MarkerFiltersQuery = Static<typeof Filters>;
