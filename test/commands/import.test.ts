import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import t, { type Test } from 'tap';
import { BulkQuery } from '../../src/import/options.js';
import { run, runForComplaint, runForResult, serve, start, until } from '../support/cartload-process.js';
import { connectTest, createDatabase } from '../support/database.js';
import { fetchDocumented } from '../support/documented.js';
import { placesCsv } from '../support/places-csv.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { handMadeWorkbook, rowsXml } from '../support/workbook-file.js';

const folder = temporaryFolder(t);
const { url: databaseUrl } = await createDatabase(t);
const sql = connectTest(t, databaseUrl);
const service = await serve(t, { env: { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data') } });
const key = await service.seen('stdout', (line) => (JSON.parse(line) as { key: string }).key);
await sql`UPDATE api_keys SET quota_maps = 1000, quota_bulk = 1000`;
const env = { CARTLOAD_URL: service.url, CARTLOAD_KEY: key };

async function makeMap(): Promise<string> {
  const response = await fetchDocumented(`${service.url}/maps`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Map' }),
  });
  return String(((await response.json()) as { id: number }).id);
}

let files = 0;
function write(content: string | Buffer, ending = 'csv'): string {
  const file = join(folder, `${files++}.${ending}`);
  writeFileSync(file, content);
  return file;
}

/** How often anybody looked at a job. */
async function listenersSoFar(): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', service.url))).text();
  return Number(
    /^cartload_http_requests_total\{.*"\/jobs\/\{job_id\}\/events",status="200"\} (\d+)/m.exec(
      metrics,
    )?.[1] ?? 0,
  );
}

/** Every block but the first is refused by the database. */
async function refuseLaterBlocks(t: Test): Promise<void> {
  await sql
    .unsafe(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.block > 0 THEN RAISE EXCEPTION 'no more of this'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON import_blocks FOR EACH ROW EXECUTE FUNCTION refuse()`)
    .simple();
  t.teardown(() => sql.unsafe('DROP FUNCTION refuse CASCADE'));
}

t.test(
  'an import ends with its job in one line where stdout is no terminal, and with 3 where rows were rejected',
  async (t) => {
    const map = await makeMap();
    const file = write('name,lat,lng,Colour of door\nA,1,2,red\nB,95,2,blue\nC,3,4,\nA,1,2,green\n');
    const outcome = await run(t, ['import', map, file], { env });
    t.equal(outcome.code, 3, 'a row was rejected');
    t.equal(outcome.stderr, 'cartload: 1 of 4 rows were rejected\n');
    t.equal(outcome.stdout.trim().split('\n').length, 1);
    const job = JSON.parse(outcome.stdout);
    t.match(job, {
      kind: 'bulk_import',
      status: 'completed',
      map_id: Number(map),
      total: 4,
      processed: 4,
      added: 2,
      updated: 0,
      skipped: 1,
      error_count: 1,
      errors: [{ index: 1, line: 3 }],
    });
    t.same(await sql`SELECT count(*)::integer AS n FROM markers WHERE map_id = ${map}`, [{ n: 2 }]);
  },
);

t.test(
  'options are parameters of the request, those on the command line before those of the environment',
  async (t) => {
    const map = await makeMap();
    const file = write('name,lat,lng\nA,1,2\nA,1,2\n');
    const elsewhere = { CARTLOAD_URL: 'http://127.0.0.1:9/v1', CARTLOAD_KEY: 'ck_wrong' };
    const options = ['--url', `${service.url}/`, '--key', key, '--on-duplicate', 'error', '--no-auto-map'];
    const circles = ['--marker-type', 'circle', '--default-radius', '2', '--radius-unit', 'km'];
    const { code, stdout } = await run(t, ['import', map, file, ...options, ...circles], { env: elsewhere });
    t.equal(code, 3);
    const job = JSON.parse(stdout);
    t.match(job, { status: 'completed', added: 1, skipped: 0, error_count: 1 });
    const [marker] = await sql`SELECT to_json(m) AS row FROM markers m WHERE map_id = ${map}`;
    t.match(JSON.stringify(marker), /1\.24274/, 'two kilometres in miles');
  },
);

t.test('the dialect of the file can be declared', async (t) => {
  const text = "# by hand\n'name'~'lat'~'lng'\n'\u0141\\'~\u00f3'~1~2\n";
  const file = write(Buffer.from(text.replace('\u0141', '\xa3'), 'latin1'));
  const dialect = ['--delimiter', '~', '--quote', "'", '--escape', '\\', '--comment', '#'];
  const map = await makeMap();
  const args = ['import', map, file, ...dialect, '--encoding', 'windows-1250'];
  t.match(await runForResult(t, args, { env }), { status: 'completed', added: 1, error_count: 0 });
  t.same(await sql`SELECT name FROM markers WHERE map_id = ${map}`, [{ name: "\u0141'~\u00f3" }]);
});

t.test('values of regions and colours by a number are options, too', async (t) => {
  const map = await makeMap();
  const options = ['--demographics', '{"fields":["population"]}', '--choropleth', '{"field":"N"}'];
  await runForResult(t, ['import', map, write('name,lat,lng,N\nA,37.77,-122.42,5\n'), ...options], { env });
  t.same(
    await sql`SELECT category, custom_fields ->> 'Population' AS population FROM markers WHERE map_id = ${map}`,
    [{ category: '5', population: '39250017' }],
  );
});

t.test(
  'an import of which every row was rejected ends with 4, and the rows are saved with their reasons',
  async (t) => {
    const file = write('name,lat,lng\nA,95,2\nB,96,2\n');
    const errors = join(folder, 'errors.csv');
    const args = ['import', await makeMap(), file, '--errors', errors];
    const { code, stdout, stderr } = await run(t, args, { env });
    t.equal(code, 4);
    t.equal(stderr, 'cartload: 2 of 2 rows were rejected\n');
    t.match(JSON.parse(stdout), { status: 'completed', added: 0, error_count: 2 });
    t.match(readFileSync(errors, 'utf8'), /^name,lat,lng,error\r\nA,95,2,.*95.*\r\nB,96,2,.*\r\n$/);
    await runForResult(t, ['import', await makeMap(), write('name,lat,lng\nA,9,2\n'), '--errors', errors], {
      env,
    });
    t.equal(readFileSync(errors, 'utf8'), '', 'of an import without any the file is empty, whatever it was');
  },
);

t.test('where the rejected rows cannot be saved nothing is uploaded', async (t) => {
  const map = await makeMap();
  for (const [errors, code] of [
    [join(folder, 'missing', 'errors.csv'), 'ENOENT'],
    [folder, 'EISDIR'],
  ] as const) {
    const args = ['import', map, write('name,lat,lng\nA,1,2\n'), '--errors', errors];
    t.equal(await runForComplaint(t, args, { env }), `cannot save the rejected rows to ${errors}: ${code}`);
  }
  const dash = await runForComplaint(t, ['import', map, write('name\n'), '--errors', '-'], { env });
  t.match(dash, /^standard output has the outcome of the import: give --errors the name of a file/);
  t.same(await sql`SELECT FROM jobs WHERE map_id = ${map}`, []);
});

t.test('the rejected rows never replace the file that is uploaded, whatever it is called', async (t) => {
  const map = await makeMap();
  const sheet = 'name,lat,lng\nA,1,2\n';
  const file = write(sheet);
  const link = join(folder, 'link.csv');
  symlinkSync(file, link);
  for (const errors of [link, `${folder}/./${basename(file)}`])
    t.equal(
      await runForComplaint(t, ['import', map, file, '--errors', errors], { env }),
      `${errors} is the file to upload: give --errors another name`,
    );
  t.equal(readFileSync(file, 'utf8'), sheet);
  t.same(await sql`SELECT FROM jobs WHERE map_id = ${map}`, []);
});

t.test('standard input is a file, too, and columns can be mapped', async (t) => {
  const map = await makeMap();
  const args = ['import', map, '-', '--mapping', '{"name":"Shop","lat":1}', '--no-auto-map'];
  const job = await runForResult(t, args, { env, input: 'Shop,North,lng\nA,1,2\n' });
  t.match(job, { status: 'completed', added: 1 });
  t.same(await sql`SELECT name, lat FROM markers WHERE map_id = ${map}`, [{ name: 'A', lat: 1 }]);
  const complaint = await runForComplaint(t, ['import', map, '-', '--mapping', '{"name":'], {
    env,
    input: 'a\n',
  });
  t.match(
    complaint,
    /'--mapping <json>' .* it must be a JSON object, as one word .*'\{"name":"Shop","zip":3\}'/,
  );
  t.notMatch(complaint, /URL/, 'the command encodes it');
});

t.test('columns are left out, and a reading is kept, by options', async (t) => {
  const map = await makeMap();
  const args = [
    'import',
    map,
    write('name,lat,lng,Notes,Pay\nA,1,2,n,p\n'),
    '--ignore',
    'Notes',
    '--ignore',
    'pay',
  ];
  const job = await runForResult(t, [...args, '--remember'], { env });
  t.match(job, { added: 1, options: { ignore: ['Notes', 'pay'], remember: true } });
  t.same(await sql`SELECT custom_fields FROM markers WHERE map_id = ${map}`, [{ custom_fields: null }]);
  t.equal((await sql`SELECT FROM header_memory`).length, 1);
});

t.test('jobs are listed, shown and cancelled, and their rows written', async (t) => {
  const map = await makeMap();
  const file = write('name,lat,lng\nA,1,2\nB,95,2\nA,1,2\n');
  const { stdout } = await run(t, ['import', map, file], { env });
  const { job_id: id } = JSON.parse(stdout);
  const lines = (await run(t, ['jobs', 'list', '--map', map], { env })).stdout.trim().split('\n');
  t.match(
    lines.map((line) => JSON.parse(line)),
    [{ job_id: id, status: 'completed' }],
  );
  t.equal((await run(t, ['jobs', 'list', '--map', map, '--status', 'failed'], { env })).stdout, '');
  t.match(await runForResult(t, ['jobs', 'show', id], { env }), { job_id: id, error_count: 1 });
  t.match(await runForResult(t, ['jobs', 'cancel', id], { env }), { job_id: id, status: 'completed' });
  t.match((await run(t, ['jobs', 'errors', id], { env })).stdout, /^name,lat,lng,error\r\nB,95,2,/);
  const option = ['--option', 'default_radius=3', '--option', 'marker_type=circle'];
  const args = ['jobs', 'retry', id, '--mapping', '{"lat":"lng","lng":"lat"}', ...option];
  t.match(await runForResult(t, [...args, '--dry-run'], { env }), { counts: { total: 1, added: 1 } });
  const retried = await runForResult(t, args, { env });
  t.match(retried, { retries: id, total: 1, options: { default_radius: 3, marker_type: 'circle' } });
  t.match(
    await runForComplaint(t, ['jobs', 'retry', id, '--option', 'x=1'], { env }),
    /"x" is no option of a retry/,
  );
  const saved = join(folder, 'skipped.csv');
  await run(t, ['jobs', 'errors', id, '--skipped', '--output', saved], { env });
  t.match(readFileSync(saved, 'utf8'), /^name,lat,lng,error\r\nA,1,2,/);
  t.equal(
    await runForComplaint(t, ['jobs', 'show', 'job_none'], { env }),
    '404 NOT_FOUND: the account of the key has no job job_none',
  );
});

t.test('a spreadsheet becomes a coloured map of counties, and a PDF', async (t) => {
  const map = await makeMap();
  const counties = 'County,State,Unemployment\nTravis,TX,2.9\nHarris,TX,3.9\nBexar,TX,3.4\nEl Paso,TX,4.1\n';
  const choropleth = '{"field":"Unemployment"}';
  const job = await runForResult(
    t,
    ['import', map, write(counties), '--marker-type', 'us_county', '--choropleth', choropleth],
    { env },
  );
  t.match(job, { added: 4, error_count: 0 });
  const file = join(folder, 'counties.pdf');
  const saved = await runForResult(t, ['picture', map, file, '--preset', 'regions', '--legend'], { env });
  t.match(saved, { job_id: /^job_/, file });
  t.match(readFileSync(file, 'latin1'), /^%PDF-/);
  const refused = (...args: string[]) => runForComplaint(t, ['picture', ...args], { env });
  t.match(await refused(map, 'map.jpg'), /its name must end in \.pdf or \.png\.$/);
  t.match(await refused('999999', file), /404 NOT_FOUND: the account of the key has no map 999999/);
  t.match(await refused(map, join(folder, 'missing/map.png')), /cannot save the picture to .*: ENOENT$/);
});

t.test('a map that is not there is named, with what to do', async (t) => {
  const complaint = await runForComplaint(t, ['import', '999999', write('name\n')], { env });
  t.equal(
    complaint,
    `404 NOT_FOUND: the account of the key has no map 999999: ${env.CARTLOAD_URL}/maps lists its maps`,
  );
});

t.test('a dry run says what would be, with the same exit codes, and imports nothing', async (t) => {
  const map = await makeMap();
  const file = write('name,lat,lng\nA,1,2\nB,95,2\n');
  const { code, stdout } = await run(t, ['import', map, file, '--dry-run'], { env });
  t.equal(code, 3);
  t.match(JSON.parse(stdout), { counts: { total: 2, added: 1, rejected: 1 } });
  const all = await run(t, ['import', map, '-', '--dry-run'], { env, input: 'name,lat,lng\nB,95,2\n' });
  t.equal(all.code, 4);
  t.same(await sql`SELECT FROM jobs WHERE map_id = ${map}`, []);
  t.match(
    await runForComplaint(t, ['import', map, file, '--dry-run', '--errors', 'x'], { env }),
    /--errors needs an import/,
  );
});

t.test('a workbook and GeoJSON are files like CSV', async (t) => {
  const more = [
    {
      name: 'Stores',
      sheet: rowsXml([
        ['name', 'lat', 'lng'],
        ['A', 1, 2],
        ['B', 95, 2],
        ['C', 3, 4],
      ]),
    },
  ];
  const workbook = write(
    handMadeWorkbook({ name: 'Read me', sheet: rowsXml([['name'], ['x']]), more }),
    'xlsx',
  );
  const errors = join(folder, 'of-workbook.csv');
  const { code, stdout } = await run(t, ['import', await makeMap(), workbook, '--errors', errors], { env });
  t.equal(code, 3);
  t.match(JSON.parse(stdout), { sheet: 'Stores', added: 2, error_count: 1, errors: [{ line: 3 }] });
  t.match(readFileSync(errors, 'utf8'), /^\ufeffname,lat,lng,sheet,row,error\r\nB,95,2,Stores,3,/);
  const told = [
    'import',
    await makeMap(),
    workbook,
    '--header-row',
    '2',
    '--skip-rows-after',
    '2',
    '--dry-run',
  ];
  t.match(JSON.parse((await run(t, told, { env })).stdout), { header_row: 2, counts: { total: 0 } });
  const named = ['import', await makeMap(), workbook, '--sheet', '0', '--fill-merged', '--dry-run'];
  t.match(JSON.parse((await run(t, named, { env })).stdout), { sheet: 'Read me', counts: { rejected: 1 } });
  const feature = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [2, 1] },
    properties: { name: 'A' },
  };
  const geojson = write(JSON.stringify({ type: 'FeatureCollection', features: [feature] }), 'geojson');
  t.match(await runForResult(t, ['import', await makeMap(), geojson], { env }), { added: 1 });
});

t.test('what the API refuses is said in its words', async (t) => {
  const map = await makeMap();
  const small = write('name,lat,lng\nA,1,2\n');
  const cases: [string[], Record<string, string>, RegExp][] = [
    [[map, small], { CARTLOAD_KEY: 'ck_wrong' }, /^401 UNAUTHORIZED: /],
    [['999999', small], {}, /^404 NOT_FOUND: /],
    [[map, write('<?xml version="1.0"?>\n<kml/>')], {}, /^400 BAD_REQUEST: .*is XML \(KML/],
    [[map, write(Buffer.alloc(3_000_000, 'a,b\n')), '--key', 'ck_wrong'], {}, /^401 UNAUTHORIZED: /],
  ];
  for (const [args, more, complaint] of cases) {
    const said = await runForComplaint(t, ['import', ...args], { env: { ...env, ...more } });
    t.match(said, complaint);
  }
});

t.test('an upload that is refused before it has come is refused in the words of the API, too', async (t) => {
  // More than the sockets between the two can hold.
  const file = write(Buffer.alloc(60_000_000, 'a,b\n'));
  t.match(
    await runForComplaint(t, ['import', '1', file], { env: { ...env, CARTLOAD_KEY: 'ck_wrong' } }),
    /^401 UNAUTHORIZED: /,
  );
});

t.test('a file that cannot be read is named', async (t) => {
  const complaint = (file: string) => runForComplaint(t, ['import', '1', file], { env, cwd: folder });
  t.equal(await complaint('missing.csv'), 'missing.csv cannot be read: ENOENT');
  t.equal(await complaint(folder), `${folder} is not a file`);
  t.equal(await complaint('/dev/null'), '/dev/null is not a file');
});

t.test('a wrong command line is refused in one line', async (t) => {
  const file = write('name\nA\n');
  const url = (value: string) => ({ ...env, CARTLOAD_URL: value });
  const cases: [string[], Record<string, string>, string][] = [
    [[], env, "missing required argument 'map_id'"],
    [
      ['../maps', file],
      env,
      "command-argument value '../maps' is invalid for argument 'map_id'. it must be the number of a map.",
    ],
    [['1', file], { CARTLOAD_URL: service.url }, 'no API key: give --key or set CARTLOAD_KEY'],
    [
      ['1', file, '--key', 'a b'],
      env,
      "option '--key <key>' argument 'a b' is invalid. a key consists of visible ASCII characters without blanks.",
    ],
    [
      ['1', file],
      url('localhost:8080/v1'),
      "option '--url <url>' value 'localhost:8080/v1' from env 'CARTLOAD_URL' is invalid. it must be an http or https URL.",
    ],
  ];
  for (const [args, environment, complaint] of cases)
    t.equal(await runForComplaint(t, ['import', ...args], { env: environment }), complaint);
});

t.test('an address where no cartload answers is named', async (t) => {
  const file = write('name\nA\n');
  const other = createServer((request, response) => {
    request.resume().on('end', () => response.end('<html>Something else</html>'));
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.teardown(() => other.close());
  const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  t.equal(
    await runForComplaint(t, ['import', '1', file, '--url', `${origin}/v1`], { env }),
    `${origin}/v1/maps/1/markers/bulk answered 200 without JSON: is ${origin}/v1 the base URL of a cartload service?`,
  );
  other.close();
  other.closeAllConnections();
  t.equal(
    await runForComplaint(t, ['import', '1', file, '--url', `${origin}/v1`], { env }),
    `${origin}/v1/maps/1/markers/bulk cannot be reached: connect ECONNREFUSED ${origin.slice(7)}`,
  );
  t.match(
    await runForComplaint(t, ['import', '1', file, '--url', `${origin}/v1`], {
      env: { ...env, HTTPS_PROXY: 'http://proxy.example.com:3128' },
    }),
    / \(Node 22\.21 and later use HTTPS_PROXY with NODE_USE_ENV_PROXY=1\)$/,
  );
});

t.test('a key with a line end around it, as read from a file, is taken', async (t) => {
  const job = await runForResult(t, ['import', await makeMap(), write('name,lat,lng\nA,1,2\n')], {
    env: { ...env, CARTLOAD_KEY: `${key}\n` },
  });
  t.equal(job.added, 1);
});

t.test(
  'a failed job is printed whole, though it is larger than a pipe, and ends with exit code 1',
  async (t) => {
    await refuseLaterBlocks(t);
    const wrongRows = 'nowhere,95,200,\n'.repeat(1000);
    const file = write(placesCsv(15_000).replace('\n', `\n${wrongRows}`));
    const command = start(t, ['import', await makeMap(), file], { env });
    // Reads nothing until the command has said all that it will say.
    command.child.stdout!.pause();
    await command.seen('stderr', (line) => line);
    command.child.stdout!.resume();
    const { code, stdout, stderr } = await command.ended;
    t.equal(code, 1);
    t.match(
      stderr,
      /^cartload: the import failed: \d+ rows from line \d+ could not be imported in 3 tries: no more of this\n$/,
    );
    const job = JSON.parse(stdout);
    t.match(job, { status: 'failed', error: /no more of this$/ });
    t.equal(job.errors.length, 1000);
    t.ok(stdout.length > 65_536);
  },
);

t.test('an interrupted command says which job goes on', async (t) => {
  await sql
    .unsafe(`
      CREATE FUNCTION delay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NEW; END $$;
      CREATE TRIGGER delay BEFORE INSERT ON import_blocks FOR EACH ROW EXECUTE FUNCTION delay()`)
    .simple();
  t.teardown(() => sql.unsafe('DROP FUNCTION delay CASCADE'));
  const map = await makeMap();
  const before = await listenersSoFar();
  const command = start(t, ['import', map, write(placesCsv(10))], { env });
  await until(async () => (await listenersSoFar()) > before);
  command.child.kill('SIGINT');
  const { code, stdout, stderr } = await command.ended;
  t.same({ code, stdout }, { code: 1, stdout: '' });
  const [job] = await sql<{ id: string }[]>`SELECT id FROM jobs WHERE map_id = ${map}`;
  t.equal(stderr, `cartload: interrupted; the import goes on as job ${job!.id}\n`);
});

t.test('the help names every option, those of the API included', async (t) => {
  const { stdout } = await run(t, ['import', '--help']);
  const spelled: Record<string, string> = { column_mapping: 'mapping', auto_map: 'no-auto-map' };
  const ofApi = Object.keys(BulkQuery.properties).map((name) => spelled[name] ?? name.replaceAll('_', '-'));
  for (const name of ['url', 'key', 'errors', ...ofApi]) t.match(stdout, `--${name} `);
  for (const name of ['CARTLOAD_URL', 'CARTLOAD_KEY']) t.match(stdout, name);
});
