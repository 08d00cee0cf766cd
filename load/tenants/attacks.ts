import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../seeded-csv.js';
import { scaled } from '../size.js';
import { ABUSES } from './abuses.js';
import { ask, type Client, wanted } from './client.js';
import {
  atRateLimit,
  createMap,
  csvOf,
  ended,
  free,
  headOf,
  inLines,
  NOTICE_MS,
  openSocket,
} from './lines.js';

/** An account that does the worst that a key can do. */
export interface Attacker extends Client {
  /** Key of the same account without a rate limit, for preparations. */
  freeKey: string;
  /** A map of the account's with `LARGE_ROWS` markers. */
  largeMap: number;
}

export interface Attack {
  /** The attack is for services whose uploads lie in a bucket. */
  onBucket?: true;
  /** Prepares the attack, without a rate limit. @returns what `run` needs */
  prepare?(attacker: Attacker): Promise<unknown>;
  /** Runs the attack until it is ended from outside. */
  run(attacker: Attacker, prepared: unknown): Promise<void>;
}

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

export const ATTACKS: Record<string, Attack> = {
  '5,000 maps of one pin, nearby from cold': {
    prepare: async (attacker) => {
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
    },
    run: (attacker) => atRateLimit((i) => ask(attacker, 'GET', `/nearby?lat=${i % 80}&lng=10&n=100`)),
  },
  'searches that walk 500,000 markers': {
    run: (attacker) =>
      atRateLimit((i) =>
        ask(attacker, 'GET', `/maps/${attacker.largeMap}/markers/search?q=${encodeURIComponent(`ÿþ${i}`)}`),
      ),
  },
  'eight pages of 600 MB at a time': {
    prepare: async (attacker) => {
      const mapId = await createMap(free(attacker));
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
      const job = await wanted<{ status_url: string }>(
        uploadStream(free(attacker), mapId, Readable.from(rows())),
      );
      await ended(free(attacker), job.status_url);
      return mapId;
    },
    run: (attacker, mapId) =>
      inLines(WIDE_AT_ONCE, async () => {
        await ask(attacker, 'GET', `/maps/${mapId}/markers`);
        await delay(NOTICE_MS);
      }),
  },
  'eight imports of 600,000 rows': {
    prepare: async (attacker) => {
      const client = free(attacker);
      const maps: number[] = [];
      for (let i = 0; i < IMPORTS; i++) maps.push(await createMap(client));
      return { maps, csv: csvOf(scaled(IMPORT_ROWS), 1) };
    },
    run: async (attacker, prepared) => {
      const { maps, csv } = prepared as { maps: number[]; csv: Buffer };
      for (;;) {
        for (const mapId of maps)
          await ask(attacker, 'POST', `/maps/${mapId}/markers/bulk`, csv, 'text/csv').catch(() => {});
        await delay(NOTICE_MS);
      }
    },
  },
  'clones of 500,000 markers': {
    run: (attacker) => atRateLimit(() => ask(attacker, 'POST', `/maps/${attacker.largeMap}/clone`, '{}')),
  },
  'a million rejected rows': {
    prepare: async () => csvOf(scaled(REJECTED_ROWS), 1, true),
    run: async (attacker, csv) => {
      const mapId = await createMap(attacker);
      for (;;) {
        const { text } = await ask(
          attacker,
          'POST',
          `/maps/${mapId}/markers/bulk`,
          csv as Buffer,
          'text/csv',
        );
        const { status_url: statusUrl } = JSON.parse(text) as { status_url?: string };
        if (statusUrl) await ended(attacker, statusUrl);
        else await delay(1000);
      }
    },
  },
  'pictures of 500,000 markers': {
    run: (attacker) =>
      inLines(PICTURES_AT_ONCE, async (i) => {
        const { largeMap } = attacker;
        // Under another name it is another picture.
        await ask(free(attacker), 'PATCH', `/maps/${largeMap}`, JSON.stringify({ name: `Drawn ${i}` }));
        const options = JSON.stringify({ preset: 'world', format: i % 2 === 0 ? 'png' : 'pdf' });
        const { status, text } = await ask(free(attacker), 'POST', `/maps/${largeMap}/images`, options);
        if (status === 202) await ended(free(attacker), JSON.parse(text).status_url);
        else await delay(NOTICE_MS);
      }),
  },
  '100 slow bodies': {
    run: async (attacker) => {
      const mapId = await createMap(attacker);
      await inLines(SLOW_BODIES, () => sendSlowly(attacker, `/v1/maps/${mapId}/markers`));
    },
  },
  'slow exports': {
    run: (attacker) =>
      inLines(SLOW_EXPORTS, () => readSlowly(attacker, `/v1/maps/${attacker.largeMap}/markers.csv`)),
  },
  'unknown keys': {
    run: ({ baseUrl }) =>
      inLines(SLOW_BODIES, (i) => ask({ baseUrl, key: `ck_${String(i).padStart(40, 'x')}` }, 'GET', '/me')),
  },
  'readiness asked without a pause': {
    run: ({ baseUrl }) =>
      inLines(READY_AT_ONCE, async () => {
        await (await fetch(baseUrl.replace(/\/v1$/, '/readyz'))).arrayBuffer();
      }),
  },
  'numbers of 15,500 digits': {
    run: (attacker) => {
      const path = `/maps/${attacker.largeMap}/markers?page_size=${'1'.repeat(LONG_DIGITS)}x`;
      return atRateLimit(() => ask(attacker, 'GET', path));
    },
  },
  ...ABUSES,
};

async function uploadStream({ baseUrl, key }: Client, mapId: number, body: Readable) {
  const begin = performance.now();
  const response = await fetch(`${baseUrl}/maps/${mapId}/markers/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: Readable.toWeb(body) as ReadableStream,
    duplex: 'half',
  });
  return { status: response.status, text: await response.text(), ms: performance.now() - begin };
}

/** A body of which some bytes come now and then, for as long as the service waits. */
async function sendSlowly(client: Client, path: string): Promise<void> {
  const { socket, ended } = openSocket(client);
  let isOpen = true;
  const closed = ended.then(() => {
    isOpen = false;
  });
  socket.resume();
  socket.write(`${headOf(client, 'POST', path, { type: 'application/json', length: 100_000 })}{`);
  while (isOpen) {
    socket.write(' '.repeat(64));
    await Promise.race([closed, delay(SLOW_BYTE_MS)]);
  }
}

/** Takes a little of the answer and then no more, for as long as the service lets it. */
async function readSlowly(client: Client, path: string): Promise<void> {
  const { socket, ended } = openSocket(client);
  socket.write(headOf(client, 'GET', path));
  socket.once('data', () => socket.pause());
  await ended;
}
