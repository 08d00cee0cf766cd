import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { runForResult, start } from '../support/cartload-process.js';
import { createDatabase } from '../support/database.js';
import { postmasterPid } from '../support/embedded.js';
import { curl, parseShell } from '../support/shell-words.js';
import { removeServerIn } from '../support/test-server.js';

const program = fileURLToPath(new URL('../../load/demo.js', import.meta.url));

function arrange(t: Test) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cartload-demo-test-'));
  chmodSync(dataDir, 0o755);
  t.teardown(() => removeServerIn(dataDir));
  // The demo writes its spreadsheet there.
  const temporary = mkdtempSync(join(dataDir, 'tmp-'));
  // Slow requests of a busy machine stay out of the log.
  return {
    dataDir,
    temporary,
    env: { DATA_DIR: dataDir, PORT: '0', TMPDIR: temporary, SLOW_REQUEST_MS: '0' },
  };
}

t.test('the demo imports its places, and what it says to try works until SIGTERM', async (t) => {
  const { dataDir, temporary, env } = arrange(t);
  const demo = start(t, [], { program, env });
  await demo.seen('stdout', (line) => line.includes('openapi.json') || null);
  const { stdout, stderr } = demo.output();
  t.equal(stderr, '', 'no progress bar where stderr is no terminal');
  const [said = '', invitation = ''] = stdout.split('The service stays up until Ctrl-C.');
  const steps = ['Starting ', 'Planning ', 'Writing ', 'Importing ', 'Drawing places', 'Drawing shops'];
  t.same(
    steps.filter((step) => !said.includes(`\n${step}`)),
    [],
    'every step is told when it begins',
  );
  t.match(said, '171,075 rows: 171,075 added, 0 skipped as duplicates, 0 rejected');
  t.match(said, /GET \/maps\/\d+: 171,075 markers\n/);
  t.match(said, /page_size=1000: 1000 markers in /);
  t.match(said, 'Imported 12 shops of the synthetic town, each with the area that is reached by car');
  const [, pageUrl = '', key = ''] = /in a browser, at (\S+); sign in with (ck_\S+)/.exec(said) ?? [];
  t.match(await (await fetch(pageUrl, { headers: { accept: 'text/html' } })).text(), /<title>cartload/);
  t.ok(invitation.includes(key));
  t.same(readdirSync(temporary), [], 'the spreadsheet is gone');
  const drawn = [...said.matchAll(/^ {2}(\S+) \([\d,]+ KB\) in [\d,]+ ms/gm)].map(([, file]) => file!);
  t.same(drawn, [join(dataDir, 'pictures/places-of-the-world.png'), join(dataDir, 'pictures/shops.pdf')]);
  t.same(
    drawn.map((file) => readFileSync(file).toString('latin1', 0, 5)),
    ['\x89PNG\r', '%PDF-'],
  );

  const variables: Record<string, string> = {};
  const commands = parseShell(invitation.slice(invitation.indexOf('\n')), variables);
  writeFileSync(
    join(dataDir, 'counties.csv'),
    'County,State,Unemployment\nTravis,TX,2.9\nHarris,TX,3.9\nBexar,TX,3.4\n',
  );
  const answers: Response[] = [];
  const results: object[] = [];
  for (const command of commands)
    if (command.words[0] === 'npx')
      results.push(await runForResult(t, command.words.slice(2), { env: variables, cwd: dataDir }));
    else answers.push(await curl(command));
  t.match(results, [{ added: 3, error_count: 0 }, { file: 'counties.pdf' }]);
  t.match(readFileSync(join(dataDir, 'counties.pdf'), 'latin1'), /^%PDF-/);
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 201, 202, 200, 200, 200],
  );
  const [me, page, marker, job, jobs, shops, openapi] = await Promise.all(
    answers.map((answer) => answer.json()),
  );
  t.match(me, { account_email: 'demo@example.com' });
  t.match(page, { data: [{ id: Number }, { id: Number }, { id: Number }] });
  t.match(marker, { name: 'Here', category: 'Mine', lat: 52.52, lng: 13.405 });
  t.match(job, { status: 'queued', total: 2 });
  t.match(jobs, { data: [{ job_id: (job as { job_id: string }).job_id }] }, 'shows what became of it');
  t.same(
    (shops as { features: { geometry: { type: string } }[] }).features.map(({ geometry }) => geometry.type),
    Array(12).fill('Polygon'),
  );
  t.match(openapi, { openapi: /^3\.1/ });

  demo.child.kill('SIGTERM');
  t.match(await demo.ended, { code: 0, stderr: '' });
  t.equal(postmasterPid(dataDir), null, 'PostgreSQL is stopped');
});

t.test('a demo that is ended while it imports leaves nothing behind, a second Ctrl-C or not', async (t) => {
  const { temporary, env } = arrange(t);
  const { url } = await createDatabase(t);
  const demo = start(t, [], { program, env: { ...env, DATABASE_URL: url } });
  await demo.seen('stdout', (line) => line.startsWith('Importing ') || null);
  demo.child.kill('SIGINT');
  demo.child.kill('SIGINT');
  const { code, stderr } = await demo.ended;
  t.same({ code, stderr }, { code: 0, stderr: '' });
  t.same(readdirSync(temporary), []);
});

t.test('the demo has data of its own, beside those of npm start', async (t) => {
  const { temporary, env } = arrange(t);
  const { DATA_DIR: _, ...others } = env;
  const unreachable = { ...others, DATABASE_URL: 'postgres://127.0.0.1:9/none' };
  const { stdout } = await start(t, [], { program, env: unreachable, cwd: temporary }).ended;
  t.match(stdout, /\(data in \S*\.cartload-demo,/);
});

t.test('a demo that cannot start says why in one line', async (t) => {
  const { env } = arrange(t);
  const failed = async (more: Record<string, string>) => {
    const { code, stderr } = await start(t, [], { program, env: { ...env, ...more } }).ended;
    t.equal(code, 1);
    return stderr;
  };
  t.equal(
    await failed({ WORKERS: 'all' }),
    'demo: WORKERS="all" is not allowed: a whole number from 1 to 256\n',
  );
  t.equal(
    await failed({ DATABASE_URL: 'postgres://127.0.0.1:9/none' }),
    'demo: the database cannot be used: connect ECONNREFUSED 127.0.0.1:9\n',
  );
});
