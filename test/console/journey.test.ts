import { utils, write } from '@e965/xlsx';
import t from 'tap';
import type { Marker } from '../../src/schema/marker.js';
import { startTestApp } from '../support/app.js';
import { noBrowser, openBrowser, openPage } from '../support/browser.js';
import { drop, look as lookAt, WIDE } from '../support/console.js';
import { standInTiles } from '../support/stand-in-tiles.js';

const SCRIPT = '<img src=x onerror="alert(1)">';
const TOWNS = [
  ['Leeds', 53.7996, -1.5491],
  ['York', 53.959, -1.0815],
  ['Hull', 53.7443, -0.3325],
  ['Bath', 51.3811, -2.359],
  ['Perth', 56.395, -3.4308],
  ['Truro', 50.2632, -5.051],
] as const;

const HEADER = ['Store ID', 'Label', 'Name', 'Latitude', 'Longitude', 'Category'];
type Row = (string | number)[];
const ROWS: Row[] = TOWNS.map(([town, lat, lng], i) => [
  `S-${i + 1}`,
  i === 0 ? SCRIPT : `${town} depot`,
  `Keeper ${i + 1}`,
  lat,
  lng,
  i % 2 === 0 ? 'Open' : 'Planned',
]);
const LOST: Row = ['S-7', 'Lost depot', 'Keeper 7', 'nowhere', 0, 'Open'];

