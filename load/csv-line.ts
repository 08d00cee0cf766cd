const quote = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** As spreadsheets write it: quotes where a cell needs them, and no guard against formulas. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quote).join()}\n`;
