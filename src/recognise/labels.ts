import { IMPORT_FIELDS, type ImportField } from '../schema/import-fields.js';

/** Labels that a column can be inferred as. */
export type Label = ImportField | 'full_address' | 'lat_lng' | 'custom' | 'ignore';

/** Labels of which a row has one at most. */
export type FieldLabel = Exclude<Label, 'custom' | 'ignore'>;
export const FIELD_LABELS: readonly FieldLabel[] = [...IMPORT_FIELDS, 'full_address', 'lat_lng'];
