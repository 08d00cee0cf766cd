import t from 'tap';
import { run, runForComplaint, runForResult } from '../support/cartload-process.js';
import { connectTest, createDatabase } from '../support/database.js';

const { url } = await createDatabase(t);
const env = { DATABASE_URL: url };
const sql = connectTest(t, url);

const stored = async (email: string) =>
  (await sql`SELECT plan, superuser, health_data, row_limit FROM accounts WHERE email = ${email}`)[0];

t.test('an account is created on the enterprise plan, and shown in one line', async (t) => {
  const result = await runForResult(t, ['account', 'create', '--email', 'plain@example.com'], { env });
  t.same(Object.keys(result), ['account_id', 'email', 'plan']);
  t.match(result, { account_id: Number, email: 'plain@example.com', plan: 'enterprise' });
  const expected = { plan: 'enterprise', superuser: false, health_data: false, row_limit: null };
  t.same(await stored('plain@example.com'), expected);
});

t.test('every option of create is stored', async (t) => {
  const email = "o'hara+ü@example.com";
  const options = ['--plan', 'business', '--superuser', '--health-data', '--row-limit', '5'];
  const result = await runForResult(t, ['account', 'create', '--email', email, ...options], { env });
  t.match(result, { email, plan: 'business' });
  t.same(await stored(email), { plan: 'business', superuser: true, health_data: true, row_limit: 5 });
});

t.test('an e-mail has one account, however it is written', async (t) => {
  await runForResult(t, ['account', 'create', '--email', 'twice@example.com'], { env });
  t.equal(
    await runForComplaint(t, ['account', 'create', '--email', 'Twice@Example.com'], { env }),
    "Twice@Example.com already has an account: change it with 'account set'",
  );
});

t.test('set changes what is given and nothing else', async (t) => {
  const email = 'changed@example.com';
  const set = (...options: string[]) =>
    runForResult(t, ['account', 'set', '--email', email, ...options], { env });
  const { account_id } = await runForResult(
    t,
    ['account', 'create', '--email', email, '--superuser', '--row-limit', '7'],
    { env },
  );
  t.same(await set('--plan', 'free'), { account_id, email, plan: 'free' });
  t.same(await stored(email), { plan: 'free', superuser: true, health_data: false, row_limit: 7 });
  await set('--no-superuser', '--health-data', '--row-limit', '999999999');
  t.same(await stored(email), { plan: 'free', superuser: false, health_data: true, row_limit: 999_999_999 });
  await set();
  t.same(await stored(email), { plan: 'free', superuser: false, health_data: true, row_limit: 999_999_999 });
});

t.test('set finds an account however its e-mail is written, and none that is not there', async (t) => {
  const { account_id } = await runForResult(t, ['account', 'create', '--email', 'case@example.com'], { env });
  t.same(
    (await runForResult(t, ['account', 'set', '--email', 'CASE@example.com'], { env })).account_id,
    account_id,
  );
  t.equal(
    await runForComplaint(t, ['account', 'set', '--email', 'nobody@example.com', '--plan', 'free'], { env }),
    'nobody@example.com has no account',
  );
});

