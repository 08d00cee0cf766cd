import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { startTestApp } from '../../support/app.js';
import { type Outcome, run } from '../../support/cartload-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const program = fileURLToPath(new URL('../../../load/profiles/main.js', import.meta.url));
const app = await startTestApp(t);
const generous = { rateLimit: 10_000_000, quotaBulk: 10_000_000 };
const keyOf = async (options: object): Promise<string> =>
  (await app.authorization(options)).slice('Bearer '.length);
const key = await keyOf(generous);
const folder = temporaryFolder(t);

const SHORT = '--duration 200ms --warm-up 0 --workers 1 --maps 1 --markers 20'.split(' ');

const load = (t: Test, args: readonly string[], withKey = key): Promise<Outcome> =>
  run(t, args, { program, env: { CARTLOAD_URL: app.app.publicUrl, CARTLOAD_KEY: withKey } });

async function complaint(t: Test, args: readonly string[], withKey = key): Promise<string> {
  const { code, stderr } = await load(t, args, withKey);
  t.equal(code, 1, args.join(' '));
  t.match(stderr, /^load: [^\n]+\n$/, 'one line');
  return stderr.slice('load: '.length, -1);
}

t.test('a run against a service elsewhere prints a table, writes JSON and leaves no map there', async (t) => {
  const file = join(folder, 'result.json');
  const { code, stdout, stderr } = await load(t, ['reads', ...SHORT, '--json', file]);
  t.same({ code, stderr }, { code: 0, stderr: '' });
  t.match(stdout, /^reads: 32 connections, 1 threads, closed loop/, 'and nothing before it');
  const result = JSON.parse(readFileSync(file, 'utf8'));
  t.match(result, { profile: 'reads', failed: [], all: { right: result.all.requests } });
  t.match(Object.keys(result.all.latencyMs), ['p50', 'p90', 'p97.5', 'p99', 'p99.9', 'max']);
  const { body } = await app.clientWith(`Bearer ${key}`)('GET', '/maps');
  t.same(body.data, []);
});

t.test(
  'the capacity of a mix is found and told as a table, the JSON is on stdout all the same',
  async (t) => {
    const args = ['capacity', 'nearby', ...SHORT, '--json', '-', '--p99', '10000'];
    const { code, stdout, stderr } = await load(t, args);
    t.equal(code, 0, stderr);
    t.match(JSON.parse(stdout), { goalMs: 10_000, failed: [], found: [{ profile: 'nearby' }] });
    t.match(
      stderr,
      /^nearby: 32 connections: [\d,]+ requests\/s, p99 [\d.]+ ms, kept\nnearby: [\d,]+ requests\/s: /,
    );
    t.match(stderr, /\n\| mix \| largest load with a p99 of 10000 ms \|.*\n[| -]+\n\| `nearby` \| /);
  },
);

t.test('a key that cannot make the run says what it lacks and how to get more', async (t) => {
  t.match(
    await complaint(t, ['reads', '--maps', '20'], await keyOf({ email: 'few@example.com', quotaMaps: 5 })),
    [
      'the quota of maps leaves the key 5 for today',
      "the run's own maps need 21",
      'cartload key create',
    ].reduce((all, part) => new RegExp(`${all.source}.*${part}`), /^/),
  );
  const slow = await keyOf({ email: 'slow@example.com', rateLimit: 600 });
  t.match(await complaint(t, ['reads', '--rate', '10'], slow), '--rate 10 is more than the key');
  t.equal(
    await complaint(t, ['reads'], await keyOf({ email: 'reader@example.com', scope: 'read_only' })),
    'the key is read_only: a run makes maps of its own',
  );
  t.match(await complaint(t, ['reads'], 'ck_unknown'), /^401 [A-Z_]+: /);
  t.match(
    await complaint(t, ['reads', '--url', 'http://127.0.0.1:1/v1']),
    'http://127.0.0.1:1/v1/me cannot be reached',
  );
  t.equal(await complaint(t, ['reads'], ''), 'no API key: give --key or set CARTLOAD_KEY');
});

t.test('a key with a limit paces the run below it', async (t) => {
  const key = await keyOf({ email: 'paced@example.com', rateLimit: 600, quotaBulk: 10_000_000 });
  const { code, stdout } = await load(t, ['search', ...SHORT], key);
  t.equal(code, 0, stdout);
  t.match(stdout, "the key's limit of 600 requests a minute paces the run at 9.0 a second; a key with more:");
});

t.test('a mistake in the options is one line', async (t) => {
  t.match(await complaint(t, ['sleeps']), "'sleeps' is invalid");
  t.match(await complaint(t, ['reads', '--duration', 'long']), 'a time is needed: 90, 90s, 15m, 1h.');
  t.match(await complaint(t, ['reads', '--rate', '0']), 'a whole number above 0 is needed.');
  t.match(await complaint(t, ['reads', 'writes']), "'writes' is one too many");
  t.match(await complaint(t, ['capacity', '--rate', '9']), 'capacity finds the rate itself');
});
