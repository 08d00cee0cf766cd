import t, { type Test } from 'tap';
import { ThreadPool, type Threads } from '../../../src/base/threads/thread-pool.js';
import { drivePlace, drivePlaceKey } from '../../../src/geo/drive-time/drive-place.js';
import { unpackArea } from '../../../src/geo/drive-time/pack-area.js';
import { isochroneOf, NO_ROADS } from '../../../src/geo/isochrone/networks.js';
import { connect } from '../../../src/store/client.js';
import { readDriveTimeArea } from '../../../src/store/drive-time-areas.js';
import type { AreaAnswer, AreaSource } from '../../../src/world/drive-times/area-source.js';
import type { DrawTask } from '../../../src/world/drive-times/drawn-on-threads.js';
import {
  DriveTimeAreas,
  DriveTimes,
  type DriveTimesOptions,
} from '../../../src/world/drive-times/drive-times.js';
import { createDatabase } from '../../support/database.js';
import { town } from '../../support/drive-times.js';
import { METERS_OF_DEGREE } from '../../support/town.js';

const { network } = town();
const networks = { version: 'town', graphs: [network] };
const placesOf = (n: number, minutes = 3) =>
  new Map(
    Array.from({ length: n }, (_, i) => {
      const place = drivePlace(
        ((i % 10) * 100) / METERS_OF_DEGREE,
        (Math.floor(i / 10) * 100) / METERS_OF_DEGREE,
        minutes,
      );
      return [drivePlaceKey(place), place] as const;
    }),
  );

async function start(t: Test, workers = 2) {
  const { url } = await createDatabase(t);
  const sql = connect(url, { applicationName: 'test', maxConnections: 4, statementTimeoutMs: 30_000 });
  const pool = new ThreadPool({ databaseUrl: url, workers, startWhenNeeded: true });
  t.teardown(async () => {
    await pool.close();
    await sql.end({ timeout: 5 });
  });
  let drawn = 0;
  const threads: Threads = {
    run: (name, task, given) => {
      drawn += (task as DrawTask).places.length;
      return pool.run(name, task, given);
    },
  };
  const context = {
    threads,
    workers,
    accountId: 1,
    signal: new AbortController().signal,
    onAnswer: () => {},
  };
  const of = (options: Partial<DriveTimesOptions> = {}) =>
    new DriveTimes({ sql, roads: { current: networks }, service: null, estimates: false, ...options })
      .current;
  return { sql, context, of, drawn: () => drawn };
}

t.test('each area is drawn once, and is the engine’s; two processes share them', async (t) => {
  const { sql, context, of, drawn } = await start(t);
  const places = placesOf(50);
  let answers = 0;
  const first = await of().lookUp(places, { ...context, onAnswer: () => answers++ });
  t.equal(first.areas.size, 50);
  t.equal(answers, 50);
  t.equal(drawn(), 50);
  for (const [key, { lon, lat, minutes }] of places) {
    const answer = first.areas.get(key)!;
    if (!('area' in answer)) throw new Error('no area');
    const packed = await readDriveTimeArea(sql, answer.area);
    t.same(unpackArea(packed!), isochroneOf(networks, lon, lat, minutes)!.coordinates);
  }
  const second = await of().lookUp(placesOf(60), context);
  t.equal(drawn(), 60, 'the ten that are new');
  for (const [key, answer] of first.areas) t.same(second.areas.get(key), answer);
  await of({ roads: { current: { ...networks, version: 'other' } } }).lookUp(places, context);
  t.equal(drawn(), 110, 'other roads have other areas');
});

t.test('the number of threads changes nothing', async (t) => {
  const drawnBy = await Promise.all(
    [1, 3].map(async (workers) => {
      const { sql, context, of } = await start(t, workers);
      await of().lookUp(placesOf(40), context);
      return sql`SELECT key, geometry, truncated FROM drive_time_areas ORDER BY key`;
    }),
  );
  t.same(drawnBy[0], drawnBy[1]);
});

t.test('that there is no road is kept for a week', async (t) => {
  const { sql, context, of, drawn } = await start(t);
  const place = drivePlace(45, 45, 5);
  const places = new Map([[drivePlaceKey(place), place]]);
  for (let i = 0; i < 2; i++) t.equal((await of().lookUp(places, context)).areas.size, 0);
  t.equal(drawn(), 1);
  await sql`UPDATE drive_time_areas SET created_at = now() - interval '8 days'`;
  await of().lookUp(places, context);
  t.equal(drawn(), 2);
  t.same(await sql`SELECT bytes FROM drive_time_area_use`, [{ bytes: 100 }]);
});

