const NEEDS_CARE = /^'+[=+\-@\t\r]|[",\n\r]/;
const NEEDS_QUOTES = /[",\n\r]/;
/** Text in a workbook that the reader of CSV would take for a neutralised formula (cells/formula.ts). */
const LOOKS_NEUTRALISED = /^'+[=+\-@\t\r]/;

/** The text of a cell as the rest of the import reads it from CSV with commas. */
export function csvText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  const cell = LOOKS_NEUTRALISED.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
