import { utils, write } from '@e965/xlsx';
import type { Locator } from 'playwright-core';
import t from 'tap';
import { noBrowser } from '../support/browser.js';
import { cutOff, drop, look, openConsole, openMap, WIDE } from '../support/console.js';

const HEADER = ['Shop', 'Latitude', 'Longitude'];
const book = utils.book_new();
utils.book_append_sheet(
  book,
  utils.aoa_to_sheet([HEADER, ['Leeds', 53.8, -1.55], ['Bath', 51.4, -2.36]]),
  'A',
);
utils.book_append_sheet(book, utils.aoa_to_sheet([HEADER, ['York', 53.96, -1.08], ['Hull', 'x', 'y']]), 'B');
const WORKBOOK = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;

t.test('dialogs are used by keyboard, and lose nothing', { skip: noBrowser }, async (t) => {
  const opened = await openConsole(t);
  const { call, page, origin } = opened;
  const { body: map } = await call('POST', '/maps', { name: 'A very long name of a map '.repeat(7) });
  const focused = async (locator: Locator, words: string): Promise<void> => {
    await locator.and(page.locator(':focus')).waitFor();
    t.pass(words);
  };

  await page.goto(`${origin}/#/`);
  const create = page.getByRole('button', { name: 'New map' });
  await create.press('Enter');
  await focused(page.getByLabel('Name', { exact: true }), 'a dialog begins in its first field');
  await page.keyboard.press('Escape');
  await focused(create, 'the focus is back where it was');
  const actions = page.getByRole('button', { name: /^Actions for/ });
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
  await page.getByLabel('Name', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await focused(actions, 'also where a menu led to the dialog');
  await page.setViewportSize({ width: 360, height: 740 });
  t.same(await cutOff(page), []);
  await look(t, page, 'dialogs-1-phone');

  await openMap(page, origin, map.id);
  t.same(await cutOff(page), []);
  await page.setViewportSize(WIDE.viewport);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await share.press('Enter');
  await focused(page.getByLabel('E-mail of a person'), 'a dialog that was loaded, too');
  await look(t, page, 'dialogs-2-share');
  await page.keyboard.press('Escape');
  await focused(share, 'and gives the focus back');

  // A refusal stands where it is seen.
  await drop(page, 'shops.xlsx', WORKBOOK);
  await page.getByText('Wrong sheet, header or country?').click();
  await page.getByLabel('Row of the header').fill('999');
  await page.getByRole('button', { name: 'Read again' }).click();
  const problem = page.locator('.journey > .problem');
  await problem.getByText('lies beyond the last row').waitFor();
  const { y, height } = (await problem.boundingBox())!;
  t.ok(y > 0 && y + height < WIDE.viewport.height, 'without scrolling');
  await page.getByText('Wrong sheet, header or country?').click();
  await page.getByLabel('Row of the header').fill('');
  await page.getByLabel('Sheet', { exact: true }).selectOption({ label: 'B (3 rows)' });
  await page.getByRole('button', { name: 'Read again' }).click();
  await page.getByText('The other rows are imported').waitFor();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('The import is done').waitFor();

  // An undo is told, and can be taken back.
  await page.getByRole('button', { name: 'Undo' }).click();
  await focused(page.getByRole('button', { name: 'Keep' }), 'what does no harm comes first');
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('The undo is done').waitFor();
  await look(t, page, 'dialogs-3-undone');
  await page.getByRole('button', { name: 'Bring back' }).click();
  await page.getByRole('button', { name: 'Bring back' }).last().click();
  await page.getByRole('button', { name: 'Show the map' }).click();
  await page.getByText('1 place', { exact: true }).waitFor();

  const place = page.getByRole('button', { name: /^York/ });
  await place.press('Enter');
  await page.getByRole('button', { name: 'All places' }).press('Enter');
  await focused(place, 'a card gives the focus back');

  // Older jobs than the first are listed, too.
  await page.route(/\/v1\/jobs\?/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const size = Number(new URL(route.request().url()).searchParams.get('page_size'));
    if (size < 60)
      Object.assign(answer, { data: answer.data.slice(0, 2), page_info: { next_page_token: 'n' } });
    await route.fulfill({ response, json: answer });
  });
  await page.getByRole('tab', { name: 'Imports' }).click();
  await page.getByText('Undo of 1 place').first().waitFor();
  await look(t, page, 'dialogs-4-jobs');
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('2 rows').waitFor();

  // Typed cells are not thrown away.
  await page.getByRole('button', { name: 'Mend 1 rejected row' }).click();
  await page.getByLabel('Latitude, row 1').fill('53.7');
  await page.keyboard.press('Escape');
  await page.getByText('Leave without sending?').waitFor();
  await look(t, page, 'dialogs-5-unsent');
  await page.keyboard.press('Escape');
  await page.getByText('Leave without sending?').waitFor({ state: 'detached' });
  t.equal(await page.getByLabel('Latitude, row 1').inputValue(), '53.7');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByText('Mend rejected rows').waitFor({ state: 'detached' });

  await drop(page, 'wrong.csv', 'Name,Latitude,Longitude\nA,x,y\n');
  await page.getByText('No row can be imported as the file is read now').waitFor();
  t.same(opened.complaints, []);
});
