/** A spreadsheet of distinct places; the import cuts it into blocks of about 1 MB or 9,000 rows. */
export function placesCsv(rows: number): string {
  const filler = 'x'.repeat(80);
  const lines = ['name,lat,lng,Note'];
  for (let i = 0; i < rows; i++) {
    lines.push(`Place ${i},${(i % 170) / 2 - 40},${((i / 170) % 700) / 2 - 170},${filler}`);
  }
  return `${lines.join('\n')}\n`;
}
