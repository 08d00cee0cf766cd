/** Header rows with the labels that people gave their columns; tests run from the checkout. */
export const OWN = 'test/fixtures/headers/own.jsonl';

/** Rows with a column that is not read as people have labelled it: what is mended goes from here. */
export const KNOWN_MISTAKES: readonly string[] = ['b1-001', 'b1-053', 'b2-044', 'b5-006', 'b8-002'];