t.test('areas without room are not made, and their number is told', async (t) => {
  const { sql, context, of } = await start(t, 1);
  const { areas, unkept } = await of({ mostBytes: 5000 }).lookUp(placesOf(200), context);
  const [{ n }] = await sql<[{ n: number }]>`SELECT count(*)::int AS n FROM drive_time_areas`;
  t.ok(n > 0 && n < 200);
  const answers = [...areas.values()];
  t.equal(answers.filter((answer) => 'area' in answer).length, n);
  t.equal(answers.filter((answer) => 'missing' in answer && answer.missing === 'unkept').length, 200 - n);
  t.equal(unkept, 200 - n);
});

t.test(
  'an area that takes too long is counted, asked of the next source, and drawn another time',
  async (t) => {
    const { sql, context } = await start(t);
    const source = (name: string, answer: AreaAnswer): AreaSource => ({
      name,
      version: '1',
      portionsOf: (places) => [[...places]],
      portionsAtATime: () => 1,
      draw: async (places) => places.map(() => answer),
    });
    const drawn = { packed: new Uint8Array([0]), truncated: false, snapMeters: 140 };
    const slow = await new DriveTimeAreas([source('a', { tooSlow: true })], { sql }).lookUp(
      placesOf(2),
      context,
    );
    t.same([...slow.areas.values()], [{ missing: 'tooSlow' }, { missing: 'tooSlow' }]);
    t.same([slow.tooSlow, slow.unanswered], [2, 0]);
    const both = [source('a', { tooSlow: true }), source('b', drawn)];
    const next = await new DriveTimeAreas(both, { sql }).lookUp(placesOf(1), context);
    t.match([...next.areas.values()], [{ source: 'b', snapMeters: 140 }]);
    const again = await new DriveTimeAreas([source('a', drawn)], { sql }).lookUp(placesOf(2), context);
    t.equal(again.areas.size, 2);
  },
);

t.test(
  'a place without an area in one source is asked of the next; a failed place is asked again',
  async (t) => {
    const { sql, context } = await start(t);
    const asked: string[] = [];
    const source = (name: string, answer: 'away' | 'none' | 'long' | 'area'): AreaSource => ({
      name,
      version: '1',
      portionsOf: (places) => [[...places]],
      portionsAtATime: () => 1,
      draw: async (places) =>
        places.map(() => {
          asked.push(name);
          if (answer === 'away') return { away: true as const };
          if (answer === 'none') return { none: true as const };
          return answer === 'long'
            ? { mostMinutes: 2 }
            : { packed: new Uint8Array([0]), truncated: false, snapMeters: 3 };
        }),
    });
    const look = (...sources: AreaSource[]) =>
      new DriveTimeAreas(sources, { sql }).lookUp(placesOf(1), context);
    const found = async (...sources: AreaSource[]) => [...(await look(...sources)).areas.values()];
    t.match(await found(source('a', 'away'), source('b', 'none'), source('c', 'area')), [{ source: 'c' }]);
    t.same(asked, ['a', 'b', 'c']);
    t.match(await found(source('a', 'away'), source('b', 'none'), source('c', 'area')), [{ source: 'c' }]);
    t.same(asked, ['a', 'b', 'c', 'a']);
    t.same(await found(source('d', 'long'), source('b', 'none')), [{ mostMinutes: 2 }]);
    t.match(await found(source('d', 'long'), source('c', 'area')), [{ source: 'c' }]);
    t.equal((await look(source('a', 'away'))).unanswered, 1);
    t.same(await found(source('a', 'away')), [{ missing: 'unanswered' }]);
    t.same(
      await found(source('a', 'away'), source('b', 'none')),
      [{ missing: 'unanswered' }],
      'it may know a road',
    );
    t.same(await found(source('b', 'none')), []);
  },
);

t.test('without roads, a service and estimates there is nothing to draw on', async (t) => {
  const { of } = await start(t);
  t.equal(of({ roads: { current: NO_ROADS } }).isEmpty, true);
  t.equal(of({ roads: { current: NO_ROADS }, estimates: true }).isEmpty, false);
});

t.test('an aborted look-up draws nothing more, and is over when it rejects', async (t) => {
  const { sql, context, of } = await start(t, 1);
  const controller = new AbortController();
  const onAnswer = (): void => controller.abort(new Error('cancelled'));
  await t.rejects(of().lookUp(placesOf(400), { ...context, signal: controller.signal, onAnswer }), {
    message: 'cancelled',
  });
  const count = async () =>
    (await sql<[{ n: number }]>`SELECT count(*)::int AS n FROM drive_time_areas`)[0].n;
  const kept = await count();
  t.ok(kept > 0 && kept <= 32, `${kept} of two portions`);
  await new Promise((resolve) => setTimeout(resolve, 200));
  t.equal(await count(), kept);
});
