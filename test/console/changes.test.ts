import t, { type Test } from 'tap';
import { noBrowser } from '../support/browser.js';
import { drop, look, openConsole, openMap } from '../support/console.js';

const HEADER = 'Store ID,Name,Latitude,Longitude,Phone\n';

/** A new map on the screen. */
async function openDepots(t: Test) {
  const opened = await openConsole(t);
  const { call, page, origin } = opened;
  const { body: map } = await call('POST', '/maps', { name: 'Depots' });
  await openMap(page, origin, map.id);
  return { opened, call, page, map };
}

t.test(
  'what an import changed is a table, from its end and from the list',
  { skip: noBrowser },
  async (t) => {
    const { opened, page } = await openDepots(t);
    const rowOf = (i: number, phone: number): string =>
      `S-${i},Depot ${i},${50 + i / 10},${-i / 20},${phone}\n`;
    const first = Array.from({ length: 60 }, (_, i) => rowOf(i + 1, 1));
    await drop(page, 'depots.csv', HEADER + first.join(''));
    await page.getByRole('button', { name: 'Import 60 rows' }).click();
    await page.getByRole('button', { name: 'See what changed' }).click();
    await page.getByText('1 to 50 of 60 changes').waitFor();
    const rows = page.locator('table.changed tbody tr');
    t.equal(await rows.count(), 50);
    await look(t, page, 'changes-1-added');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('51 to 60 of 60 changes').waitFor();
    t.equal(await rows.count(), 10);
    t.ok(await page.getByRole('button', { name: 'Next' }).isDisabled());
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Close' }).last().click();

    // One has another telephone, one a formula, one is gone.
    const second = first.with(0, rowOf(1, 7)).with(1, rowOf(2, 1).replace('Depot 2', '=Depot')).slice(0, -1);
    await drop(page, 'depots.csv', HEADER + second.join(''));
    await page.getByLabel('Update places by their').check();
    await page.getByText('Remove places that are not in this file').click();
    await page.getByRole('button', { name: 'Import 2 rows, remove 1' }).click();
    await page.getByRole('button', { name: 'Show the map' }).click();
    await page.getByRole('tab', { name: 'Imports' }).click();
    let refusal: null | 'none answers' | 'too many requests' = 'none answers';
    await page.route('**/changes.csv', (route) => {
      if (refusal === null) return route.continue();
      if (refusal === 'none answers') return route.abort();
      return route.fulfill({
        status: 429,
        json: { error: { code: 'RATE_LIMITED', message: 'Wait a while' } },
      });
    });
    await page.getByRole('button', { name: 'Changes' }).first().click();
    await page.getByText('The service cannot be reached').waitFor();
    await look(t, page, 'changes-2-refused');
    // The page reads again by itself what nobody has answered, and leaves to people what has no Retry-After.
    refusal = 'too many requests';
    await page.getByText('Wait a while').waitFor();
    refusal = null;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('1 to 3 of 3 changes').waitFor();
    t.same(await rows.locator('th, td').allTextContents(), [
      ...['Depot 1S-1', 'Updated', 'Phone', '1', '7'],
      ...['=DepotS-2', 'Updated', 'Name', 'Depot 2', '=Depot'],
      ...['Depot 60S-60', 'Removed', '', '', ''],
    ]);
    await look(t, page, 'changes-3-updated');
    await page.getByRole('button', { name: '=Depot' }).click();
    await page.getByRole('heading', { name: '=Depot' }).waitFor();
    await page.getByRole('button', { name: 'All places' }).click();

    // A list of any length is read to some bytes.
    const many = Array.from(
      { length: 40_000 },
      (_, i) => `${i},,Depot ${i},updated,custom_fields.Phone,1,2\r\n`,
    );
    await page.unroute('**/changes.csv');
    await page.route('**/changes.csv', (route) =>
      route.fulfill({
        contentType: 'text/csv',
        body: `marker_id,code,name,change,member,old,new\r\n${many.join('').repeat(2)}`,
      }),
    );
    await page.getByRole('button', { name: 'Changes' }).first().click();
    await page.getByText('Download the file to see them all').waitFor();
    t.equal(await rows.count(), 50);
    await look(t, page, 'changes-4-beginning');
    t.same(opened.complaints, []);
  },
);

t.test(
  'a file without the column that the last one was matched by is read',
  { skip: noBrowser },
  async (t) => {
    const { opened, page, call, map } = await openDepots(t);
    await drop(page, 'depots.csv', `${HEADER}S-1,Leeds,53.8,-1.55,1\nS-2,York,53.96,-1.08,2\n`);
    await page.getByLabel('Update places by their').check();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('button', { name: 'Show the map' }).click();
    await drop(page, 'others.csv', 'Name,Latitude,Longitude\nHull,53.74,-0.33\nYork,53.96,-1.08\n');
    await page.getByText('The last file updated places by their “Location code”').waitFor();
    await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
    t.ok(await page.getByLabel('Leave them out').isChecked());
    await look(t, page, 'match-lacking');
    const readAgain = page.waitForResponse('**/markers/bulk');
    await page.getByLabel('Update places that have the same name').check();
    await page.getByText('The last file updated').waitFor({ state: 'detached' });
    await readAgain;
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('The import is done').waitFor();
    t.equal((await call('GET', `/maps/${map.id}`)).body.marker_count, 3);
    t.same(opened.complaints, []);
  },
);
