import t from 'tap';
import { asOwner, importCsv, sharedTestApp } from '../support/app.js';

/* A marker that was made or changed alone is told apart by its address as one of an import is. */

const { call } = await asOwner(await sharedTestApp(t));

t.test('a single marker is met by the row with its address, and by no other branch', async (t) => {
  const map = (await call('POST', '/maps', { name: 'M' })).body.id;
  const upload = async (name: string, kiosk: number) => {
    const text = `name,street,city,state,zip\n${name},Unknown Kiosk ${kiosk},Seattle,WA,98101\n`;
    return importCsv(call, map, text);
  };
  const address = { street: 'Unknown Kiosk 1', city: 'Seattle', state: 'WA', zip: '98101' };
  const { body: marker } = await call('POST', `/maps/${map}/markers`, { name: 'Cafe', address });
  t.match(await upload('Cafe', 1), { added: 0, skipped: 1 });
  t.match(await upload('Cafe', 2), { added: 1, skipped: 0 });
  const path = `/maps/${map}/markers/${marker.id}`;
  await call('PATCH', path, { custom_fields: { Note: 'x' } });
  t.match(await upload('Cafe', 1), { added: 0, skipped: 1 }, 'after another change');
  await call('PATCH', path, { name: 'Bistro' });
  t.match(await upload('Bistro', 1), { added: 0, skipped: 1 }, 'by its new name');
  await call('PATCH', path, { address: { street: 'Unknown Kiosk 9' } });
  t.match(await upload('Bistro', 9), { added: 0, skipped: 1 }, 'by its new address');
  const { body: copy } = await call('POST', `/maps/${map}/clone`, { name: 'Copy' });
  const text = 'name,street,city,state,zip\nBistro,unknown  kiosk 9,Seattle,WA,98101\n';
  const job = await importCsv(call, copy.id, text);
  t.match(job, { added: 0, skipped: 1 }, 'in a clone, too');
});

t.test('branches survive an export: in an empty map, in their own, and in one that has some', async (t) => {
  const newMap = async (): Promise<number> => (await call('POST', '/maps', { name: 'M' })).body.id;
  const upload = async (map: number, text: string, query = '') => importCsv(call, map, text, query);
  const header = 'name,street,city,state,zip,lat,lng\n';
  const kiosks = Array.from({ length: 5 }, (_, i) => `Cafe,Unknown Kiosk ${i},Seattle,WA,98101,,\n`);
  const located = 'Cafe,Unknown Kiosk 7,Seattle,WA,98101,47.5,-122.25\n';
  const map = await newMap();
  t.match(await upload(map, header + kiosks.join('') + located), { added: 6 });
  const { body: file } = await call('GET', `/maps/${map}/markers.csv`);
  t.match(await upload(map, file), { added: 0, skipped: 6 });
  t.match(await upload(map, file, '?on_duplicate=overwrite'), { added: 0, updated: 0, unchanged: 6 });
  const empty = await newMap();
  t.match(await upload(empty, file), { added: 6, skipped: 0 });
  const untimed = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
  t.equal(untimed((await call('GET', `/maps/${empty}/markers.csv`)).body), untimed(file));
  t.match(await upload(empty, header + kiosks.join('') + located), { added: 0, skipped: 6 });
  const some = await newMap();
  await upload(some, header + kiosks[2]);
  t.match(await upload(some, file), { added: 5, skipped: 1 });
  const moved = file.replace('Unknown Kiosk 7', 'Mended Kiosk 7');
  t.match(await upload(map, moved, '?on_duplicate=overwrite'), { added: 0, updated: 1, unchanged: 5 });
});

const uploadAnew = async (text: string) => {
  const map = (await call('POST', '/maps', { name: 'M' })).body.id;
  return { map, job: await importCsv(call, map, text) };
};

t.test('branches whose whole address stands in the column of streets survive an export, too', async (t) => {
  const rows = ['Bole Road 5', '7 Mill Lane'].map((street) => `Cafe,"${street}, Addis Ababa, Ethiopia"\n`);
  const { map, job } = await uploadAnew(`Store,Address\n${rows.join('')}`);
  t.match(job, { added: 2, skipped: 0 });
  const { body: csv } = await call('GET', `/maps/${map}/markers.csv`);
  t.match((await uploadAnew(csv)).job, { added: 2, skipped: 0 });
});

t.test('branches that are told apart by a state beside their county survive an export, too', async (t) => {
  const rows = 'Cafe,New York County,NY\nCafe,New York County,\n';
  const { map, job } = await uploadAnew(`Name,County,State\n${rows}`);
  t.match(job, { added: 2, skipped: 0 });
  const { body: csv } = await call('GET', `/maps/${map}/markers.csv`);
  t.match((await uploadAnew(csv)).job, { added: 2, skipped: 0 });
});
