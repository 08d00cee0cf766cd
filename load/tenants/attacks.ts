import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { scaled } from '../measure.js';
import { ask, wanted } from '../requests.js';
import { createRandom } from '../seeded-csv.js';
import type { Account } from '../server.js';
import { createMap, upload } from '../upload.js';
import {
  type Attacker,
  atRateLimit,
  csvOf,
  ended,
  free,
  headOf,
  inLines,
  NOTICE_MS,
  openSocket,
  pathOf,
} from './client.js';

/** Prepares an attack, without a rate limit. @returns what runs it until it is ended from outside */
type Attack = (attacker: Attacker) => Promise<() => Promise<void>>;

/** The attack that is for services whose uploads lie in a bucket. */
export const ON_BUCKET = 'uploads to a bucket that are given up';

export const LARGE_ROWS = 500_000;
const PIN_MAPS = 5_000;
const WIDE_ROWS = 150;
const WIDE_FIELDS = 200;
const WIDE_CELL = 31_000;
const WIDE_AT_ONCE = 8;
const IMPORTS = 8;
const IMPORT_ROWS = 600_000;
const PICTURES_AT_ONCE = 8;
const SLOW_BODIES = 100;
const SLOW_BYTE_MS = 500;
const SLOW_EXPORTS = 8;
const READY_AT_ONCE = 50;
const REJECTED_ROWS = 1_000_000;
const LONG_DIGITS = 15_500;
const GIVEN_UP_AT_ONCE = 10;
const GIVEN_UP_BYTES = 9 << 20;
const FIELDS = 5000;
const DEFECT_ROWS = 200_000;
const BAD_PATCHES = 500;
const SLOW_READERS = 205;
const LONG_MARKERS = 24;
const LONG_FIELDS = 250;
const LONG_VALUE = 31_000;
const READ_EVERY_MS = 2_000;
const CATEGORIES = 5000;
const CATEGORY_LENGTH = 800;
const WAITING_IMPORTS = 3;
const WAITING_ROWS = 5_000;
const CIRCLES = 2_000;
const CIRCLES_AT_ONCE = 4;

const fields = (count: number, value = '1'): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`field ${i}`, value]));

async function createMarker(client: Account, custom_fields: Record<string, string>) {
  const mapId = await createMap(client);
  const body = JSON.stringify({ name: 'Wide', lat: 1, lng: 2, custom_fields });
  const { text } = await wanted(ask(client, 'POST', `/maps/${mapId}/markers`, body));
  return `/maps/${mapId}/markers/${(JSON.parse(text) as { id: number }).id}`;
}

/** Imports into a new map, without a rate limit. */
async function prepareMap(attacker: Attacker, body: Iterable<string> | AsyncIterable<string>, query = {}) {
  const mapId = await createMap(free(attacker));
  const from = Readable.from(body, { objectMode: false });
  return { mapId, ...(await upload(free(attacker), { mapId, from, query })) };
}

/** Orders a picture of a map under a new name, which is another picture, and waits for it. */
async function draw(attacker: Attacker, mapId: number, i: number): Promise<void> {
  const client = free(attacker);
  await ask(client, 'PATCH', `/maps/${mapId}`, JSON.stringify({ name: `Drawn ${i}` }));
  const options = JSON.stringify({ preset: 'world', format: i % 2 === 0 ? 'png' : 'pdf' });
  const { status, text } = await ask(client, 'POST', `/maps/${mapId}/images`, options);
  if (status === 202) await ended(client, JSON.parse(text));
  else await delay(NOTICE_MS);
}

/**
 * Attacks by what a key can do, and abuses by which a single one once stopped a process, or its uploads:
 * given-up uploads, markers and jobs of very many members, clients that read slowly, checks outside of all
 * turns, long bodies, imports that wait for others, circles as wide as the Earth.
 */
