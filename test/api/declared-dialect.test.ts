import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import t from 'tap';
import { asOwner, CSV, finished, sharedTestApp } from '../support/app.js';

const { service, call, newMap } = await asOwner(await sharedTestApp(t));
const pathOf = async (query: Record<string, string> = {}) =>
  `/maps/${await newMap()}/markers/bulk?${new URLSearchParams(query)}`;

/** Imports a file and tells the names and notes of what came of it. */
async function importFile(query: Record<string, string>, file: string | Buffer, headers = CSV) {
  const path = await pathOf(query);
  const { status, body } = await call('POST', path, file, headers);
  t.equal(status, 202, JSON.stringify(body));
  const job = await finished(call, body);
  const { data } = (await call('GET', path.replace(/\/bulk.*/, ''))).body;
  const markers = data.map((marker: { name: string; custom_fields: { Note?: string } }) => [
    marker.name,
    marker.custom_fields.Note,
  ]);
  return { job, markers };
}

function multipart(parts: readonly [string, string][]): FormData {
  const form = new FormData();
  for (const [name, text] of parts) {
    if (name === 'file') form.append(name, new Blob([text], { type: 'text/csv' }), 'a.csv');
    else form.append(name, text);
  }
  return form;
}

t.test('a declared delimiter counts, whatever looks like one', async (t) => {
  for (const [delimiter, char] of [
    ['|', '|'],
    ['tab', '\t'],
    ['\\t', '\t'],
    ['\t', '\t'],
    ['~', '~'],
    ['\u0001', '\u0001'],
  ] as const) {
    const rows = [
      ['name', 'lat', 'lng', 'Note'],
      ['A', '1', '2', 'a,b;c'],
    ].map((row) => row.join(char));
    const { job, markers } = await importFile({ delimiter }, rows.join('\n'));
    t.match(job, { status: 'completed', added: 1, error_count: 0 }, JSON.stringify(delimiter));
    t.same(markers, [['A', 'a,b;c']]);
  }
});

t.test('other quotes, escapes and comments are read, and errors name the lines of the file', async (t) => {
  const file = [
    "# made by hand; it's a comment",
    "'name';'lat';'lng';'Note'",
    '',
    "'O\\'Brien; sons';1;2;'two\r\nlines, \"quoted\"'",
    '#;',
    "'B';95;2;x",
    "'C';3;4;'#\\\\'",
  ].join('\r\n');
  const { job, markers } = await importFile({ quote: "'", escape: '\\', comment: '#' }, file);
  t.match(job, { status: 'completed', total: 3, added: 2, error_count: 1 });
  t.match(job.errors, [{ index: 1, line: 7, code: 'coordinate_invalid' }]);
  t.same(markers, [
    ["O'Brien; sons", 'two\r\nlines, "quoted"'],
    ['C', '#\\'],
  ]);
  const { body: rejected } = await call('GET', job.errors_url!);
  t.match(rejected, /^name;lat;lng;Note;error\r\nB;95;2;x;/);
});

t.test('without quotes a quote is a character like any other', async (t) => {
  const { job, markers } = await importFile(
    { quote: '', delimiter: 'tab' },
    'name\tlat\tlng\tNote\n"A\t1\t2\t5" pipe\n"B"\t3\t4\t"""\n',
  );
  t.match(job, { added: 2, error_count: 0 });
  t.same(markers, [
    ['"A', '5" pipe'],
    ['"B"', '"""'],
  ]);
});

t.test('a file in another dialect that is larger than a part of it is read whole', async (t) => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `'P ''${i}''';${i % 90};'${i % 180}'`);
  const { job } = await importFile({ quote: "'" }, `sep=;\nname;lat;lng\n${lines.join('\n')}\n'Q';x;1`);
  t.match(job, { total: 20_001, added: 20_000, errors: [{ index: 20_000, line: 20_003 }] });
});

t.test(
  'a declared encoding goes before that of the content type, a byte order mark before both',
  async (t) => {
    const polish = Buffer.from([
      ...Buffer.from('name,lat,lng\n'),
      0xa3,
      0xf3,
      0x64,
      0x9f,
      ...Buffer.from(',1,2'),
    ]);
    const declared = await importFile({ encoding: 'windows-1250' }, polish, {
      'content-type': 'text/csv; charset=utf-8',
    });
    t.same(declared.markers[0][0], 'Łódź');
    t.same(declared.job.notes, []);
    const marked = await importFile({ encoding: 'windows-1250' }, '\ufeffname,lat,lng\nŁódź,1,2');
    t.same(marked.markers[0][0], 'Łódź');
    const sjis = Buffer.from([
      ...Buffer.from("'name';lat;lng\n'"),
      0x93,
      0x8c,
      0x8b,
      0x9e,
      ...Buffer.from("';1;2"),
    ]);
    const both = await importFile({ encoding: 'Shift_JIS', quote: "'" }, sjis);
    t.same(both.markers[0][0], '東京');
  },
);

t.test('a dry run reads the same dialect and tells its delimiter', async (t) => {
  const file = "# note\n'name';lat;lng\n'A;B';1;2\n";
  const { status, body } = await call(
    'POST',
    await pathOf({ quote: "'", comment: '#', dry_run: 'true' }),
    file,
    CSV,
  );
  t.equal(status, 200);
  t.match(body, { delimiter: ';', rows: [{ index: 0, line: 3, marker: { name: 'A;B' } }] });
});

