import t from 'tap';
import { noBrowser } from '../support/browser.js';
import { until } from '../support/cartload-process.js';
import { drop, look, openConsole } from '../support/console.js';

const MAPS = 30;

t.test('maps have small pictures, those on the screen alone', { skip: noBrowser }, async (t) => {
  const opened = await openConsole(t);
  const { call, page, origin } = opened;
  const ids: number[] = [];
  for (let i = 0; i < MAPS; i++) {
    const { body: map } = await call('POST', '/maps', { name: `Depots ${i}` });
    ids.push(map.id);
    const places =
      i === MAPS - 1
        ? []
        : i % 2 === 0
          ? [
              [53.8, -1.55],
              [51.4, -2.36],
            ]
          : [[-33.9, 151.2]];
    for (const [lat, lng] of places)
      await call('POST', `/maps/${map.id}/markers`, { name: 'Depot', lat, lng, category: `C ${i}` });
  }
  const asked = new Map<number, string | undefined>();
  page.on('request', async (request) => {
    const id = /\/maps\/(\d+)\/tiles\/.*mvt$/.exec(request.url())?.[1];
    if (id !== undefined) asked.set(Number(id), (await request.allHeaders())['if-none-match']);
  });
  await page.goto(`${origin}/#/`);
  const pictures = page.locator('.map-picture canvas:not([hidden])');
  const links = page.locator('.map-list a');
  await links.nth(MAPS - 1).waitFor();
  await until(async () => (await pictures.count()) >= 5);
  await page.waitForLoadState('networkidle');
  t.ok(asked.size < MAPS - 10, `${asked.size} of ${MAPS} maps were asked for tiles`);
  const isDrawn = `document.querySelector('.map-picture canvas').getContext('2d')
    .getImageData(0, 0, 176, 112).data.some((byte) => byte > 0)`;
  t.ok(await page.evaluate(isDrawn));
  await look(t, page, 'maps-pictures');
  const first = [...asked.keys()];
  asked.clear();
  await page.reload();
  await until(async () => (await pictures.count()) >= 5);
  t.ok(
    first.some((id) => asked.get(id)?.startsWith('"') || asked.get(id)?.startsWith('W/')),
    'a second look asks whether the tile has changed',
  );
  await links.nth(MAPS - 1).scrollIntoViewIfNeeded();
  const empty = links.filter({ hasText: /0 places/ });
  t.equal(await empty.locator('.map-picture svg').count(), 1, 'an empty map keeps its pin');
  t.notOk(asked.has(ids.at(-1)!), 'and is not asked for');

  // A file that is dropped on the list makes a map, and tabs tell the screens apart.
  t.equal(await page.title(), 'Maps – cartload');
  await drop(page, 'Shops of 2026.csv', 'Name,Latitude,Longitude\nLeeds,53.8,-1.55\n', '.maps-screen');
  await look(t, page, 'maps-dropped');
  await page.getByRole('button', { name: 'Create map and import' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
  t.equal(await page.title(), 'Shops of 2026 – cartload');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goBack();
  await page.getByText('Depots 0').waitFor();
  t.equal(await page.title(), 'Maps – cartload');
  await page.goForward();
  await page.getByText('Nothing on this map yet').waitFor();
  t.equal(await page.locator('dialog').count(), 0, 'the file is taken once');
  t.same(opened.complaints, []);
});
