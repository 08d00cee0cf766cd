import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import type { ImageJob } from '../../../src/schema/image.js';
import { startTestApp } from '../../support/app.js';
import { documentedRoutes } from '../../support/documented.js';
import { createFullMap, endImport, type FullMap, readContents } from '../../support/full-map.js';
import { RawConnection } from '../../support/raw-connection.js';
import { requestOf } from '../../support/request.js';
import { StandInRenderer } from '../../support/stand-in-renderer.js';
import { type Named, VALID_REQUESTS, type ValidRequest } from '../../support/valid-requests.js';
import { type Caller, createCallers, newAccount } from './callers.js';
import { expectedStatus, isWrite, type Operation, type Target } from './rules.js';

/*
 * Every operation, by every kind of caller, on everything that a request can name: answered as `rules.ts`
 * says. The operations come from the table of routes, so that a new one has to be given a request in
 * test/support/valid-requests.ts.
 */

const service = await startTestApp(t, {}, { imageRenderer: new StandInRenderer() });
const { sql } = service.app;
const friend = await newAccount(sql, 'friend');
const stranger = await newAccount(sql, 'stranger');
const callers = await createCallers(sql);

const STATES = ['active', 'archived', 'deleted'] as const;
type State = (typeof STATES)[number];

async function createMap(accountId: number, state: State): Promise<FullMap> {
  const full = await createFullMap(sql, accountId, friend.email);
  await endImport(sql, service.dataDir, full);
  if (state === 'archived') await sql`UPDATE maps SET status = 'archived' WHERE id = ${full.map}`;
  if (state === 'deleted') await sql`UPDATE maps SET deleted_at = now() WHERE id = ${full.map}`;
  return full;
}

type MapsByState = Record<State, FullMap>;
async function createMaps(accountId: number): Promise<MapsByState> {
  const maps = await Promise.all(STATES.map((state) => createMap(accountId, state)));
  return Object.fromEntries(STATES.map((state, i) => [state, maps[i]!])) as MapsByState;
}

const foreign = await createMaps(stranger.id);
for (const level of ['viewer', 'member', 'admin'])
  for (const { map } of Object.values(foreign))
    await sql`
      INSERT INTO shares (map_id, account_id, access_level, email)
      SELECT ${map}, id, ${level}, email FROM accounts WHERE email = ${`${level}@example.com`}`;

/**
 * Members that requests name that name maps, and what only those can get wrong that name a marker or share,
 * too.
 */
interface Cells {
  maps: Cell[];
  children: Cell[];
}
interface Cell extends Target {
  named: Record<keyof Named, number | string>;
}

const MISSING = {
  map: 999_999_999,
  marker: 999_999_999,
  share: 999_999_999,
  job: 'job_0',
  webhook: 999_999_999,
};
const MALFORMED = ['abc', '0', '-1', '1.0', '+1', '9007199254740993', '99999999999999999999'];

async function cellsOf(accountId: number): Promise<Cells> {
  const own = await createMaps(accountId);
  const second = await createMap(accountId, 'active');
  const expired = await createMap(accountId, 'active');
  await sql`UPDATE markers SET expires_at = now() - interval '1 day' WHERE map_id = ${expired.map}`;
  const of = (name: string, { accountId, ...named }: FullMap, state: State): Cell => ({
    name: `${name} ${state}`,
    map: { accountId, state },
    hasChildren: true,
    named,
  });
  const none = (name: string, named: Cell['named']): Cell => ({ name, map: null, hasChildren: false, named });
  const child = (name: string, { marker, share }: Pick<Cell['named'], 'marker' | 'share'>): Cell => ({
    name,
    map: { accountId, state: 'active' },
    hasChildren: false,
    named: { ...own.active, marker, share },
  });
  return {
    maps: [
      ...STATES.map((state) => of('own', own[state], state)),
      ...STATES.map((state) => of('foreign', foreign[state], state)),
      none('missing', MISSING),
      ...MALFORMED.map((id) => none(id, { map: id, marker: id, share: id, job: `${id}-`, webhook: id })),
    ],
    children: [
      child('of another map', second),
      child('of an archived map', own.archived),
      child('of a deleted map', own.deleted),
      child('of a foreign map', foreign.active),
      child('expired, or of another map', expired),
      child('missing', MISSING),
      ...MALFORMED.map((id) => child(id, { marker: id, share: id })),
      {
        ...of('foreign', foreign.active, 'active'),
        name: 'on a foreign map',
        named: { ...own.active, map: foreign.active.map },
      },
      none('on a missing map', { ...own.active, map: MISSING.map }),
    ],
  };
}