export const ATTACKS: Record<string, Attack> = {
  '5,000 maps of one pin, nearby from cold': async (attacker) => {
    const client = free(attacker);
    let made = 0;
    const wantedMaps = scaled(PIN_MAPS);
    const line = async (): Promise<void> => {
      while (made < wantedMaps) {
        const lat = (made++ * 0.01) % 80;
        const mapId = await createMap(client);
        const pin = JSON.stringify({ name: 'Pin', lat, lng: 10 });
        await wanted(ask(client, 'POST', `/maps/${mapId}/markers`, pin));
      }
    };
    await Promise.all(Array.from({ length: 16 }, line));
    return () => atRateLimit((i) => ask(attacker, 'GET', `/nearby?lat=${i % 80}&lng=10&n=100`));
  },
  'searches that walk 500,000 markers': async (attacker) => () =>
    atRateLimit((i) =>
      ask(attacker, 'GET', `/maps/${attacker.largeMap}/markers/search?q=${encodeURIComponent(`ÿþ${i}`)}`),
    ),
  'eight pages of 600 MB at a time': async (attacker) => {
    const random = createRandom(7);
    const fields = Array.from({ length: WIDE_FIELDS }, (_, i) => `F${i}`);
    const cell = (): string => String.fromCharCode(97 + Math.floor(random() * 26)).repeat(WIDE_CELL);
    async function* rows(): AsyncGenerator<string> {
      yield `name,lat,lng,${fields.join()}\n`;
      for (let i = 0; i < Math.max(2, scaled(WIDE_ROWS)); i++) {
        await delay(0);
        yield `Wide ${i},1,${i / 100},${fields.map(cell).join()}\n`;
      }
    }
    const { mapId } = await prepareMap(attacker, rows());
    return () =>
      inLines(WIDE_AT_ONCE, async () => {
        await ask(attacker, 'GET', `/maps/${mapId}/markers`);
        await delay(NOTICE_MS);
      });
  },
  'eight imports of 600,000 rows': async (attacker) => {
    const maps: number[] = [];
    for (let i = 0; i < IMPORTS; i++) maps.push(await createMap(free(attacker)));
    const csv = csvOf(scaled(IMPORT_ROWS), 1);
    return async () => {
      for (;;) {
        for (const mapId of maps)
          await ask(attacker, 'POST', `/maps/${mapId}/markers/bulk`, csv, 'text/csv').catch(() => {});
        await delay(NOTICE_MS);
      }
    };
  },
  'clones of 500,000 markers': async (attacker) => () =>
    atRateLimit(() => ask(attacker, 'POST', `/maps/${attacker.largeMap}/clone`, '{}')),
  'a million rejected rows': async (attacker) => {
    const csv = csvOf(scaled(REJECTED_ROWS), 1, true);
    return async () => {
      const path = `/maps/${await createMap(attacker)}/markers/bulk`;
      for (;;) {
        const { status, text } = await ask(attacker, 'POST', path, csv, 'text/csv');
        if (status === 202) await ended(attacker, JSON.parse(text));
        else await delay(1000);
      }
    };
  },
  'pictures of 500,000 markers': async (attacker) => () =>
    inLines(PICTURES_AT_ONCE, (i) => draw(attacker, attacker.largeMap, i)),
  '100 slow bodies': async (attacker) => async () => {
    const mapId = await createMap(attacker);
    await inLines(SLOW_BODIES, () => sendSlowly(attacker, `/v1/maps/${mapId}/markers`));
  },
  'slow exports': async (attacker) => () =>
    inLines(SLOW_EXPORTS, () => readSlowly(attacker, `/v1/maps/${attacker.largeMap}/markers.csv`)),
  'unknown keys':
    async ({ baseUrl }) =>
    () =>
      inLines(SLOW_BODIES, (i) => ask({ baseUrl, key: `ck_${String(i).padStart(40, 'x')}` }, 'GET', '/me')),
  'readiness asked without a pause':
    async ({ baseUrl }) =>
    () =>
      inLines(READY_AT_ONCE, async () => {
        await (await fetch(baseUrl.replace(/\/v1$/, '/readyz'))).arrayBuffer();
      }),
  'numbers of 15,500 digits': async (attacker) => () => {
    const path = `/maps/${attacker.largeMap}/markers?page_size=${'1'.repeat(LONG_DIGITS)}x`;
    return atRateLimit(() => ask(attacker, 'GET', path));
  },
  [ON_BUCKET]: async (attacker) => async () => {
    const mapId = await createMap(attacker);
    const csv = csvOf(200_000, 1).subarray(0, GIVEN_UP_BYTES);
    await inLines(GIVEN_UP_AT_ONCE, async () => {
      const { socket } = openSocket(attacker);
      const path = `/v1/maps/${mapId}/markers/bulk`;
      socket.write(headOf(attacker, 'POST', path, { type: 'text/csv', length: 99_999_999 }));
      await new Promise((resolve) => socket.write(csv, resolve));
      await delay(200);
      socket.destroy();
      await delay(400);
    });
  },
  'patches of a marker with 5,000 fields': async (attacker) => {
    const path = await createMarker(free(attacker), fields(FIELDS));
    const wide = JSON.stringify({ custom_fields: fields(FIELDS, 'x'.repeat(150)) });
    return () =>
      atRateLimit((i) =>
        ask(attacker, 'PATCH', path, i % 2 === 0 ? JSON.stringify({ name: `Wide ${i}` }) : wide),
      );
  },
  'polls of a job with a defect in a field of its own a row': async (attacker) => {
    const markers = Array.from({ length: Math.max(1000, scaled(DEFECT_ROWS)) }, (_, i) => {
      return { name: `${i}`, lat: 1, lng: 2, custom_fields: { [`field ${i}`]: i } };
    });
    const { job } = await prepareMap(attacker, [JSON.stringify({ markers })]);
    return () => atRateLimit(() => ask(attacker, 'GET', pathOf(job)));
  },
  '500 bad patches of a long marker at once': async (attacker) => {
    const path = await longMarkers(free(attacker), 1);
    return async () => {
      const { text } = await ask(attacker, 'GET', path);
      const { data } = JSON.parse(text) as { data: { id: number }[] };
      for (;;) {
        const patches = Array.from({ length: BAD_PATCHES }, () =>
          ask(attacker, 'PATCH', `${path}/${data[0]!.id}`, '{"name":7}').catch(() => {}),
        );
        await Promise.all(patches);
        await delay((60_000 * BAD_PATCHES) / 1_000);
      }
    };
  },
  'readers of long pages that take some KB at a time': async (attacker) => {
    const path = await longMarkers(free(attacker), LONG_MARKERS);
    return () => inLines(SLOW_READERS, () => sip(attacker, `/v1${path}?page_size=100`));
  },
  'legends of 4 MB': async (attacker) => {
    const mapId = await createMap(free(attacker));
    const name = 'n'.repeat(CATEGORY_LENGTH);
    const bodies = [1, 2].map((i) => {
      const categories = Array.from({ length: CATEGORIES }, (_, at) => ({ name: `${at} ${i} ${name}` }));
      return JSON.stringify({ categories });
    });
    return () => atRateLimit((i) => ask(attacker, 'PUT', `/maps/${mapId}/categories`, bodies[i % 2]));
  },
  'imports that wait for a slow geocoding service': async (attacker) => async () => {
    for (;;) {
      for (let i = 0; i < WAITING_IMPORTS; i++) {
        const mapId = await createMap(free(attacker));
        const rows = Array.from(
          { length: WAITING_ROWS },
          (_, row) => `Place ${row},${row} Main St ${performance.now()},Springfield,IL,US\n`,
        );
        const csv = Buffer.from(`name,street,city,state,country\n${rows.join('')}`);
        await ask(attacker, 'POST', `/maps/${mapId}/markers/bulk`, csv, 'text/csv').catch(() => {});
      }
      await delay(5_000);
    }
  },
  'pictures of circles as wide as the Earth': async (attacker) => {
    const rows = Array.from({ length: scaled(CIRCLES) }, (_, i) => {
      return `C${i},${(i % 160) - 80},${(i % 350) - 175},12000\n`;
    });
    const csv = ['name,lat,lng,radius\n', ...rows];
    const { mapId } = await prepareMap(attacker, csv, { marker_type: 'circle' });
    return () => inLines(CIRCLES_AT_ONCE, (i) => draw(attacker, mapId, i));
  },
};

