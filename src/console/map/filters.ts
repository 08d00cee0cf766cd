/** Filter of the places of a map; empty texts do not filter. */
export interface Filters {
  q: string;
  category: string;
  /** Name of a custom field, and the value that it must have exactly. */
  field: string;
  value: string;
}

export const NO_FILTERS: Filters = { q: '', category: '', field: '', value: '' };

/** Tiles take no filter by a field: with one, the map shows the places of the list. */
export const byField = ({ field, value }: Filters): boolean => field !== '' && value !== '';

export const isFiltered = (filters: Filters): boolean =>
  filters.q.trim() !== '' || filters.category !== '' || byField(filters);

export const tileQuery = ({ q, category }: Filters) => ({
  ...(q.trim() && { q: q.trim() }),
  ...(category && { category }),
});

export const searchQuery = (filters: Filters) => ({
  ...tileQuery(filters),
  ...(byField(filters) && { others: { [`field:${filters.field}`]: filters.value } }),
});