const SHARED = /foreign|missing|own active/;
const SOME = /^(own active|foreign active|missing)$/;
const NOTHING: Cell = { name: '', map: null, hasChildren: false, named: MISSING };
const cells = new Map<number, Cells>();
for (const { account } of callers)
  if (!cells.has(account.id)) cells.set(account.id, await cellsOf(account.id));

const routes = documentedRoutes();
/** Signed addresses, and e-mail and password, stand for themselves (test/api/session.test.ts). */
const BY_ADDRESS = new Set(['downloadImage', 'headImage', 'createSession']);
const UNKNOWN: Operation[] = [
  ['GET', '/nowhere'],
  ['POST', '/maps/{map_id}/nowhere'],
  ['PUT', '/maps/{map_id}'],
  ['DELETE', '/maps'],
  ['PATCH', '/openapi.json'],
  ['POST', '/jobs/{job_id}'],
].map(([method = '', path = '']) => ({ operationId: null, method, path, hasInput: true }));
const KNOWN: Operation[] = routes
  .filter(({ operationId }) => !BY_ADDRESS.has(operationId))
  .map(({ operationId, method, path, query, body, bodyDoc }) => ({
    operationId,
    method,
    path,
    hasInput: (query ?? body ?? bodyDoc) !== undefined,
  }));
const operations = [...KNOWN, ...UNKNOWN];

const BROKEN = { headers: { 'content-type': 'application/json' }, body: Buffer.from('{') };

const requestFor = ({ operationId, path }: Operation): ValidRequest =>
  VALID_REQUESTS[operationId ?? ''] ?? {
    target: ({ map, job }) => `/v1${path.replace('{map_id}', `${map}`).replace('{job_id}', job)}`,
    status: 404,
  };

/** Each from an address of its own, so that the limit for addresses is not met. */
let addresses = 0;
const nextAddress = (): string => {
  const n = ++addresses;
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
};

async function ask(operation: Operation, caller: Caller, named: Cell['named'], isBroken: boolean) {
  const valid = requestFor(operation);
  const target = valid.target(named as unknown as Named);
  const parts = isBroken ? BROKEN : valid.parts;
  const reply = await service.app.dispatch(
    requestOf({
      method: operation.method,
      target: isBroken ? `${target.split('?')[0]}?%zz` : target,
      headers: {
        'x-request-id': 'matrix',
        ...(caller.authorization && { authorization: caller.authorization }),
        ...parts?.headers,
      },
      body: parts?.body,
      remoteAddress: nextAddress(),
    }),
  );
  if (reply.bytes && typeof reply.bytes === 'object' && Symbol.asyncIterator in reply.bytes)
    for await (const _ of reply.bytes);
  reply.onEnd?.({ bytes: 0, isComplete: true });
  return reply;
}

/**
 * Subjects that an operation is tried on by a caller. Who gets nowhere is tried on what is and what is not;
 * what is not shared is the same to all others: the keys of one account stand for them.
 */
function cellsFor({ path, operationId }: Operation, { account, name, isKnown }: Caller): Cell[] {
  if (!/\{\w+_id\}/.test(path) && operationId !== 'findNearby') return [NOTHING];
  const { maps, children } = cells.get(account.id)!;
  const all = /\{(marker|share)_id\}/.test(path) ? [...maps, ...children] : maps;
  const isEntitled = isKnown && account.plan === 'enterprise';
  const tried = name.startsWith('owner')
    ? all
    : all.filter((cell) => (isEntitled ? SHARED : SOME).test(cell.name));
  return operationId === 'findNearby' ? tried.filter((cell) => !MALFORMED.includes(cell.name)) : tried;
}

