import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { NO_GEODATA } from '../../../src/geo/geodata.js';
import { removeBoundaryLayer, storeBoundaryLayer } from '../../../src/store/boundaries.js';
import { connect } from '../../../src/store/client.js';
import { listenToChannels } from '../../../src/store/listen.js';
import { CurrentGeodata } from '../../../src/world/geodata/current-geodata.js';
import { LoadedBoundaries } from '../../../src/world/geodata/loaded-boundaries.js';
import { createDatabase } from '../../support/database.js';
import { recordLog } from '../../support/recorded-log.js';
import { testLayer } from '../../support/test-layer.js';

const { url } = await createDatabase(t);
const open = () => connect(url, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 30_000 });
const sql = open();
t.teardown(() => sql.end({ timeout: 5 }));

const load = ({ layer, packed }: ReturnType<typeof testLayer>) => storeBoundaryLayer(url, layer, packed);

function embedded() {
  const { packed } = testLayer('us_zip', ['00000']);
  const shared = new SharedArrayBuffer(packed.length);
  new Uint8Array(shared).set(packed);
  return new CurrentGeodata({ ...NO_GEODATA, layers: { us_zip: shared } });
}

/** The layers of a process, with connections of their own. */
async function startProcess(t: Test) {
  const { log, entries } = recordLog();
  const own = open();
  const geodata = embedded();
  const boundaries = new LoadedBoundaries({ sql: own, geodata, log });
  const listener = await listenToChannels({
    url,
    log,
    channels: { boundaries_changed: () => void boundaries.changed() },
  });
  await boundaries.start();
  t.teardown(async () => {
    await boundaries.stop();
    await listener.close();
    await own.end({ timeout: 5 });
  });
  const has = (code: string): boolean => geodata.regions.geometryOf(`census/us_zip/${code}`) !== null;
  const until = async (code: string): Promise<void> => {
    while (!has(code)) await delay(5);
  };
  const untilGone = async (code: string): Promise<void> => {
    while (has(code)) await delay(5);
  };
  return { geodata, boundaries, has, until, untilGone, entries };
}

t.test(
  'every process has what one loads, at once and when it starts later, until it is removed',
  async (t) => {
    const [one, two] = await Promise.all([startProcess(t), startProcess(t)]);
    t.ok(one.has('00000'));
    const before = one.geodata.current;
    await load(testLayer('us_zip', ['20001', '20002']));
    await Promise.all([one.until('20002'), two.until('20002')]);
    t.ok(one.has('00000'), 'an embedded area of which there is no other');
    t.not(one.geodata.current.version, before.version);
    t.equal(one.geodata.current.version, two.geodata.current.version);
    // An import under way still holds the earlier layers.
    t.equal(before.layers.us_zip!.byteLength, testLayer('us_zip', ['00000']).packed.length);
    const later = await startProcess(t);
    t.ok(later.has('20001'));
    t.same(later.boundaries.attributions, [
      { use: 'boundaries', name: 'census/us_zip', credit: 'Somebody', licence: 'CC0-1.0', url: '' },
    ]);
    await load(testLayer('us_zip', ['20003']));
    await Promise.all([one, two, later].map((process) => process.until('20003')));
    await removeBoundaryLayer(sql, 'us_zip');
    await Promise.all([one, two, later].map((process) => process.untilGone('20003')));
    t.ok(later.has('00000'));
    t.same(later.boundaries.attributions, []);
    t.equal(later.geodata.current.version, before.version);
  },
);

t.test(
  'layers of several types stand side by side, and one that is there already is not read again',
  async (t) => {
    const process = await startProcess(t);
    await load(testLayer('us_zip', ['20001']));
    await process.until('20001');
    const held = process.geodata.current.layers.us_zip;
    await load(testLayer('us_county', ['11001']));
    while (!process.geodata.current.layers.us_county) await delay(5);
    t.equal(process.geodata.current.layers.us_zip, held);
    t.equal(process.geodata.regions.codeOf('us_county', 39.05, -76.95), '11001');
    await removeBoundaryLayer(sql, 'us_zip');
    await removeBoundaryLayer(sql, 'us_county');
  },
);

t.test('a damaged layer is told once, and the embedded areas stay until it is stored again', async (t) => {
  const process = await startProcess(t);
  const whole = testLayer('us_zip', ['20001']);
  const errors = () => process.entries.filter(({ level }) => level === 50);
  await load({ ...whole, packed: whole.packed.slice(0, -8) });
  while (errors().length === 0) await delay(5);
  t.match(errors()[0]!.msg, /cannot use loaded boundaries/);
  await process.boundaries.changed();
  t.equal(errors().length, 1);
  t.ok(process.has('00000'));
  t.same(process.boundaries.attributions, []);
  await load(whole);
  await process.until('20001');
  const alien = testLayer('us_county', ['20001']);
  await load({ ...alien, layer: { ...alien.layer, type: 'us_zip' } });
  await process.untilGone('20001');
  t.ok(process.has('00000'));
  t.equal(errors().length, 2);
  await removeBoundaryLayer(sql, 'us_zip');
});

t.test('a database that is away is asked again', async (t) => {
  const gone = connect('postgres://nobody:x@127.0.0.1:1/nothing', {
    applicationName: 'test',
    maxConnections: 1,
    statementTimeoutMs: 1000,
  });
  let isAway = true;
  const away = new Proxy(sql, {
    apply: (target, self, args) => Reflect.apply(isAway ? gone : target, self, args),
  });
  t.teardown(() => gone.end({ timeout: 1 }));
  const { log, entries } = recordLog();
  const geodata = embedded();
  await load(testLayer('us_zip', ['20009']));
  const boundaries = new LoadedBoundaries({ sql: away, geodata, log });
  t.teardown(() => boundaries.stop());
  await boundaries.start();
  t.match(entries[0]!.msg, /could not read loaded boundaries: trying again/);
  isAway = false;
  while (geodata.regions.geometryOf('census/us_zip/20009') === null) await delay(5);
});
