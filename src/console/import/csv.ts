/** Cells of each record of a CSV file as the service writes it: plain quotes, any of its separators. */
export function parseCsv(text: string): { separator: string; rows: string[][] } {
  const plain = text.replace(/^\ufeff/, '');
  const header = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(plain)![0].replace(/"(?:[^"]|"")*"/g, '');
  const separator = [',', ';', '\t', '|'].toSorted(
    (a, b) => header.split(b).length - header.split(a).length,
  )[0]!;
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < plain.length) {
    let cell = '';
    if (plain[at] === '"') {
      const end = endOfQuoted(plain, at + 1);
      cell = plain.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const begin = at;
      while (at < plain.length && plain[at] !== separator && plain[at] !== '\n' && plain[at] !== '\r') at++;
      cell = plain.slice(begin, at);
    }
    row.push(cell);
    if (plain[at] === separator) {
      at++;
      if (at < plain.length && plain[at] !== '\n' && plain[at] !== '\r') continue;
      row.push('');
    }
    at += plain[at] === '\r' && plain[at + 1] === '\n' ? 2 : 1;
    rows.push(row);
    row = [];
  }
  return { separator, rows };
}

function endOfQuoted(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    if (text[at + 1] !== '"') return at;
  }
}

const cellText = (cell: string, separator: string): string =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

export const writeCsv = (rows: readonly (readonly string[])[], separator: string): string =>
  rows.map((row) => `${row.map((cell) => cellText(cell, separator)).join(separator)}\r\n`).join('');
