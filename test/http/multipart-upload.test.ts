import t from 'tap';
import { asOwner, finished, startTestApp } from '../support/app.js';

const { call } = await asOwner(await startTestApp(t));
const { body: map } = await call('POST', '/maps', { name: 'M' });
const path = `/maps/${map.id}/markers/bulk`;

const csvOf = (rows: number, note = ''): string =>
  `name,lat,lng\n${Array.from({ length: rows }, (_, i) => `Place ${note}${i},${i / 1000},${-i / 1000}\n`).join('')}`;

const file = (content: string, type = 'text/csv') => new File([content], 'Städte.csv', { type });

function formOf(parts: readonly (readonly [string, string | File])[]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.set(name, value);
    else form.append(name, value);
  }
  return form;
}

t.test('a file of any size arrives whole, in one packet or in many', async (t) => {
  for (const rows of [1, 1000, 6000]) {
    const form = formOf([['file', file(csvOf(rows, `${rows}-`))]]);
    const { status, body } = await call('POST', path, form);
    t.equal(status, 202);
    t.match(await finished(call, body), { status: 'completed', total: rows, added: rows, error_count: 0 });
  }
});

t.test('a form that is not one file and its meta is refused by the name of what is wrong', async (t) => {
  const csv = file(csvOf(3));
  for (const [parts, message] of [
    [[['meta', '{}']], 'the part "file" is missing: curl sends it with -F file=@FILE'],
    [[], 'the part "file" is missing: curl sends it with -F file=@FILE'],
    [
      [
        ['file', csv],
        ['file', csv],
      ],
      'there is more than one part "file": send one file a request',
    ],
    [[['data', csv]], 'the part "data" is not expected; send "file" and "meta"'],
    [
      [
        ['file', csv],
        ['meta', 'x'.repeat(1024 * 1024 + 1)],
      ],
      'the part "meta" is larger than the limit of 1048576 bytes',
    ],
    [
      [
        ['meta', 'x'.repeat(1024 * 1024 + 1)],
        ['file', csv],
      ],
      'the part "meta" is larger than the limit of 1048576 bytes',
    ],
    [
      [
        ['file', csv],
        ['meta', '[]'],
      ],
      'meta must be a JSON object, not an array',
    ],
    [
      Array.from({ length: 21 }, (_, i) => [`f${i}`, 'x'] as const),
      'the multipart body has more than 20 parts; not known here: f0, f1, f2, f3, f4',
    ],
  ] as const) {
    const { status, body } = await call('POST', path, formOf(parts));
    t.equal(status, 400, message);
    t.same(body, { error: { code: 'BAD_REQUEST', message } });
  }
  t.equal((await call('GET', '/me')).body.quotas.bulk.used, 3, 'and costs nothing');
});
