import t from 'tap';
import { noBrowser, openBrowser } from '../support/browser.js';
import { until } from '../support/cartload-process.js';
import { look, openConsole, openMap, openSignedIn } from '../support/console.js';
import { endLeases, expectedOf, faultyCsv } from '../support/faults.js';
import { arrangeUploads } from '../support/process-uploads.js';
import { startService } from '../support/service.js';

const ROWS = 40_000;

t.test('a service that is killed during an import is waited for', { skip: noBrowser }, async (t) => {
  const { owner, env: ofUploads } = await arrangeUploads(t);
  // Below the ports that clients get: one of them would take it while nobody listens.
  const env = { ...ofUploads, PORT: String(20_000 + (process.pid % 10_000)) };
  let service = await startService(t, env);
  const { origin } = new URL(service.url);
  const mapId = await owner.createMap();
  const { page, complaints } = await openSignedIn(await openBrowser(t), origin, owner.key);
  await openMap(page, origin, mapId);
  const buffer = Buffer.from(faultyCsv(ROWS));
  await page.locator('input[type=file]').setInputFiles({ name: 'places.csv', mimeType: 'text/csv', buffer });
  const start = page.getByRole('button', { name: /^Import \d/ });
  await start.waitFor();
  const accepted = page.waitForResponse(
    (response) => /\/bulk$/.test(response.url()) && response.status() === 202,
  );
  await start.click();
  await accepted;
  await service.kill('SIGKILL');
  await page.getByText('The service cannot be reached. What it has begun goes on').waitFor();
  await look(t, page, 'lost-1-killed');
  await endLeases(owner.sql);
  service = await startService(t, env);
  await page.getByText('The import is done').waitFor();
  const [job] = await owner.sql`SELECT status FROM jobs WHERE map_id = ${mapId}`;
  t.equal(job!.status, 'completed');
  const { added, error_count } = expectedOf(ROWS);
  await page.getByRole('button', { name: `Mend ${error_count} rejected rows` }).waitFor();
  await page.getByRole('button', { name: 'Show the map' }).click();
  await page.getByText(`${added.toLocaleString('en')} places`).waitFor();
  await until(async () => (await page.locator('.problem').count()) === 0);
  t.same(complaints, []);
});

t.test('a page without a connection says so, and recovers by itself', { skip: noBrowser }, async (t) => {
  const opened = await openConsole(t);
  const { call, page, origin } = opened;
  const { body: map } = await call('POST', '/maps', { name: 'Depots' });
  await call('POST', `/maps/${map.id}/markers`, { name: 'Leeds depot', lat: 53.8, lng: -1.55 });
  await openMap(page, origin, map.id);
  await page.getByRole('button', { name: /^Leeds depot/ }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.context().setOffline(true);
  await page.getByText('No connection').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Leeds, later');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The service cannot be reached').waitFor();
  await look(t, page, 'lost-2-offline');
  await page.context().setOffline(false);
  await page.getByText('No connection').waitFor({ state: 'detached' });
  t.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Leeds, later', 'nothing is lost');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Leeds, later' }).waitFor();

  // Lists that could not be read are read without a click.
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'All places' }).click();
  await page.getByLabel('Search places').fill('nothing of the kind');
  await page.getByText('The service cannot be reached').waitFor();
  await page.context().setOffline(false);
  await page.getByText('No place matches').waitFor();
  await until(async () => (await page.locator('.problem').count()) === 0);
  t.same(opened.complaints, []);
});

t.test('an answer of something else ends an upload with words', { skip: noBrowser }, async (t) => {
  const { call, page, origin, complaints } = await openConsole(t);
  const { body: map } = await call('POST', '/maps', { name: 'Depots' });
  await openMap(page, origin, map.id);
  const pages = [
    { contentType: 'text/html', body: '<h1>Sign in to the network</h1>' },
    { contentType: 'application/json', body: '' },
    { contentType: 'application/json', body: '{"counts":{"add' },
  ];
  for (const answer of pages) {
    await page.route('**/bulk', (route) => route.fulfill(answer));
    const buffer = Buffer.from('Name,lat,lng\nLeeds depot,53.8,-1.55\n');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'places.csv', mimeType: 'text/csv', buffer });
    await page.getByText('Something else than cartload answered (status 200).').waitFor();
    await page.unroute('**/bulk');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
  }
  t.same(complaints, []);
});
