/**
 * Separators that join texts of a column: for `string_to_array(column, separator, nothing)`. Arrays in
 * PostgreSQL's own syntax, which quotes every text, take 0.4 µs an element.
 */
export interface Separators {
  /** Occurs in none of the texts. */
  separator: string;
  /** Stands for null; equals none of the texts. */
  nothing: string;
}
