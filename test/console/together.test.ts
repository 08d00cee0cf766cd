import t from 'tap';
import type { Marker } from '../../src/schema/marker.js';
import { noBrowser } from '../support/browser.js';
import { look, openConsole, openMap } from '../support/console.js';

t.test('two people edit a place at once, and nothing is lost', { skip: noBrowser }, async (t) => {
  const opened = await openConsole(t);
  const { call, page: first, origin } = opened;
  const { body: map } = await call('POST', '/maps', { name: 'Depots' });
  const { body: marker } = await call('POST', `/maps/${map.id}/markers`, {
    ...{ name: 'Leeds depot', lat: 53.8, lng: -1.55, category: 'Open' },
    custom_fields: { Keeper: 'Ann', Phone: '1' },
  });
  const read = async (): Promise<Marker> => (await call('GET', `/maps/${map.id}/markers/${marker.id}`)).body;
  const second = await opened.open();
  for (const page of [first, second]) {
    await openMap(page, origin, map.id);
    await page.getByRole('button', { name: /^Leeds depot/ }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
  }
  await first.getByLabel('Keeper').fill('Bob');
  await first.getByLabel('Category').fill('Closed');
  await first.getByRole('button', { name: 'Save' }).click();
  await first.locator('.category', { hasText: 'Closed' }).waitFor();

  await second.getByLabel('Name', { exact: true }).fill('Leeds, by the second');
  await second.getByLabel('Keeper').fill('Cid');
  await second.getByRole('button', { name: 'Save' }).click();
  await second.getByText(/Category is now “Closed”.*Keeper is now “Bob”/).waitFor();
  t.match(await read(), { name: 'Leeds depot', custom_fields: { Keeper: 'Bob' } }, 'nothing was overwritten');
  t.equal(await second.getByLabel('Name', { exact: true }).inputValue(), 'Leeds, by the second');
  t.equal(await second.getByLabel('Keeper').inputValue(), 'Cid', 'what was typed stays');
  t.equal(await second.getByLabel('Category').inputValue(), 'Closed', 'what was not touched is theirs');
  await look(t, second, 'together-1-edit');
  await second.getByRole('button', { name: 'Save' }).click();
  await second.getByRole('heading', { name: 'Leeds, by the second' }).waitFor();
  t.match(await read(), {
    ...{ name: 'Leeds, by the second', category: 'Closed' },
    custom_fields: { Keeper: 'Cid', Phone: '1' },
  });

  // The first still sees the place as it saved it, and moves it.
  await first.getByRole('button', { name: 'Move' }).click();
  await first.getByLabel('Longitude').fill('-1.6');
  await first.getByLabel('Longitude').press('Tab');
  await first.getByRole('button', { name: 'Save place' }).click();
  await first.getByText('Name is now “Leeds, by the second”').waitFor();
  t.equal(await first.getByLabel('Longitude').inputValue(), '-1.6');
  await look(t, first, 'together-2-move');
  await first.getByRole('button', { name: 'Save place' }).click();
  await first.getByText('53.80000, -1.60000').waitFor();
  t.match(await read(), { name: 'Leeds, by the second', lng: -1.6 });

  // Deleted by one, it is said so to the other.
  await second.getByRole('button', { name: 'Edit' }).click();
  await call('DELETE', `/maps/${map.id}/markers/${marker.id}`);
  await second.getByLabel('Name', { exact: true }).fill('Leeds again');
  await second.getByRole('button', { name: 'Save' }).click();
  await second.getByText('was deleted meanwhile').waitFor();
  t.equal(await second.getByLabel('Name', { exact: true }).inputValue(), 'Leeds again');
  t.same(opened.complaints, []);
});
