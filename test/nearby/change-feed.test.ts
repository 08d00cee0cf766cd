import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { ChangeFeed } from '../../src/nearby/change-feed.js';
import { type Changes, readChanges } from '../../src/store/nearby.js';
import { createOwner } from '../support/owner.js';

const { sql, createMap } = await createOwner(t);

/** Longer than held data counts as new, shorter than the age at which searches wait. */
const A_WHILE_MS = 300;
const TOO_LONG_MS = 800;

function newFeed(onChanges: (changes: Changes) => Promise<void>, of = sql) {
  const told: number[][] = [];
  let gaps = 0;
  const feed = new ChangeFeed({
    sql: of,
    onChanges: (changes) => {
      told.push(changes.maps.map(({ mapId }) => mapId));
      return onChanges(changes);
    },
    onGap: () => gaps++,
    onError: (error) => t.fail(String(error)),
  });
  return { feed, told, gaps: () => gaps };
}
const note = async (mapId: number) => sql`SELECT note_marker(${mapId}, 1)`;

t.test('the first search waits, those right after it do not', async (t) => {
  const { feed, told, gaps } = newFeed(async () => {});
  await feed.catchUp();
  t.same([feed.catchUp(), gaps(), told], [null, 1, []]);
  await delay(TOO_LONG_MS);
  const waited = feed.catchUp();
  t.ok(waited, 'after a long rest it waits again');
  t.equal(feed.catchUp(), waited, 'with all that come meanwhile');
  await waited;
  t.same([told, gaps()], [[[]], 1]);
});

t.test('news are looked for without a search waiting, unless this process has written', async (t) => {
  const mapId = await createMap();
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { feed, told } = newFeed(() => gate);
  await feed.catchUp();
  await note(mapId);
  await delay(A_WHILE_MS);
  t.equal(feed.catchUp(), null);
  while (told.length === 0) await delay(5);
  t.equal(feed.catchUp(), null, 'while they are taken in');
  await note(mapId);
  feed.announce();
  const written = feed.catchUp();
  t.ok(written);
  open();
  await written;
  t.same(told, [[mapId], [mapId]], 'both are told, in order');
});

t.test('while an announced write is read every search waits for it', async (t) => {
  const mapId = await createMap();
  const { feed, told } = newFeed(async () => {});
  await feed.catchUp();
  await note(mapId);
  feed.announce();
  const first = feed.catchUp();
  t.ok(first);
  t.equal(feed.catchUp(), first);
  await first;
  t.same([feed.catchUp(), told], [null, [[mapId]]]);
});

t.test(
  'after the start of another server everything held is in doubt, though its snapshot looks later',
  async (t) => {
    const mapId = await createMap();
    let server = 'first';
    const answering = new Proxy(sql, {
      apply: async (target, self, args) => {
        const [row] = await Reflect.apply(target, self, args);
        return [{ ...row, server }];
      },
    });
    const { feed, told, gaps } = newFeed(async () => {}, answering);
    const look = async (): Promise<number> => {
      feed.announce();
      await feed.catchUp();
      return gaps();
    };
    t.same([await look(), await look()], [1, 1]);
    server = 'second';
    await note(mapId);
    t.same([await look(), await look()], [2, 2]);
    t.same(told, [[], []], 'no change is taken from a snapshot of the other server');
  },
);

t.test('the start of the server is read with the snapshot', async (t) => {
  const [first, second] = [await readChanges(sql, null), await readChanges(sql, null)];
  t.equal(first.server, second.server);
  const [row] = await sql`SELECT extract(epoch FROM pg_postmaster_start_time())::text AS start`;
  t.equal(first.server, row!.start);
});

t.test('changes that could not be applied are told again to a search that waits', async (t) => {
  const mapId = await createMap();
  let failures = 1;
  const { feed, told } = newFeed(async () => {
    if (failures-- > 0) throw new Error('not now');
  });
  await feed.catchUp();
  await note(mapId);
  await delay(A_WHILE_MS);
  t.equal(feed.catchUp(), null);
  while (told.length === 0) await delay(5);
  await delay(5);
  const again = feed.catchUp();
  t.ok(again);
  await again;
  t.same(told, [[mapId], [mapId]]);
});
