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
    // The page reads again by itself what nobody has answered.
    await page.getByText('The service cannot be reached').waitFor({ state: 'detached' });

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

t.test('the nearest places are listed from a card and from a point', { skip: noBrowser }, async (t) => {
  const opened = await openConsole(t);
  const { call, page, origin } = opened;
  const { body: map } = await call('POST', '/maps', { name: 'Depots' });
  const { body: other } = await call('POST', '/maps', { name: 'Shops' });
  for (const [mapId, name, lng] of [
    [map.id, 'West', -3],
    [map.id, 'Middle', -2],
    [map.id, 'East', -1],
    [other.id, 'Shop', -1.99],
  ] as const)
    await call('POST', `/maps/${mapId}/markers`, { name, lat: 54, lng });
  await openMap(page, origin, map.id);
  await page.getByRole('button', { name: /^East/ }).click();
  await page.getByRole('button', { name: 'Nearby' }).click();
  await page.getByRole('heading', { name: 'Near East' }).waitFor();
  const rows = page.locator('.place-list li');
  await rows.filter({ hasText: 'West' }).waitFor();
  const { results } = (await call('GET', `/nearby?lat=54&lng=-1&maps=${map.id}`)).body;
  t.same(
    (await rows.allTextContents()).map((text) => text.replace(/54\.0000, -\d\.0000/, ' ')),
    results
      .slice(1)
      .map((pin: { title: string; distanceKm: number }) => `${pin.title} ${pin.distanceKm.toFixed()} km`),
    'all but itself, with the distances of the service',
  );
  await look(t, page, 'near-1-card');
  await page.getByLabel('Unit of distances').selectOption('mi');
  await page.getByText('41 mi').waitFor();
  await page.getByLabel('Greatest distance').selectOption('100');
  t.equal(await rows.count(), 2);
  await page.getByLabel('Greatest distance').selectOption('25');
  await page.getByText('No place within 25 mi').waitFor();
  await look(t, page, 'near-2-none');
  await page.getByRole('button', { name: 'At any distance' }).click();
  await page.getByLabel('On my other maps, too').check();
  await page.getByText('On “Shops”').waitFor();
  await page.getByRole('button', { name: /^Middle/ }).click();
  await page.getByRole('heading', { name: 'Middle' }).waitFor();
  await page.getByRole('button', { name: 'Places nearby' }).click();
  await page.getByRole('heading', { name: 'Near East' }).waitFor();
  await page.getByRole('button', { name: 'All places' }).click();

  // A point of the map, here its middle, which needs no mouse.
  await page.getByRole('button', { name: 'Places near a point' }).click();
  await look(t, page, 'near-3-point');
  await page.route('**/nearby*', (route) => route.abort());
  await page.getByRole('button', { name: 'Middle of the map' }).click();
  await page.getByText('The service cannot be reached').waitFor();
  await page.unroute('**/nearby*');
  await rows.first().waitFor();
  t.match(await rows.first().textContent(), /^Middle.*0 mi$/);
  await page.getByRole('button', { name: 'All places' }).click();
  await page.getByRole('button', { name: 'Places near a point' }).click();
  const { width, height } = (await page.locator('.map-canvas').boundingBox())!;
  await page.locator('.map-canvas canvas').click({ position: { x: width - 60, y: height / 2 } });
  await rows.first().waitFor();
  t.match(await rows.first().textContent(), /East/);
  await page.getByLabel('On my other maps, too').check();
  await page.getByRole('button', { name: /^Shop/ }).click();
  await page.getByRole('heading', { name: 'Shops' }).waitFor();
  t.same(opened.complaints, []);
});

t.test('a place has an address, which others can open and Back leaves', { skip: noBrowser }, async (t) => {
  const { call, page, origin } = await openConsole(t);
  const { body: map } = await call('POST', '/maps', { name: 'Depots' });
  const { body: other } = await call('POST', '/maps', { name: 'Shops' });
  const made = async (on: number, name: string, lat: number): Promise<number> =>
    (await call('POST', `/maps/${on}/markers`, { name, lat, lng: -2 })).body.id;
  const north = await made(map.id, 'North', 58);
  await made(map.id, 'South', 50);
  const shop = await made(other.id, 'Shop beside South', 50.001);

  await openMap(page, origin, map.id);
  await page.getByRole('button', { name: 'North' }).click();
  await page.getByRole('heading', { name: 'North' }).waitFor();
  t.equal(page.url(), `${origin}/#/maps/${map.id}/places/${north}`);
  await page.goBack();
  await page.getByRole('button', { name: 'South' }).waitFor();
  t.equal(page.url(), `${origin}/#/maps/${map.id}`, 'the map stays');
  await page.goForward();
  await page.getByRole('heading', { name: 'North' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'North' }).waitFor();
  await page.getByRole('button', { name: 'All places' }).click();

  await page.getByRole('button', { name: 'South' }).click();
  await page.getByRole('button', { name: 'Nearby' }).click();
  await page.getByLabel('On my other maps, too').check();
  await page.getByRole('button', { name: 'Shop beside South' }).click();
  await page.getByRole('heading', { name: 'Shop beside South' }).waitFor();
  t.equal(page.url(), `${origin}/#/maps/${other.id}/places/${shop}`);

  await call('DELETE', `/maps/${other.id}/markers/${shop}`);
  await page.reload();
  await page.getByText('This place does not exist').waitFor();
  await look(t, page, 'address-1-gone');
  await page.getByRole('button', { name: 'All places' }).click();
  t.equal(page.url(), `${origin}/#/maps/${other.id}`);
});