/** Bodies and headers of refusals that say nothing of what was asked for. */
const refusals = new Map<number, Set<string>>();
const COUNTERS = /^(x-ratelimit-|retry-after)/;

t.test('every operation has a request here, and names nothing that the matrix does not know', async (t) => {
  t.same(
    [...Object.keys(VALID_REQUESTS), ...BY_ADDRESS].sort(),
    routes.map(({ operationId }) => operationId).sort(),
  );
  for (const { path } of routes)
    t.match(path.replaceAll(/\{((map|marker|share|job|webhook)_id|[zxy])\}/g, ''), /^[^{}]*$/);
});

t.test('what is refused is refused by the rules, and what may be read is read', async (t) => {
  const before = await readContents(sql);
  let count = 0;
  for (const operation of operations) {
    const wrong: unknown[] = [];
    const { status: success } = requestFor(operation);
    const tryAll = async (caller: Caller): Promise<void> => {
      for (const cell of cellsFor(operation, caller)) {
        for (const isBroken of operation.hasInput ? [true, false] : [false]) {
          const expected = expectedStatus(operation, caller, cell, isBroken, success);
          if (expected < 400 && isWrite(operation)) continue;
          const { status, json, headers } = await ask(operation, caller, cell.named, isBroken);
          count++;
          if (status !== expected)
            wrong.push({ by: caller.name, of: cell.name, isBroken, expected, status, json });
          if (![401, 402, 403, 404].includes(status)) continue;
          // A path that no map has is told its right form, which says nothing of maps.
          if (status === 404 && (operation.operationId === null || MALFORMED.includes(cell.name))) continue;
          const told = Object.entries(headers ?? {}).filter(([name]) => !COUNTERS.test(name));
          const alike = refusals.get(status) ?? new Set();
          refusals.set(status, alike.add(JSON.stringify([told, json])));
        }
      }
    };
    await Promise.all(callers.map(tryAll));
    t.same(wrong, [], `${operation.method} ${operation.path}`);
  }
  t.comment(`${count} requests`);
  t.same(await readContents(sql), before, 'nothing was written');
});

t.test('refusals of one status are the same bytes, whatever may be there', async (t) => {
  t.same([...refusals.keys()].sort(), [401, 402, 403, 404]);
  // A 401 says what the header lacks.
  for (const [status, alike] of refusals)
    if (status !== 401) t.equal(alike.size, 1, `${status}: ${[...alike].slice(0, 3)}`);
});

t.test('a foreign, a missing and a deleted map cost the same statements', async (t) => {
  const [owner] = callers as [Caller];
  const { maps } = cells.get(owner.account.id)!;
  const named = (name: string) => maps.find((cell) => cell.name === name)!.named;
  const statements: string[] = [];
  // Work that is asked for by jobs and the like goes another way.
  (sql as unknown as { options: { debug: unknown } }).options.debug = (_: number, text: string) =>
    statements.push(text);
  for (const operation of operations.filter(({ path }) => /\{(map|job)_id\}/.test(path))) {
    const statementsOf = async (): Promise<string[][]> => {
      const seen = [];
      for (const name of ['missing', 'foreign active', 'foreign archived', 'own deleted']) {
        if (operation.operationId === 'restoreMap' && name === 'own deleted') continue;
        statements.length = 0;
        await ask(operation, owner, named(name), false);
        seen.push([...statements]);
      }
      return seen;
    };
    const differs = (seen: string[][]): boolean =>
      seen.some((each) => JSON.stringify(each) !== JSON.stringify(seen[0]));
    let seen = await statementsOf();
    // Work behind answers, such as the feed of jobs, asks now and then, on a slow machine for a while.
    for (let tries = 0; tries < 100 && differs(seen); tries++) {
      await delay(20);
      seen = await statementsOf();
    }
    for (const each of seen) t.same(each, seen[0], `${operation.method} ${operation.path}`);
  }
});

