import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { utils, write } from '@e965/xlsx';
import t from 'tap';
import { writeCitiesCsv } from '../../load/cities-csv.js';
import { inTemporaryFolder } from '../../load/temporary-folder.js';
import { createClient, dataOf, uploadFile, waitForJob } from '../../src/client/index.js';
import { startTestApp } from '../support/app.js';
import { noBrowser, openBrowser, openPage } from '../support/browser.js';
import { smallPng } from '../support/small-png.js';

const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
const MOST_BYTES = 150_000;
const SHOPS = [
  ['Store ID', 'Shop', 'Street', 'Town', 'Postcode', 'Opened', 'Kind'],
  ['S-101', 'Corner Books', '12 Briggate', 'Leeds', 'LS1 6ER', '2019-05-02', 'Books'],
  ['S-102', 'The Tea House', '4 Stonegate', 'York', 'YO1 8AS', '2021-09-14', 'Café'],
  ['S-103', 'Harbour Bikes', '8 Humber Street', 'Hull', 'HU1 1TU', '2020-03-30', 'Bikes'],
  ['S-104', 'Dales Outdoor', '21 High Street', 'Skipton', 'BD23 1DT', '2017-11-08', 'Outdoor'],
  ['S-105', 'Moorland Bakery', '3 Westgate', 'Wakefield', 'WF1 1JZ', '2022-01-17', 'Café'],
  ['S-106', 'Lost & Found', 'unknown', 'Nowhere', '', '2023-06-01', 'Books'],
];

interface Geometry {
  id: string;
  properties: { name: string };
}
/** A value for each county of Texas, by its FIPS code. */
function countiesCsv(): string {
  const atlas = readFileSync(createRequire(import.meta.url).resolve('us-atlas/counties-10m.json'), 'utf8');
  const { counties } = JSON.parse(atlas).objects as { counties: { geometries: Geometry[] } };
  const texan = counties.geometries.filter(({ id }) => id.startsWith('48'));
  const rows = texan.map(({ id, properties }, i) => {
    const rate = 5 + 2 * Math.sin(i / 30) + Math.cos(i * 2.3);
    return `"${properties.name}",${id},${rate.toFixed(1)}\n`;
  });
  return `Name,FIPS,Unemployment\n${rows.join('')}`;
}

t.test('the pictures of the README are those of the console', { skip: noBrowser }, async (t) => {
  const service = await startTestApp(t);
  const key = (await service.authorization()).slice('Bearer '.length);
  const api = createClient({ baseUrl: service.app.publicUrl, key });
  const fill = async (name: string, body: Blob | string, query = {}): Promise<number> => {
    const { id } = await dataOf(api.POST('/maps', { body: { name } }));
    const { job_id } = await uploadFile(api, { mapId: id, body, contentType: 'text/csv', query });
    t.match(await waitForJob(api, job_id), { status: 'completed' });
    return id;
  };
  const placesId = await inTemporaryFolder(async (folder) => {
    const file = join(folder, 'places.csv');
    await writeCitiesCsv(file);
    const [header, ...rows] = readFileSync(file, 'utf8').split('\n');
    const italian = rows.filter((row) => /,IT,/.test(row));
    const column_mapping = '{"category":"State"}';
    return fill('Towns of Italy', [header, ...italian, ''].join('\n'), { column_mapping });
  });
  const countiesId = await fill('Unemployment by county', countiesCsv(), {
    marker_type: 'us_county',
    choropleth: '{"field":"Unemployment"}',
  });
  const shops = await dataOf(api.POST('/maps', { body: { name: 'Shops' } }));
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Our shops'], [], ...SHOPS]), 'Shops');

  const { origin } = new URL(service.app.publicUrl);
  const browser = await openBrowser(t);
  const { page, complaints } = await openPage(browser, origin, { viewport: { width: 1080, height: 680 } });
  await page.goto(`${origin}/`);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Towns of Italy').waitFor();
  const saved: Record<string, Buffer> = {};
  const openMap = async (id: number): Promise<void> => {
    await page.goto(`${origin}/#/maps/${id}`);
    await page.getByText('Loading the map').waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
  };
  const shoot = async (name: string): Promise<void> => {
    // Drawn to its end: two looks see the same.
    let before: Buffer;
    let seen = await page.screenshot();
    do {
      before = seen;
      await page.waitForTimeout(700);
      seen = await page.screenshot();
    } while (!before.equals(seen));
    saved[`${name}.png`] = smallPng(seen);
  };

  await openMap(placesId);
  await shoot('console-places');
  await page.emulateMedia({ colorScheme: 'dark' });
  await openMap(countiesId);
  await page.getByRole('tab', { name: 'Legend' }).click();
  await page.waitForLoadState('networkidle');
  await shoot('console-counties');
  await page.emulateMedia({ colorScheme: 'light' });
  await openMap(shops.id);
  const bytes = [...(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)];
  const file = `new File([new Uint8Array(${JSON.stringify(bytes)})], 'shops.xlsx')`;
  const dataTransfer = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(${file}); return data; })()`,
  );
  await page.dispatchEvent('.map-screen', 'drop', { dataTransfer });
  await page.getByRole('button', { name: /^Import 5 rows$/ }).waitFor();
  await page.locator('.journey-body[aria-busy=false]').waitFor();
  await shoot('console-import');
  t.same(complaints, []);

  if (process.env.UPDATE_SCREENSHOTS) {
    mkdirSync(FOLDER, { recursive: true });
    for (const [name, picture] of Object.entries(saved)) writeFileSync(join(FOLDER, name), picture);
  }
  t.same(readdirSync(FOLDER).sort(), Object.keys(saved).sort());
  const readme = readFileSync(join(FOLDER, '../../README.md'), 'utf8');
  for (const name of Object.keys(saved)) {
    t.ok(readme.includes(`src="docs/images/${name}"`), `the README shows ${name}`);
    t.ok(statSync(join(FOLDER, name)).size <= MOST_BYTES, `${name} is small`);
    const { length } = saved[name]!;
    t.ok(length > 10_000 && length <= MOST_BYTES, `${name} as it is now: ${length}`);
  }
});
