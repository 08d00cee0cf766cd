import { utils, write } from '@e965/xlsx';
import type { Page } from 'playwright-core';
import t from 'tap';
import { startTestApp } from '../support/app.js';
import { noBrowser, openBrowser } from '../support/browser.js';
import { drop, look, openMap, openSignedIn } from '../support/console.js';

const RUNS = '<img src=x onerror=alert(1)>';
/** The text beside its kind, so that each is found alone; browsers would join the blanks of a choice. */
const markup = (kind: string): string => `${kind}  ${RUNS}"'><svg/onload=alert(2)>`;
/** Excel allows 31 characters. */
const SHEET = '<img src=x onerror=alert(6)>';
const OWNER = 'owner<img/src=x/onerror=alert(3)>@example.com';
const VIEWER = 'viewer<img/src=x/onerror=alert(4)>@example.com';

t.test('markup in texts of clients is text on every screen', { skip: noBrowser }, async (t) => {
  const service = await startTestApp(t);
  const authorization = await service.authorization({ email: OWNER });
  const call = service.clientWith(authorization);
  const { origin } = new URL(service.app.publicUrl);
  const key = authorization.slice('Bearer '.length);
  const { page, complaints } = await openSignedIn(await openBrowser(t), origin, key);
  const shown = async (text: string, where = page.locator('body')): Promise<void> =>
    where.getByText(text).first().waitFor();
  const isText = async (what: string): Promise<void> => {
    t.equal(await page.locator('[src=x], [onload], [onerror]').count(), 0, what);
  };

  const { body: map } = await call('POST', '/maps', {
    name: markup('map'),
    description: markup('description'),
  });
  await call('POST', `/maps/${map.id}/markers`, {
    ...{ name: markup('name'), lat: 53.8, lng: -1.55, category: markup('category') },
    address: { street: markup('street') },
    custom_fields: { [markup('field')]: markup('value'), Site: 'javascript:alert(5)' },
  });
  await page.goto(`${origin}/#/`);
  await shown(markup('map'));
  await shown(markup('description'));
  await shown(OWNER);
  await isText('maps');
  await look(t, page, 'markup-1-maps');

  await openMap(page, origin, map.id);
  await shown(markup('street'));
  await page.getByLabel('Category', { exact: true }).selectOption(markup('category'));
  await page.getByLabel('Field', { exact: true }).selectOption(markup('field'));
  await page.getByLabel('Value of the field').fill(markup('none'));
  await shown(`no place has “${markup('none')}”`);
  await page.getByLabel('Value of the field').fill(markup('value'));
  await page.getByText('1 place matches').waitFor();
  await isText('places');
  await look(t, page, 'markup-2-places');
  await page.getByRole('button', { name: /^name/ }).click();
  for (const kind of ['name', 'category', 'street', 'field', 'value']) await shown(markup(kind));
  t.equal(await page.locator('a[href^="javascript"]').count(), 0, 'a script is no link');
  await isText('card');
  await look(t, page, 'markup-3-card');
  await page.getByRole('button', { name: 'Nearby' }).click();
  await shown(`Near ${markup('name')}`);
  await page.getByRole('button', { name: 'All places' }).click();
  await page.getByRole('tab', { name: 'Legend' }).click();
  await shown(markup('category'));
  await page.getByRole('button', { name: 'Edit legend' }).click();
  await isText('legend');
  await page.getByRole('tab', { name: 'Places' }).click();

  await imports(page);
  await isText('import');

  // The form of an e-mail address keeps markup out; a row from elsewhere may have it.
  await call('POST', `/maps/${map.id}/shares`, { email: 'viewer@example.com', access_level: 'viewer' });
  await service.app.sql`UPDATE shares SET email = ${VIEWER}`;
  await page.getByRole('button', { name: 'Share' }).click();
  await shown(VIEWER, page.getByRole('dialog'));
  await page.getByRole('button', { name: `Remove ${VIEWER}` }).click();
  await shown(VIEWER, page.getByRole('dialog'));
  await isText('sharing');
  t.same(complaints, []);

  async function imports(page: Page): Promise<void> {
    const sheet = utils.aoa_to_sheet([
      ['Name', 'Latitude', 'Longitude', markup('column')],
      [markup('row'), 51, -1, markup('cell')],
      [markup('lost'), markup('where'), 0, ''],
    ]);
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, SHEET);
    await drop(page, `${RUNS.replace('/', '')}.xlsx`, write(book, { type: 'buffer', bookType: 'xlsx' }));
    await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
    const journey = page.getByRole('dialog');
    await shown(SHEET, journey);
    await shown(markup('column'), journey);
    await shown(markup('cell'), journey);
    await shown(RUNS, journey);
    await look(t, page, 'markup-4-import');
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByRole('button', { name: 'See what changed' }).click();
    await shown(markup('row'), page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('tab', { name: 'Imports' }).click();
    await page.getByRole('button', { name: 'Mend 1 rejected row' }).click();
    await page.getByLabel('Latitude, row 1').waitFor();
    t.equal(await page.getByLabel('Latitude, row 1').inputValue(), markup('where'));
    await isText('mend');
    await look(t, page, 'markup-5-mend');
    await page.getByRole('button', { name: 'Cancel' }).click();
    // A file that cannot be read is refused with words that quote it.
    await drop(page, 'list.json', `{"${RUNS}": 1}`);
    await page.getByText('Nothing was imported').waitFor();
    await isText('refusal');
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
});
