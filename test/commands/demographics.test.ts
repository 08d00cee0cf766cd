import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { run, runForComplaint, runForResult } from '../support/cartload-process.js';
import { createDatabase } from '../support/database.js';

const { url } = await createDatabase(t);
const env = { DATABASE_URL: url };
const directory = t.testdir();

async function load(text: string, ...options: string[]) {
  const file = join(directory, 'table.csv');
  await writeFile(file, text);
  return ['demographics', 'load', file, ...options] as const;
}

async function list(t: Parameters<typeof run>[0]) {
  const { stdout } = await run(t, ['demographics', 'list'], { env });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

t.test('codes that no area has are told', async (t) => {
  const counties = await load('geoid,Odd\n06075,1\n09110,2\n09120,3\n', '--level', 'us_county');
  const { code, stderr } = await run(t, counties, {
    env: { ...env, DATABASE_URL: (await createDatabase(t)).url },
  });
  t.equal(code, 0);
  t.equal(stderr, 'cartload: 2 of 3 codes have no area, so no marker gets their values: 09110 and 09120\n');
});

t.test('columns of a file become fields, and a second file takes their place at its level', async (t) => {
  const csv = 'zip,Median income (currency),Empty\n94103,"57,630",\n2139,90000,\n';
  const credit = ['--credit', 'U.S. Census Bureau', '--licence', 'Public domain'];
  const first = await runForResult(t, await load(csv, '--level', 'us_zip', ...credit), { env });
  t.same(first, {
    level: 'us_zip',
    rows: 2,
    fields: [
      {
        id: 1000,
        key: 'median_income',
        label: 'Median income',
        type: 'currency',
        values: 2,
        replaced: false,
      },
    ],
    empty_columns: ['Empty'],
  });
  const again = await runForResult(
    t,
    await load('zip,Median income (currency)\n94103,1\n', '--level', 'us_zip'),
    { env },
  );
  t.match(again.fields, [{ id: 1000, values: 1, replaced: true }]);
  const county = await runForResult(
    t,
    await load('geoid,MEDIAN INCOME,Share\n06075,$5,5%\n', '--level', 'us_county', ...credit),
    { env },
  );
  t.match(county.fields, [
    { id: 1000, label: 'MEDIAN INCOME', replaced: false },
    { id: 1001, type: 'percent' },
  ]);
  const income = (await list(t)).find(({ id }) => id === 1000);
  t.match(income, {
    key: 'median_income',
    label: 'MEDIAN INCOME',
    type: 'currency',
    levels: [
      { level: 'us_zip', source: 'loaded', rows: 1, credit: null },
      {
        level: 'us_county',
        source: 'loaded',
        rows: 1,
        credit: 'U.S. Census Bureau',
        licence: 'Public domain',
      },
    ],
  });
});

t.test('an embedded field gets further levels, and keeps its id', async (t) => {
  const result = await runForResult(
    t,
    await load('fips,Population\n06075,870000\n', '--level', 'us_county'),
    { env },
  );
  t.match(result.fields, [{ id: 1, key: 'population', replaced: false }]);
  t.match((await list(t))[0], {
    id: 1,
    levels: [
      { level: 'us_county', source: 'loaded' },
      { level: 'us_state', source: 'embedded' },
      { level: 'country', source: 'embedded' },
    ],
  });
});

t.test('a file with a mistake loads nothing', async (t) => {
  const before = await list(t);
  const complaint = await runForComplaint(
    t,
    await load('zip,New\n94103,1\n9410,2\nx,3\n', '--level', 'us_zip'),
    { env },
  );
  t.match(complaint, /table\.csv: line 4: "x" is not a ZIP of five digits; nothing was loaded$/);
  t.same(await list(t), before);
  t.match(
    await runForComplaint(t, ['demographics', 'load', '/nowhere.csv', '--level', 'us_zip'], { env }),
    '/nowhere.csv cannot be read: ENOENT',
  );
  t.match(await runForComplaint(t, await load('zip,A\n', '--level', 'town'), { env }), /Allowed choices are/);
});

t.test('a catalog that is full takes no more', async (t) => {
  const header = (from: number) => Array.from({ length: 200 }, (_, i) => `F${from + i}`).join();
  const row = Array.from({ length: 200 }, () => '1').join();
  const csv = (from: number) => `zip,${header(from)}\n94103,${row}\n`;
  for (let from = 0; from < 800; from += 200)
    await runForResult(t, await load(csv(from), '--level', 'us_zip'), { env });
  const complaint = await runForComplaint(t, await load(csv(800), '--level', 'us_zip'), { env });
  t.match(complaint, /the catalog holds at most 1000 demographic fields; nothing was loaded$/);
  t.equal((await list(t)).length, 6 + 2 + 800);
});