/** @returns path of the markers */
async function longMarkers(client: Account, count: number): Promise<string> {
  const custom_fields = fields(LONG_FIELDS, 'x'.repeat(LONG_VALUE));
  const mapId = await createMap(client);
  for (let i = 0; i < count; i++) {
    // A record of an upload, for a body has 1 MiB.
    const body = JSON.stringify({ markers: [{ name: `Long ${i}`, lat: 1, lng: i, custom_fields }] });
    await wanted(ask(client, 'POST', `/maps/${mapId}/markers/bulk`, body));
  }
  return `/maps/${mapId}/markers`;
}

/** Does something on a connection of its own again and again, for as long as the service lets it. */
async function onConnection(
  client: Account,
  head: string,
  everyMs: number,
  action: (socket: Socket) => void,
): Promise<void> {
  const { socket, ended: closing } = openSocket(client);
  let isOpen = true;
  const closed = closing.then(() => {
    isOpen = false;
  });
  socket.write(head);
  while (isOpen) {
    action(socket);
    await Promise.race([closed, delay(everyMs)]);
  }
}

/** A body of which some bytes come now and then. */
const sendSlowly = (client: Account, path: string): Promise<void> => {
  const head = `${headOf(client, 'POST', path, { type: 'application/json', length: 100_000 })}{`;
  return onConnection(client, head, SLOW_BYTE_MS, (socket) => void socket.resume().write(' '.repeat(64)));
};

/** Takes some KB of an answer every few seconds. */
const sip = (client: Account, path: string): Promise<void> =>
  onConnection(
    client,
    headOf(client, 'GET', path),
    READ_EVERY_MS,
    (socket) => void socket.pause().read(4096),
  );

/** Takes a little of the answer and then no more, for as long as the service lets it. */
async function readSlowly(client: Account, path: string): Promise<void> {
  const { socket, ended } = openSocket(client);
  socket.write(headOf(client, 'GET', path));
  socket.once('data', () => socket.pause());
  await ended;
}

/*
 * An attack on a thread of its own, so that what its client does with 600 MB is not felt as the service's.
 * Says `ready` when it has what it needs, begins at the first message, and goes on until it is terminated.
 */
if (!isMainThread && workerData?.attacker !== undefined) {
  const { name, attacker } = workerData as { name: string; attacker: Attacker };
  const run = await ATTACKS[name]!(attacker);
  parentPort!.once('message', () => void run());
  parentPort!.postMessage('ready');
}