t.test('an account is shown with its limits and what it has', async (t) => {
  const email = 'shown@example.com';
  const show = (...options: string[]) =>
    runForResult(t, ['account', 'show', '--email', email, ...options], { env });
  const { account_id } = await runForResult(t, ['account', 'create', '--email', email], { env });
  const { created_at, ...empty } = await show();
  t.match(created_at, /^\d{4}-\d\d-\d\dT/);
  const nothing = {
    account_id,
    email,
    plan: 'enterprise',
    pending: false,
    superuser: false,
    health_data: false,
    row_limit: 1_000_000,
    keys: { valid: 0, revoked: 0 },
    maps: { active: 0, archived: 0, deleted: 0 },
    markers: 0,
    jobs: { queued: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 },
  };
  t.same(empty, nothing);
  await runForResult(t, ['account', 'set', '--email', email, '--row-limit', '7'], { env });
  await sql`
    INSERT INTO maps (account_id, name, status, deleted_at) VALUES
      (${account_id}, 'a', 'active', NULL), (${account_id}, 'b', 'active', NULL), (${account_id}, 'c', 'archived', NULL),
      (${account_id}, 'd', 'archived', now())`;
  await sql`INSERT INTO map_counts SELECT id, shard, 500000, 0 FROM maps, generate_series(1, 2) shard WHERE account_id = ${account_id}`;
  await sql`
    INSERT INTO jobs (id, map_id, kind, status, task, total, first_marker_id)
    SELECT name || s, maps.id, 'test', s, '{}', 1, 1 FROM maps, unnest('{completed,failed}'::text[]) s WHERE account_id = ${account_id}`;
  await sql`
    INSERT INTO api_keys (account_id, hash, scope, revoked_at) VALUES (${account_id}, '1', 'read_only', NULL), (${account_id}, '2', 'read_only', now())`;
  const { created_at: _, ...filled } = await show();
  t.same(filled, {
    ...nothing,
    row_limit: 7,
    keys: { valid: 1, revoked: 1 },
    maps: { active: 2, archived: 1, deleted: 1 },
    markers: 3_000_000,
    jobs: { ...nothing.jobs, completed: 3, failed: 3 },
  });
  t.equal(
    await runForComplaint(t, ['account', 'show', '--email', 'nobody@example.com'], { env }),
    'nobody@example.com has no account',
  );
});

t.test('a wrong command line is refused in one line, before any database is asked', async (t) => {
  // Nothing listens there: an attempt would say something else.
  const nowhere = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:9/none' };
  const create = ['account', 'create', '--email', 'a@example.com'];
  const cases: [string[], string | RegExp][] = [
    [['account', 'create'], "required option '--email <email>' not specified"],
    [[...create, '--superusr'], "unknown option '--superusr' (Did you mean --superuser?)"],
    [[...create, 'more'], "too many arguments for 'create'. Expected 0 arguments but got 1."],
    [
      [...create, '--plan', 'gold'],
      "option '--plan <plan>' argument 'gold' is invalid. Allowed choices are free, business, enterprise.",
    ],
    [['account', 'delete'], "unknown command 'delete'"],
    [['accounts'], "unknown command 'accounts' (Did you mean account?)"],
  ];
  for (const value of ['1.5', '1000000000'])
    cases.push([
      [...create, `--row-limit=${value}`],
      `option '--row-limit <rows>' argument '${value}' is invalid. it must be a whole number from 0 to 999999999.`,
    ]);
  for (const value of ['a@b@c', 'line\n@example.com'])
    cases.push([
      ['account', 'create', `--email=${value}`],
      `option '--email <email>' argument '${value.replace(/\n/, ' ')}' is invalid. it must be an e-mail address.`,
    ]);
  await inPairs(cases, async ([args, complaint]) => {
    t.equal(await runForComplaint(t, args, { env: nowhere }), complaint);
  });
});

t.test('a database that cannot be used is said in one line', async (t) => {
  const create = ['account', 'create', '--email', 'a@example.com'];
  const complaint = (address: string) => runForComplaint(t, create, { env: { DATABASE_URL: address } });
  t.equal(
    await complaint('postgres://user:secret@127.0.0.1:9/none'),
    'the database cannot be used: connect ECONNREFUSED 127.0.0.1:9',
  );
  const wrongPassword = new URL(url);
  wrongPassword.password = 'wrong';
  t.match(
    await complaint(wrongPassword.href),
    /^the database cannot be used: password authentication failed/,
  );
  const missing = new URL(url);
  missing.pathname = '/no_such_database';
  t.equal(
    await complaint(missing.href),
    'the database cannot be used: database "no_such_database" does not exist',
  );
});

t.test('help goes to stdout when it was asked for, and to stderr when a command is missing', async (t) => {
  for (const args of [
    ['--help'],
    ['account', '--help'],
    ['account', 'create', '--help'],
    ['help', 'account'],
  ]) {
    const { code, stdout, stderr } = await run(t, args);
    t.same({ code, stderr }, { code: 0, stderr: '' }, args.join(' '));
    t.match(stdout, /^Usage: cartload /);
  }
  for (const args of [[], ['account']]) {
    const { code, stdout, stderr } = await run(t, args);
    t.same({ code, stdout }, { code: 1, stdout: '' }, args.join(' '));
    t.match(stderr, /^Usage: cartload /);
  }
});

/** Two processes at a time. */
async function inPairs<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all([worker(), worker()]);
}
