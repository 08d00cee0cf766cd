import fc from 'fast-check';
import t from 'tap';
import { createAccount } from '../../src/store/accounts.js';
import { startTestApp } from '../support/app.js';
import { requestOf } from '../support/request.js';
import { assertAll, type Call, EMAILS, sequences } from './commands.js';
import { Model, ModelMap } from './model.js';

/** `MODEL_RUNS=10000` for a long round. */
const RUNS = Number(process.env.MODEL_RUNS ?? 1000);
const SIDE_BY_SIDE = 4;
t.setTimeout(3_600_000);

const service = await startTestApp(t);
const UNLIMITED = { rateLimit: 1e9, quotaMaps: 1e9, quotaMarkers: 1e9, quotaBulk: 1e9 };
const keys: string[] = [];
for (const email of EMAILS) keys.push(await service.authorization({ email, ...UNLIMITED }));
// Accounts that exist are not invited by mail.
for (const email of ['friend-a@example.com', 'Friend-B@example.com'])
  await createAccount(service.app.sql, email, {});

const call: Call = async (account, method, target, body) => {
  const headers = { authorization: keys[account]!, 'content-type': 'application/json' };
  const request = requestOf({ method, target: `/v1${target}`, headers, ...(body !== undefined && { body }) });
  const { status, json, bytes } = await service.app.dispatch(request);
  // Answer as a client sees it.
  const text = bytes === undefined ? JSON.stringify(json) : String(bytes);
  return { status, json: text === undefined ? undefined : JSON.parse(text) };
};

const probe = (await call(0, 'POST', '/maps', { name: 'Probe' })).json.id;
const colorsOf = async (): Promise<string[]> =>
  (await call(0, 'GET', `/maps/${probe}/colors`)).json.colors.map(({ name }: { name: string }) => name);
const standard = await colorsOf();
await call(0, 'POST', `/maps/${probe}/extended-colors`);
const extended = await colorsOf();

const holds = (numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(sequences, async (commands) => {
      // A thousand sequences transfer more than the accounts may in a day.
      await service.app.sql`DELETE FROM account_use`;
      const model = new Model(standard, extended);
      const { json } = await call(0, 'POST', '/maps', { name: 'First' });
      model.maps.set(json.id, new ModelMap('First', 0));
      await fc.asyncModelRun(() => ({ model, real: call }), commands);
      await assertAll(model, call);
    }),
    { numRuns },
  );

t.test(`${RUNS} sequences of calls leave what a simple model says`, async (t) => {
  // In parallel: they share the service, but no maps.
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => holds(RUNS / SIDE_BY_SIDE)));
  t.pass('no divergence');
});