t.test('the meta of a multipart upload declares a dialect when it stands before the file', async (t) => {
  const file: [string, string] = ['file', "'name'|lat|lng\n'A|B'|1|2\n"];
  const meta: [string, string] = ['meta', '{"delimiter":"|"}'];
  const path = await pathOf({ quote: "'", delimiter: ';' });
  const { status, body } = await call('POST', path, multipart([meta, file]));
  t.equal(status, 202);
  t.match(await finished(call, body), { added: 1, error_count: 0 }, 'meta wins over the query');
  const late = await call('POST', path, multipart([file, meta]));
  t.equal(late.status, 400);
  t.match(late.body.error, { code: 'BAD_REQUEST', message: /delimiter .* "meta" before "file"/ });
});

t.test('a dialect is refused where there is no CSV', async (t) => {
  for (const [query, message] of [
    [{ delimiter: ';' }, /^delimiter can only be given for a CSV file/],
    [{ quote: '', encoding: 'utf-8' }, /^quote, encoding can only be given/],
  ] as const) {
    const { status, body } = await call('POST', await pathOf(query), { markers: [] });
    t.equal(status, 400);
    t.match(body.error, { code: 'BAD_REQUEST', message });
  }
});

t.test('what cannot be a dialect is refused with the option named', async (t) => {
  for (const [query, message] of [
    [{ delimiter: '' }, /^delimiter must be one ASCII character .*got ""/],
    [{ delimiter: ';;' }, /^delimiter must be one ASCII character .*got ";;"/],
    [{ delimiter: '§' }, /^delimiter must be one ASCII character/],
    [{ delimiter: '\n' }, /^delimiter must be one ASCII character/],
    [{ delimiter: '"' }, /^delimiter must not be a double quote/],
    [{ quote: 'none' }, /^quote must be one ASCII character, or empty for none/],
    [{ escape: '' }, /^escape must be one ASCII character/],
    [{ comment: '//' }, /^comment must be one ASCII character/],
    [{ quote: '', escape: '\\' }, /^escape needs a quote/],
    [{ delimiter: ';', comment: ';' }, /^delimiter and comment must not be the same/],
    [{ delimiter: "'", quote: "'" }, /^delimiter and quote must not be the same/],
    [{ comment: '"' }, /^quote and comment must not be the same/],
    [{ encoding: 'klingon' }, /"klingon"/],
    [{ encoding: '' }, /^encoding must name a charset/],
  ] as const) {
    const { status, body } = await call('POST', await pathOf(query), 'name,lat,lng\n', CSV);
    t.equal(status, 400, JSON.stringify(query));
    t.match(body.error, { code: 'BAD_REQUEST', message });
  }
  const meta = await call(
    'POST',
    await pathOf(),
    multipart([
      ['meta', '{"quote":7}'],
      ['file', 'name\n'],
    ]),
  );
  t.match([meta.status, meta.body.error?.message], [400, /quote must be a string/]);
});

t.test('an open quote and too many columns are refused in every dialect', async (t) => {
  const path = await pathOf({ quote: "'" });
  const open = await call('POST', path, "name,lat\n'A,1\n", CSV);
  t.match(
    [open.status, open.body.error?.message],
    [400, /Unterminated quote: the record that begins on line 2/],
  );
  const wide = await call('POST', path, `name${','.repeat(5000)}\n`, CSV);
  t.match([wide.status, wide.body.error?.message], [400, /5000/]);
});

t.test(
  'of two such uploads at a time an account has one: its next waits until a client leaves, another account’s does not',
  async (t) => {
    const threads: Worker[] = [];
    const onWorker = (worker: Worker): void => {
      threads.push(worker);
    };
    process.on('worker', onWorker);
    t.teardown(() => process.off('worker', onWorker));
    const path = await pathOf({ quote: "'" });
    const authorization = await service.authorization();
    const rows = Array.from({ length: 10_000 }, (_, i) => `'P${i}',1,2`).join('\n');
    const upload = request(`${service.app.publicUrl}${path}`, {
      method: 'POST',
      headers: { authorization, ...CSV },
    });
    upload.on('error', () => {});
    upload.write(`name,lat,lng\n${rows}`);
    while (threads.length < 1) await delay(5);
    let answered = false;
    const second = call('POST', path, "name,lat,lng\n'A',1,2", CSV).finally(() => {
      answered = true;
    });
    while (service.app.work.dialects.waiting < 1) await delay(5);
    const stranger = await service.client({ email: 'another@example.com' });
    const { body: map } = await stranger('POST', '/maps', { name: 'M' });
    const file = "name,lat,lng\n'A',1,2";
    t.equal((await stranger('POST', `/maps/${map.id}/markers/bulk?quote='`, file, CSV)).status, 202);
    t.notOk(answered);
    t.equal(threads.length, 2);
    upload.destroy();
    t.equal((await second).status, 202);
    while (threads.some(({ threadId }) => threadId !== -1)) await delay(5);
  },
);
