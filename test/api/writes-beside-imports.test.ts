import t from 'tap';
import { asOwner, CSV, finished, sharedTestApp } from '../support/app.js';

const { call } = await asOwner(await sharedTestApp(t));
const ROWS = 8_000;

const rows = (kind: string): string =>
  `name,lat,lng,category,Note\n${Array.from({ length: ROWS }, (_, i) => `P${i},${i % 90},${i % 180}.${i},C${i % 7},${kind}\n`).join('')}`;

t.test(
  'changes of single markers beside an overwriting import are answered 200, and none is lost',
  async (t) => {
    const map = (await call('POST', '/maps', { name: 'M' })).body.id;
    const upload = async (kind: string, query = '') =>
      call('POST', `/maps/${map}/markers/bulk${query}`, rows(kind), CSV);
    await finished(call, (await upload('first')).body);
    const { body: page } = await call('GET', `/maps/${map}/markers?page_size=300`);
    const { body: job } = await upload('second', '?on_duplicate=overwrite');
    let running = true;
    const patches = (async () => {
      const refused: { status: number; ms: number; body: unknown }[] = [];
      for (let i = 0; running || i < page.data.length; i++) {
        const { id } = page.data[i % page.data.length];
        const beganAtMs = performance.now();
        // A new category each time: the legend's lock is taken, too.
        const { status, body } = await call('PATCH', `/maps/${map}/markers/${id}`, {
          category: `New ${i % 500}`,
          custom_fields: { Patched: `${i}` },
        });
        const ms = performance.now() - beganAtMs;
        // A machine that stood still for the statement's 30 s: repeated, as docs/errors.md says.
        if (status === 500 && ms >= 30_000) i--;
        else if (status !== 200) refused.push({ status, ms, body });
      }
      return refused;
    })();
    const done = await finished(call, job);
    running = false;
    t.match(done, { status: 'completed', added: 0, error_count: 0 });
    t.equal(done.updated + done.unchanged, ROWS);
    t.same(await patches, []);
    const { body: after } = await call('GET', `/maps/${map}/markers?page_size=300`);
    for (const marker of after.data) {
      t.match(marker, { custom_fields: { Note: 'second', Patched: /^\d+$/ } });
    }
  },
);

t.test('a marker that is created or deleted while its map is imported into is counted once', async (t) => {
  const map = (await call('POST', '/maps', { name: 'M' })).body.id;
  const { body: job } = await call('POST', `/maps/${map}/markers/bulk`, rows('n'), CSV);
  const created: number[] = [];
  for (let i = 0; i < 40; i++) {
    const { body } = await call('POST', `/maps/${map}/markers`, { name: `Single ${i}`, lat: 1, lng: 2 });
    created.push(body.id);
  }
  for (const id of created.slice(0, 10)) await call('DELETE', `/maps/${map}/markers/${id}`);
  const done = await finished(call, job);
  t.match(done, { status: 'completed', added: ROWS });
  t.equal((await call('GET', `/maps/${map}`)).body.marker_count, ROWS + 30);
});
