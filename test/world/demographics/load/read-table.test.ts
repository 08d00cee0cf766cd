import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { DemographicLevel } from '../../../../src/geo/demographics/level.js';
import { MAX_TABLE_ROWS, readDemographicTable } from '../../../../src/world/demographics/load/read-table.js';

async function read(text: string | Buffer, level: DemographicLevel = 'us_zip', code: string | null = null) {
  const file = join(t.testdir(), 'table.csv');
  await writeFile(file, text);
  return readDemographicTable(file, level, code);
}

t.test('a table is read by its column of codes, wherever it stands', async (t) => {
  t.same(await read('Income,ZIP\n"1,200",94103\n,2139\n'), {
    codes: ['94103', '02139'],
    lines: [2, 3],
    columns: [{ header: 'Income', cells: ['1,200', ''] }],
  });
  t.same((await read('\ufeffFIPS;A\r\n6;1\r\n', 'us_state')).codes, ['06']);
  t.same((await read('state\tA\nca\t1\nPR\t2\n', 'us_state')).codes, ['06', '72']);
  t.same((await read('GEO_ID,A\n0500000US06075,1\n', 'us_county')).codes, ['06075']);
  t.same((await read('iso,A\ndeu,1\nFR,2\nXKX,3\n', 'country')).codes, ['DE', 'FR', 'XK']);
  t.same((await read('Where,A\n94103,1\n', 'us_zip', 'where')).codes, ['94103']);
});

t.test('a second row of names, as the Census Bureau writes it, names the columns', async (t) => {
  const table = await read('GEO_ID,B19013_001E\nGeography,Median income\n860Z200US94103,1\n');
  t.same(table.columns, [{ header: 'Median income', cells: ['1'] }]);
  t.same(table.codes, ['94103']);
});

t.test('a table with a mistake is refused as a whole, with its line', async (t) => {
  for (const [text, message, level] of [
    ['', 'the file is empty'],
    ['zip,A\n', 'the file has a header and no rows'],
    ['zip\n94103\n', 'the file has no column of values'],
    ['A,B\n1,2\n', /^no column is called as codes of us_zip are \(zip, .*name it with --code$/],
    ['zip,A\n94103,1\n9410x,2\n', 'line 3: "9410x" is not a ZIP of five digits'],
    ['zip,A\n2139,1\n94103,2\n02139,3\n', 'lines 2 and 4 are both for 02139'],
    ['zip,A\n94103,1,2\n', 'line 2 has 3 cells, the header 2'],
    ['zip,%\n94103,1\n', 'column 2 has no name with a letter or digit: "%"'],
    [`zip,A\n94103,${'x'.repeat(201)}\n`, 'line 2: the value of "A" has more than 200 characters'],
    ['zip,A\n94103,"1\n', /^Quote Not Closed/],
    [Buffer.from('zip,A\n94103,caf\xe9\n', 'latin1'), 'the file is not UTF-8'],
    ['zip,A\n94103,a\0b\n', 'line 2 holds a NUL character'],
    ['fips,A\n99001,1\n', 'line 2: "99001" is not a county code (FIPS) of five digits', 'us_county'],
    ['fips,A\n3,1\n', 'line 2: "3" is not a state code (FIPS) of two digits or two letters', 'us_state'],
    ['iso,A\nUK,1\n', /"UK" is not an ISO 3166-1 country code/, 'country'],
  ] as [string | Buffer, string | RegExp, DemographicLevel?][]) {
    await t.rejects(read(text, level), { message }, String(message));
  }
});

t.test('a table has bounds', async (t) => {
  const columns = Array.from({ length: 201 }, (_, i) => `C${i}`).join();
  await t.rejects(read(`zip,${columns}\n`), { message: 'the file has more than 200 columns of values' });
  const rows = Array.from({ length: MAX_TABLE_ROWS + 1 }, (_, i) => `${String(i).padStart(5, '0')},1\n`);
  await t.rejects(read(`zip,A\n${rows.slice(0, -1).join('')}00000,1\n`), {
    message: 'the file has more than 100,000 rows',
  });
});
