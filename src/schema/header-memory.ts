/**
 * Reading of one column in a confirmed header row: a field, 'ignored', null for a custom field, or 'custom'
 * for one whose header is the name of another field.
 */
export type RememberedColumn = string | null;
