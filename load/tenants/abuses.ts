import { setTimeout as delay } from 'node:timers/promises';
import { scaled } from '../size.js';
import type { Attack } from './attacks.js';
import { ask, type Client, wanted } from './client.js';
import { atRateLimit, createMap, csvOf, ended, free, headOf, inLines, openSocket } from './lines.js';

/*
 * Abuses by which a single key once stopped a process, or its uploads: given-up uploads, markers and jobs of
 * very many members, clients that read slowly, checks outside of all turns, long bodies, imports that wait
 * for others, circles as wide as the Earth.
 */
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
const PICTURES_AT_ONCE = 4;

const fields = (count: number, value = '1'): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`field ${i}`, value]));

async function createMarker(client: Client, custom_fields: Record<string, string>) {
  const mapId = await createMap(client);
  const body = JSON.stringify({ name: 'Wide', lat: 1, lng: 2, custom_fields });
  const { id } = await wanted<{ id: number }>(ask(client, 'POST', `/maps/${mapId}/markers`, body));
  return `/maps/${mapId}/markers/${id}`;
}

async function importJson(client: Client, markers: unknown[]): Promise<{ mapId: number; statusUrl: string }> {
  const mapId = await createMap(client);
  const body = JSON.stringify({ markers });
  const job = await wanted<{ status_url: string }>(ask(client, 'POST', `/maps/${mapId}/markers/bulk`, body));
  await ended(client, job.status_url);
  return { mapId, statusUrl: job.status_url };
}

const pathOf = (statusUrl: string): string => new URL(statusUrl).pathname.replace(/^\/v1/, '');

export const ABUSES: Record<string, Attack> = {
  'uploads to a bucket that are given up': {
    onBucket: true,
    run: async (attacker) => {
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
  },
  'patches of a marker with 5,000 fields': {
    prepare: (attacker) => createMarker(free(attacker), fields(FIELDS)),
    run: (attacker, path) => {
      const wide = JSON.stringify({ custom_fields: fields(FIELDS, 'x'.repeat(150)) });
      return atRateLimit((i) =>
        ask(attacker, 'PATCH', path as string, i % 2 === 0 ? JSON.stringify({ name: `Wide ${i}` }) : wide),
      );
    },
  },
  'polls of a job with a defect in a field of its own a row': {
    prepare: async (attacker) => {
      const rows = Math.max(1000, scaled(DEFECT_ROWS));
      const markers = Array.from({ length: rows }, (_, i) => ({
        name: `${i}`,
        lat: 1,
        lng: 2,
        custom_fields: { [`field ${i}`]: i },
      }));
      return (await importJson(free(attacker), markers)).statusUrl;
    },
    run: (attacker, statusUrl) => atRateLimit(() => ask(attacker, 'GET', pathOf(statusUrl as string))),
  },
  '500 bad patches of a long marker at once': {
    prepare: (attacker) => longMarkers(free(attacker), 1),
    run: async (attacker, path) => {
      const { text } = await ask(attacker, 'GET', path as string);
      const { data } = JSON.parse(text) as { data: { id: number }[] };
      for (;;) {
        const patches = Array.from({ length: BAD_PATCHES }, () =>
          ask(attacker, 'PATCH', `${path}/${data[0]!.id}`, '{"name":7}').catch(() => {}),
        );
        await Promise.all(patches);
        await delay((60_000 * BAD_PATCHES) / 1_000);
      }
    },
  },
  'readers of long pages that take some KB at a time': {
    prepare: (attacker) => longMarkers(free(attacker), LONG_MARKERS),
    run: (attacker, path) => inLines(SLOW_READERS, () => sip(attacker, `/v1${path}?page_size=100`)),
  },
  'legends of 4 MB': {
    prepare: (attacker) => createMap(free(attacker)),
    run: (attacker, mapId) => {
      const name = 'n'.repeat(CATEGORY_LENGTH);
      const body = (i: number): string =>
        JSON.stringify({
          categories: Array.from({ length: CATEGORIES }, (_, at) => ({ name: `${at} ${i} ${name}` })),
        });
      const bodies = [body(1), body(2)];
      return atRateLimit((i) => ask(attacker, 'PUT', `/maps/${mapId}/categories`, bodies[i % 2]!));
    },
  },
  'imports that wait for a slow geocoding service': {
    run: async (attacker) => {
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
  },
  'pictures of circles as wide as the Earth': {
    prepare: async (attacker) => {
      const client = free(attacker);
      const mapId = await createMap(client);
      const rows = Array.from(
        { length: scaled(CIRCLES) },
        (_, i) => `C${i},${(i % 160) - 80},${(i % 350) - 175},12000\n`,
      );
      const csv = Buffer.from(`name,lat,lng,radius\n${rows.join('')}`);
      const path = `/maps/${mapId}/markers/bulk?marker_type=circle`;
      const job = await wanted<{ status_url: string }>(ask(client, 'POST', path, csv, 'text/csv'));
      await ended(client, job.status_url);
      return mapId;
    },
    run: (attacker, mapId) =>
      inLines(PICTURES_AT_ONCE, async (i) => {
        const client = free(attacker);
        await ask(client, 'PATCH', `/maps/${mapId}`, JSON.stringify({ name: `Circles ${i}` }));
        const options = JSON.stringify({ preset: 'world', format: i % 2 === 0 ? 'png' : 'pdf' });
        const { status, text } = await ask(client, 'POST', `/maps/${mapId}/images`, options);
        if (status === 202) await ended(client, JSON.parse(text).status_url);
        else await delay(100);
      }),
  },
};

/** @returns path of the markers */
async function longMarkers(client: Client, count: number): Promise<string> {
  const custom_fields = fields(LONG_FIELDS, 'x'.repeat(LONG_VALUE));
  const mapId = await createMap(client);
  for (let i = 0; i < count; i++) {
    // A record of an upload, for a body has 1 MiB.
    const body = JSON.stringify({ markers: [{ name: `Long ${i}`, lat: 1, lng: i, custom_fields }] });
    await wanted(ask(client, 'POST', `/maps/${mapId}/markers/bulk`, body));
  }
  return `/maps/${mapId}/markers`;
}

/** Takes some KB of an answer every few seconds, for as long as the service lets it. */
async function sip(client: Client, path: string): Promise<void> {
  const { socket, ended: closing } = openSocket(client);
  let isOpen = true;
  const closed = closing.then(() => {
    isOpen = false;
  });
  socket.pause();
  socket.write(headOf(client, 'GET', path));
  while (isOpen) {
    await Promise.race([closed, delay(READ_EVERY_MS)]);
    socket.read(4096);
  }
}