t.test('every write that is allowed is done', async (t) => {
  const write = async (operation: Operation, caller: Caller): Promise<void> => {
    const { status: success } = requestFor(operation);
    const tried = new Set<string>();
    for (const cell of cellsFor(operation, caller)) {
      if (expectedStatus(operation, caller, cell, false, success) >= 400) continue;
      // A map for each, which the others do not miss.
      const named = cell.map ? await createMap(cell.map.accountId, cell.map.state) : cell.named;
      const { status, json } = await ask(operation, caller, named, false);
      tried.add(cell.name);
      t.equal(
        status,
        success,
        `${operation.operationId} by ${caller.name} of ${cell.name}: ${JSON.stringify(json)}`,
      );
    }
  };
  for (const operation of operations.filter(isWrite))
    await Promise.all(callers.map((caller) => write(operation, caller)));
});

t.test('a foreign and a missing map are the same bytes on the wire', async (t) => {
  const [owner] = callers as [Caller];
  const connection = await RawConnection.open(Number(new URL(service.app.publicUrl).port));
  const seen = [];
  for (const map of [foreign.active.map, foreign.deleted.map, MISSING.map]) {
    await connection.send(
      `GET /v1/maps/${map} HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\nAuthorization: ${owner.authorization}\r\n\r\n`,
    );
    const { status, headers, body } = await connection.response();
    const told = Object.entries(headers).filter(([name]) => !COUNTERS.test(name) && name !== 'date');
    seen.push({ status, told, body: body.toString() });
  }
  connection.socket.destroy();
  t.equal(seen[0]!.status, 404);
  for (const each of seen) t.same(each, seen[0]);
});

t.test('the address of a picture lets everybody in, and to nothing else', async (t) => {
  const [owner] = callers as [Caller];
  const drawnOf = async (map: FullMap): Promise<string> => {
    for (;;) {
      const { json } = await ask(
        KNOWN.find(({ operationId }) => operationId === 'renderImage')!,
        owner,
        map,
        false,
      );
      const { image_url } = json as ImageJob;
      if (image_url) return image_url.slice(new URL(image_url).origin.length);
      await delay(10);
    }
  };
  const [kept, other, gone] = [
    await createMap(owner.account.id, 'active'),
    await createMap(owner.account.id, 'archived'),
    await createMap(owner.account.id, 'active'),
  ];
  const [address, otherAddress, lost] = [await drawnOf(kept), await drawnOf(other), await drawnOf(gone)];
  await sql`UPDATE maps SET deleted_at = now() WHERE id = ${gone.map}`;
  const [path, query] = address.split('?');
  const expected: [string, number][] = [
    [address, 200],
    [otherAddress, 200],
    [lost, 404],
    [`${otherAddress.split('?')[0]}?${query}`, 404],
    [`${path}?${query!.replace(/expires=\d/, 'expires=9')}`, 404],
    [`${address}A`, 404],
    [`/v1/images/job_0?${query}`, 404],
    [`/v1/images/a.b?${query}`, 404],
    [path!, 400],
  ];
  for (const caller of callers) {
    for (const method of ['GET', 'HEAD']) {
      for (const [target, status] of expected) {
        const headers = { ...(caller.authorization && { authorization: caller.authorization }) };
        const reply = await service.app.dispatch(
          requestOf({ method, target, headers, remoteAddress: nextAddress() }),
        );
        if (reply.bytes && typeof reply.bytes === 'object')
          for await (const _ of reply.bytes as AsyncIterable<Buffer>);
        t.equal(
          reply.status,
          caller.usedUp === 'minute' ? 429 : status,
          `${method} ${target} by ${caller.name}`,
        );
      }
    }
  }
});