/** A title, then depots whose `Label` is their name, though another column is called so. */
function workbook(rows: readonly Row[]): Buffer {
  const sheet = utils.aoa_to_sheet([['Depots of the north'], [], HEADER, ...rows]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Depots');
  return write(book, { type: 'buffer', bookType: 'xlsx' });
}

t.test('a workbook is dropped on a map, mended, imported and edited', { skip: noBrowser }, async (t) => {
  const service = await startTestApp(t);
  const authorization = await service.authorization();
  const call = service.clientWith(authorization);
  const { origin } = new URL(service.app.publicUrl);
  const browser = await openBrowser(t);
  const { page, complaints } = await openPage(browser, origin, WIDE);
  await standInTiles(page, call);
  const look = (name: string): Promise<void> => lookAt(t, page, name);

  await page.goto(`${origin}/`);
  await page.getByLabel('API key').fill('ck_wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This key is wrong, revoked or expired').waitFor();
  await look('1-sign-in');
  await page.getByLabel('API key').fill(authorization.slice('Bearer '.length));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Your first map').waitFor();
  await look('2-no-maps');

  await page.getByRole('button', { name: 'New map' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(`Depots ${SCRIPT}`);
  await look('3-new-map');
  await page.getByRole('button', { name: 'Create map' }).click();
  await page.getByText('Nothing on this map yet').waitFor();
  await page.getByText('Loading the map').waitFor({ state: 'detached' });
  await look('4-empty-map');

  await drop(page, 'notes.pdf', Buffer.from('%PDF-1.7 of something else'));
  await page.getByText('Nothing was imported').waitFor();
  await look('4b-refused');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await drop(page, 'depots.xlsx', workbook([...ROWS, LOST]));
  const names = page.getByLabel('Read column Label as');
  await names.waitFor();
  await page.getByText('row 3', { exact: true }).waitFor();
  await look('5-preview');
  await names.selectOption('name');
  await page.getByRole('button', { name: /^Import 6 rows$/ }).waitFor();
  await page.getByText('1 row would be rejected').waitFor();
  await page.locator('.journey-body[aria-busy=false]').waitFor();
  t.equal(await names.inputValue(), 'name');
  await look('6-mended-preview');
  await page.getByRole('button', { name: /^Import 6 rows$/ }).click();
  await page.getByText('The import is done').waitFor();
  await look('7-imported');

  await page.getByRole('button', { name: 'Mend 1 rejected row' }).click();
  await page.getByLabel('Latitude, row 1').fill('57.48');
  await look('8-rejected-row');
  await page.getByRole('button', { name: 'Send 1 row again' }).click();
  await page.getByText('All rows are in').waitFor();
  await page.getByRole('button', { name: 'Show the map' }).click();
  await page.getByText('7 places').waitFor();
  await page.getByRole('button', { name: new RegExp(`^${SCRIPT.slice(0, 8)}`) }).waitFor();
  await look('9-map');
  t.equal(await page.locator('img[src=x]').count(), 0, 'a name is text');

  const map = (await call('GET', '/maps')).body.data[0];
  await page.getByRole('button', { name: /^York depot/ }).click();
  await page.getByRole('button', { name: 'Move' }).click();
  await page.getByLabel('Longitude').fill('-1.08');
  await page.getByLabel('Longitude').press('Tab');
  await look('9b-move');
  await page.getByRole('button', { name: 'Save place' }).click();
  await page.getByText('53.95900, -1.08000').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Category').fill('Closed');
  await look('10-edit');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.category', { hasText: 'Closed' }).waitFor();
  await look('11-card');
  const found = await call<{ data: Marker[] }>('GET', `/maps/${map.id}/markers/search?q=York`);
  t.match(found.body.data, [{ name: 'York depot', category: 'Closed' }]);
  await page.getByRole('button', { name: 'All places' }).click();
  await page.getByLabel('Search places').fill('bath');
  await page.getByRole('button', { name: /^York depot/ }).waitFor({ state: 'detached' });
  await page.getByLabel('Search places').fill('');
  await page.getByRole('tab', { name: 'Legend' }).click();
  await page.getByText('Planned').waitFor();
  await look('12-legend');
  await page.getByRole('button', { name: 'Edit legend' }).click();
  await page.getByRole('textbox', { name: 'Name of category 1' }).press('Alt+ArrowDown');
  await page.getByRole('button', { name: 'Add category' }).click();
  await page.getByText('needs a name').waitFor();
  await page.keyboard.type('Sold');
  await look('12b-legend-editor');
  await page.getByRole('button', { name: 'Save legend' }).click();
  await page.getByText('Sold').waitFor();
  const legend = await call<{ categories: { name: string }[] }>('GET', `/maps/${map.id}/categories`);
  t.equal(legend.body.categories.length, 4);
  t.equal(legend.body.categories.at(-1)!.name, 'Sold');
  t.equal(legend.body.categories[1]!.name, 'Open', 'moved by the keyboard');
  await page.getByRole('tab', { name: 'Imports' }).click();
  await page.getByText('7 rows').waitFor();
  await look('13-imports');

  await page.getByRole('button', { name: 'Picture of this map' }).click();
  await page.getByLabel('Paper').selectOption('a4');
  await look('13b-picture');
  await page.getByRole('button', { name: 'Draw picture' }).click();
  const picture = page.getByRole('img', { name: /on paper$/ });
  await picture.waitFor();
  await picture.evaluate('(image) => image.decode()');
  await look('13c-drawn-picture');
  await page.getByRole('button', { name: 'Close' }).click();

  // The next week: a depot has moved, two are gone, one is new. The reading is remembered.
  await page.getByRole('tab', { name: 'Places' }).click();
  const moved = ROWS.with(2, ['S-3', 'Hull depot', 'Keeper 3', 53.75, -0.35, 'Open']).toSpliced(3, 1);
  await drop(
    page,
    'depots.xlsx',
    workbook([...moved, ['S-8', 'Ripon depot', 'Keeper 8', 54.138, -1.524, 'Open']]),
  );
  await page.getByRole('button', { name: 'Undo 1 correction' }).waitFor();
  t.equal(await names.inputValue(), 'name', 'as it was corrected');
  t.equal(await page.getByText('As you confirmed before').count(), 1, 'and as it was confirmed');
  await page.getByLabel('Update places by their').check();
  await page.getByText('Remove places that are not in this file').click();
  await page.getByText(': 2 places').waitFor();
  await look('15-next-week');
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await page.getByText('The import is done').waitFor();
  await page.getByRole('button', { name: 'Show the map' }).click();
  await page.getByText('6 places').waitFor();
  const after = await call<{ data: Marker[] }>('GET', `/maps/${map.id}/markers?sort=name`);
  t.same(
    after.body.data.map(({ name }) => name),
    [SCRIPT, 'Hull depot', 'Perth depot', 'Ripon depot', 'Truro depot', 'York depot'],
  );
  t.equal(after.body.data[1]!.lat, 53.75);

  // The week after, one click is enough.
  await drop(
    page,
    'depots.xlsx',
    workbook([...moved, ['S-9', 'Selby depot', 'Keeper 9', 53.784, -1.067, 'Open']]),
  );
  await page.getByText(': 1 place').waitFor();
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await page.getByText('The import is done').waitFor();
  await page.getByRole('button', { name: 'Show the map' }).click();

  await page.getByRole('button', { name: 'Add place' }).click();
  await page.locator('.map-canvas canvas').click({ position: { x: 420, y: 300 } });
  await page.getByLabel('Name', { exact: true }).fill('A new place');
  await look('16-new-place');
  await page.getByRole('button', { name: 'Add place' }).last().click();
  await page.getByRole('heading', { name: 'A new place' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await look('17-delete-place');
  await page.getByRole('button', { name: 'Delete place' }).click();
  await page.getByText('6 places').waitFor();

  await page.goto(`${origin}/#/`);
  await page.getByText(`Depots ${SCRIPT}`).waitFor();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await look('14-maps');
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByText('Your first map').waitFor();
  t.equal((await call('GET', `/maps/${map.id}`)).body.status, 'archived');
  await page.context().setOffline(true);
  await page.getByLabel('Search maps by name').fill('depot');
  await page.getByText('The service cannot be reached').waitFor();
  await look('18-offline');
  await page.context().setOffline(false);
  await page.getByText('No active map is called').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  t.equal(await page.evaluate('sessionStorage.length'), 0, 'the key is gone');
  t.same(complaints, []);
});
