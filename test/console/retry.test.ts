import type { Page } from 'playwright-core';
import t from 'tap';
import { noBrowser } from '../support/browser.js';
import { until } from '../support/cartload-process.js';
import { openConsole, openMap } from '../support/console.js';

/** Hides the page as another tab in front of it does, or shows it. */
const hide = (page: Page, isHidden: boolean): Promise<unknown> =>
  page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
    document.dispatchEvent(new Event('visibilitychange'))`);

/** Lets the clock of the page jump, and what is due be done. */
async function jump(page: Page, seconds: number): Promise<void> {
  await page.clock.fastForward(seconds * 1000);
  await page.waitForTimeout(300);
}

t.test('reads that failed are tried again at longer and longer pauses', { skip: noBrowser }, async (t) => {
  const { page, call, origin } = await openConsole(t);
  await call('POST', '/maps', { name: 'Depots' });
  let reads = 0;
  let answer: 'lost' | 'wait' | 'map' = 'lost';
  await page.route(/\/v1\/maps(?:\?|$)/, (route) => {
    reads++;
    if (answer === 'lost') return route.abort();
    if (answer === 'map') return route.continue();
    const json = { error: { code: 'RATE_LIMITED', message: 'Wait a while' } };
    return route.fulfill({ status: 429, headers: { 'retry-after': '200' }, json });
  });
  await page.clock.install();
  await page.goto(origin);
  await page.getByText('The service cannot be reached').waitFor();
  await page.waitForTimeout(300);
  const first = reads;
  await jump(page, 6.1);
  t.equal(reads, first + 1);
  await jump(page, 6.1);
  t.equal(reads, first + 1, 'the second pause is longer');
  await jump(page, 6.1);
  t.equal(reads, first + 2);
  await hide(page, true);
  await jump(page, 600);
  t.equal(reads, first + 2, 'a hidden page does not read');
  answer = 'wait';
  await hide(page, false);
  await page.getByText('Wait a while').waitFor();
  t.equal(reads, first + 3);
  await page.waitForTimeout(300);
  await jump(page, 150);
  t.equal(reads, first + 3, 'a pause that the service wants is kept');
  answer = 'map';
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await jump(page, 100);
  await page.getByText('Depots').first().waitFor();
  t.equal(reads, first + 4);
});

t.test('a map that was not opened opens by itself', { skip: noBrowser }, async (t) => {
  const { page, call, origin } = await openConsole(t);
  const { body: map } = await call('POST', '/maps', { name: 'Depots' });
  await page.clock.install();
  let reads = 0;
  let isLost = true;
  await page.route('**/tiles.json*', (route) => {
    reads++;
    return isLost ? route.abort() : route.continue();
  });
  await openMap(page, origin, map.id);
  await page.locator('.map-problem').getByText('The service cannot be reached').waitFor();
  await page.waitForTimeout(300);
  t.equal(reads, 1);
  await jump(page, 6.1);
  await until(async () => reads === 2);
  isLost = false;
  await page.locator('.map-problem').waitFor();
  await page.waitForTimeout(300);
  await jump(page, 12.1);
  await page.locator('.map-canvas canvas').waitFor();
  await page.locator('.map-problem').waitFor({ state: 'detached' });
  await jump(page, 300);
  t.equal(reads, 3);
});

t.test('tiles that are refused for long come by themselves', { skip: noBrowser }, async (t) => {
  const { page, call, origin } = await openConsole(t);
  const { body: map } = await call('POST', '/maps', { name: 'Depots' });
  await call('POST', `/maps/${map.id}/markers`, { name: 'Leeds depot', lat: 53.8, lng: -1.55 });
  await page.clock.install();
  let isBusy = true;
  await page.route(`**/maps/${map.id}/tiles/**/*.mvt*`, (route) =>
    isBusy ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await openMap(page, origin, map.id);
  const problem = page.getByText('Parts of the map could not be loaded.');
  await until(async () => {
    await jump(page, 40);
    return (await problem.count()) === 1;
  });
  // Beyond the tries of which people are not told.
  for (let i = 0; i < 3; i++) await jump(page, 75);
  t.equal(await problem.count(), 1);
  isBusy = false;
  await until(async () => {
    await jump(page, 75);
    return (await problem.count()) === 0;
  });
});
