const quote = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A line as spreadsheets write it: quotes where a cell needs them, no guard against formulas. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quote).join()}\n`;
