/** How one column of a confirmed header row is read: a field, 'ignored', or null for a custom field. */
export type RememberedColumn = string | null;
