/** Reading of one column in a confirmed header row: a field, 'ignored', or null for a custom field. */
export type RememberedColumn = string | null;
