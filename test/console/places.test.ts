import t from 'tap';
import { noBrowser } from '../support/browser.js';
import { until } from '../support/cartload-process.js';
import { look, openConsole, openMap } from '../support/console.js';

t.test(
  'places are found by a value of a field, in the list and on the map',
  { skip: noBrowser },
  async (t) => {
    const opened = await openConsole(t);
    const { call, page, origin } = opened;
    const { body: map } = await call('POST', '/maps', { name: 'Depots' });
    // On one parallel: the middle one is in the middle of the map.
    for (const [name, lng, keeper] of [
      ['West', -3, 'Ann'],
      ['Middle', -2, 'Bob'],
      ['East', -1, 'Ann'],
    ] as const)
      await call('POST', `/maps/${map.id}/markers`, {
        ...{ name, lat: 54, lng, category: 'Open' },
        custom_fields: { Keeper: keeper },
      });

    let isRefused = true;
    await page.route('**/fields', (route) => (isRefused ? route.abort() : route.continue()));
    await openMap(page, origin, map.id);
    await page.getByText('The service cannot be reached').waitFor();
    await look(t, page, 'field-1-no-fields');
    isRefused = false;
    await page.getByRole('button', { name: 'Try again' }).click();

    await page.getByLabel('Field', { exact: true }).selectOption('Keeper');
    t.equal(
      await page.getByRole('button', { name: /West|Middle|East/ }).count(),
      3,
      'a field alone filters none',
    );
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/markers/search*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('Value of the field').fill('Bob');
    await page.getByText('Searching').waitFor();
    await look(t, page, 'field-2-loading');
    release();
    await page.getByText('1 place matches').waitFor();
    t.equal(await page.getByRole('button', { name: /West|East/ }).count(), 0);
    await page.unroute('**/markers/search*');
    await look(t, page, 'field-3-found');

    const click = async (name: 'Middle' | 'West'): Promise<void> => {
      const { width, height } = (await page.locator('.map-canvas').boundingBox())!;
      // The map keeps this distance to the outermost places.
      const x = name === 'Middle' ? width / 2 : 56;
      await page.locator('.map-canvas canvas').click({ position: { x, y: height / 2 } });
    };
    /** Clicks until the map has drawn the place. */
    const openByClick = (name: 'Middle' | 'West'): Promise<unknown> =>
      until(async () => {
        await click(name);
        return page.getByRole('heading', { name }).isVisible();
      });
    await openByClick('Middle');
    await page.getByRole('button', { name: 'All places' }).click();
    await page.getByText('1 place matches').waitFor();

    await page.getByLabel('Value of the field').fill('Ann');
    await page.getByText('2 places match').waitFor();
    await openByClick('West');
    await page.getByRole('button', { name: 'All places' }).click();
    await click('Middle');
    t.ok(await page.getByText('2 places match').isVisible(), 'no place is shown in the middle');

    await page.getByLabel('Value of the field').fill('ann');
    await page.getByText('no place has “ann” in “Keeper”').waitFor();
    await look(t, page, 'field-4-none');
    await page.route('**/markers/search*', (route) => route.abort());
    await page.getByLabel('Value of the field').fill('Bo');
    await page.getByText('The service cannot be reached').waitFor();
    await page.unroute('**/markers/search*');
    await page.getByLabel('Value of the field').fill('Bob');
    await page.getByText('1 place matches').waitFor();
    await page.getByLabel('Category', { exact: true }).selectOption('Open');
    await page.getByText('Searching').waitFor({ state: 'detached' });
    await page.getByText('1 place matches').waitFor();

    await page.getByLabel('Field', { exact: true }).selectOption('');
    await page.getByText('3 places match').waitFor();
    await openByClick('Middle');
    t.same(opened.complaints, []);
  },
);
