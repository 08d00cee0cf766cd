import t from 'tap';
import { BulkMeta, BulkQuery } from '../../src/import/options.js';
import { PLAIN_OPTIONS } from '../../src/import/upload/option-names.js';
import { type Answer, asOwner, sharedTestApp } from '../support/app.js';

const { call } = await asOwner(await sharedTestApp(t));
const { body: map } = await call('POST', '/maps', { name: 'M' });
const path = `/maps/${map.id}/markers/bulk`;

const TEXT = 'name,lat,lng\nA,1,2\n';
const MARKERS = [{ name: 'A', lat: 1, lng: 2 }];
const OPTIONS = Object.keys(BulkMeta.properties);
/** A value that no option takes. */
const WRONG = [[1]];

type Part = readonly [name: string, content: string, asFile?: string];
const formOf = (...parts: Part[]): FormData => {
  const form = new FormData();
  for (const [name, content, asFile] of parts)
    if (asFile === undefined) form.append(name, content);
    else form.append(name, new Blob([content], { type: 'application/json' }), asFile);
  return form;
};
const FILE: Part = ['file', TEXT, 'a.csv'];
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** All ways to give an option outside the query. */
const PLACES: Readonly<Record<string, (option: string, value: unknown) => Promise<Answer<never>>>> = {
  'a field of a form': (option, value) => call('POST', path, formOf([option, asText(value)], FILE)),
  'a field after the file': (option, value) => call('POST', path, formOf(FILE, [option, asText(value)])),
  'a field that is a file': (option, value) =>
    call('POST', path, formOf([option, asText(value), 'o.txt'], FILE)),
  'a second meta': (option, value) =>
    call('POST', path, formOf(['meta', '{}'], ['meta', JSON.stringify({ [option]: value })], FILE)),
  'a meta that is a file': (option, value) =>
    call('POST', path, formOf(['meta', JSON.stringify({ [option]: value }), 'meta.json'], FILE)),
  'a member of JSON': (option, value) => call('POST', path, { [option]: value, markers: MARKERS }),
  'a member of JSON in a form': (option, value) =>
    call('POST', path, formOf(['file', JSON.stringify({ markers: MARKERS, [option]: value }), 'm.json'])),
};

t.test('every option is read or refused wherever it stands', async (t) => {
  for (const [place, send] of Object.entries(PLACES))
    for (const option of OPTIONS) {
      const answer = await send(option, WRONG);
      // A text is the name of a sheet, which CSV has none of.
      const isText = option === 'sheet' && place.startsWith('a field');
      t.equal(
        answer.status,
        isText && place !== 'a field after the file' ? 202 : 400,
        `${option} as ${place}`,
      );
      if (!isText) continue;
      if (answer.status === 202) t.equal(answer.headers.get('x-ignored-params'), 'sheet');
    }
});

t.test('every option is refused in a header and within what nobody reads', async (t) => {
  const { body: target } = await call('POST', '/maps', { name: 'Elsewhere' });
  const bulk = `/maps/${target.id}/markers/bulk`;
  for (const option of OPTIONS) {
    const dashed = option.replaceAll('_', '-');
    for (const name of new Set([option, dashed, `X-${dashed}`])) {
      const { status, body } = await call('POST', bulk, TEXT, { 'content-type': 'text/csv', [name]: 'true' });
      t.match([status, body.error?.message], [400, /is an option in a header/], name);
    }
    for (const [place, body] of [
      ['a member', { markers: MARKERS, options: { [option]: true } }],
      ['a member of a member', { markers: MARKERS, import: { options: { [option]: true } } }],
      ['a list', { markers: MARKERS, options: [{ [option]: true }] }],
      ['a member of meta', formOf(['meta', JSON.stringify({ import: { options: { [option]: 1 } } })], FILE)],
      ...(PLAIN_OPTIONS.has(option)
        ? [['a marker', { markers: [{ ...MARKERS[0], [option]: true }] }] as const]
        : []),
    ] as const) {
      const answer = await call('POST', bulk, body);
      t.match(
        [answer.status, answer.body.error?.message],
        [400, new RegExp(option)],
        `${option} in ${place}`,
      );
    }
  }
  t.equal((await call('GET', `/maps/${target.id}`)).body.marker_count, 0);
});

/** An option in the spellings of other languages and command lines. */
const misspellings = (option: string): string[] =>
  [
    option.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
    option.replaceAll('_', '-'),
    option.replaceAll('_', ''),
    option.toUpperCase(),
    `_${option}`,
  ].filter((name) => name !== option);

t.test('an option in another spelling is refused with the right one, wherever it stands', async (t) => {
  const { body: target } = await call('POST', '/maps', { name: 'Spelt' });
  const bulk = `/maps/${target.id}/markers/bulk`;
  const csv = { 'content-type': 'text/csv' };
  let turn = 0;
  for (const option of OPTIONS)
    for (const name of misspellings(option)) {
      const refused = async (place: string, ...sent: Parameters<typeof call>) => {
        const { status, body } = await call(...sent);
        t.match([status, body.error?.message], [400, new RegExp(`${option}\\b`)], `${name} in ${place}`);
      };
      // All places know a spelling by one rule, and take turns.
      const places = [
        () => refused('the query', 'POST', `${bulk}?${name}=true`, TEXT, csv),
        () => refused('meta', 'POST', bulk, formOf(['meta', JSON.stringify({ [name]: true })], FILE)),
        () => refused('a member', 'POST', bulk, { [name]: true, markers: MARKERS }),
        () => refused('a field', 'POST', bulk, formOf([name, 'true'], FILE)),
        ...(PLAIN_OPTIONS.has(option)
          ? [() => refused('a marker', 'POST', bulk, { markers: [{ ...MARKERS[0], [name]: true }] })]
          : []),
      ];
      await places[turn++ % places.length]!();
    }
  const collection = JSON.stringify({ type: 'FeatureCollection', features: [], dryRun: true });
  const beside = await call('POST', bulk, collection, { 'content-type': 'application/geo+json' });
  t.match([beside.status, beside.body.error?.message], [400, /dry_run/]);
  const inHeader = await call('POST', bulk, TEXT, { ...csv, 'X-DryRun': 'true' });
  t.match([inHeader.status, inHeader.body.error?.message], [400, /x-dryrun is an option in a header/]);
  t.equal((await call('GET', `/maps/${target.id}`)).body.marker_count, 0);
});

t.test('a dry run writes nothing, wherever it is asked for', async (t) => {
  const { body: target } = await call('POST', '/maps', { name: 'Dry' });
  const bulk = `/maps/${target.id}/markers/bulk`;
  for (const [place, send] of Object.entries(PLACES)) {
    const { status, body } = await send('dry_run', true);
    t.match([status, (body as { counts?: object }).counts], [200, { total: 1 }], place);
  }
  const hidden = { dry_run: true };
  const collection = { type: 'FeatureCollection', features: [], dry_run: true };
  for (const [place, body, type] of [
    ['beside features', JSON.stringify(collection), 'application/geo+json'],
    ['in a marker', { markers: [{ ...MARKERS[0], ...hidden }] }],
    ['in a member', { markers: MARKERS, options: hidden }],
    ['in meta of JSON', { markers: MARKERS, meta: hidden }],
    ['in a member of meta', formOf(['meta', JSON.stringify({ options: hidden })], FILE)],
    ['in an option', formOf(['meta', JSON.stringify({ demographics: { fields: [1], ...hidden } })], FILE)],
    ['twice', formOf(['meta', '{"dry_run":false}'], ['dry_run', 'true'], FILE)],
    ['twice in meta', formOf(['meta', '{"dry_run":true}'], ['meta', '{"dry_run":false}'], FILE)],
  ] as const) {
    const headers = type === undefined ? {} : { 'content-type': type };
    const { status, body: answer } = await call('POST', bulk, body, headers);
    t.equal(status, 400, place);
    t.match(answer.error.message, /dry_run/, place);
  }
  const inQuery = await call('POST', `${bulk}?meta=${encodeURIComponent('{"dry_run":true}')}`, TEXT, {
    'content-type': 'text/csv',
  });
  t.match([inQuery.status, inQuery.body.error.message], [400, /meta is a part/]);
  t.equal((await call('GET', `/maps/${target.id}`)).body.marker_count, 0);
});

t.test('no other operation writes when a dry run is asked for', async (t) => {
  const { body: target } = await call('POST', '/maps', { name: 'Dry' });
  const own = `/maps/${target.id}`;
  for (const [method, route, body] of [
    ['POST', '/maps?dry_run=true', { name: 'x' }],
    ['POST', `${own}/markers`, { ...MARKERS[0], dry_run: true }],
    ['POST', `${own}/archive?dry_run=1`],
    ['DELETE', `${own}?dry_run=true`],
    ['DELETE', `${own}?dryRun=true`],
    ['POST', `${own}/markers`, { ...MARKERS[0], 'dry-run': true }],
  ] as const) {
    const refused = await call(method, route, body);
    t.match(
      [refused.status, refused.body.error.message],
      [400, /^dry\W?_?run is an option of imports alone/i],
      route,
    );
  }
  t.match((await call('GET', `${own}?dry_run=true`)).body, { marker_count: 0, status: 'active' });
});

t.test('the query takes what a form takes, and lists in both are JSON', async (t) => {
  t.same(Object.keys(BulkQuery.properties).sort(), OPTIONS.toSorted());
  const csv = { 'content-type': 'text/csv' };
  const list = encodeURIComponent('["lng"]');
  const answer = await call('POST', `${path}?dry_run=true&ignore=${list}`, TEXT, csv);
  t.match(answer.body.mapping[2], { header: 'lng', how: 'ignored' });
  for (const text of ['lng', '{"a":1}', '[1]', '["lng"],"dry_run":[false]']) {
    const refused = await call('POST', `${path}?ignore=${encodeURIComponent(text)}`, TEXT, csv);
    t.match([refused.status, refused.body.error.message], [400, /^ignore must be a JSON array of headers/]);
  }
});

t.test('every name that no data has is refused among data', async (t) => {
  const dialect = ['delimiter', 'quote', 'escape', 'comment', 'encoding', 'sheet', 'remember', 'ignore'];
  t.same(
    [...PLAIN_OPTIONS].sort(),
    OPTIONS.filter((name) => !dialect.includes(name) && name.includes('_')).sort(),
  );
});

t.test('a part is what its name says, with and without a filename', async (t) => {
  const meta = JSON.stringify({ dry_run: true, column_mapping: { name: 'T' } });
  const text = 'T,lat,lng\nB,1,2\n';
  for (const [file, meta_] of [
    [
      ['file', text],
      ['meta', meta],
    ],
    [
      ['file', text],
      ['meta', meta, 'blob'],
    ],
    [
      ['file', text, 'a.csv'],
      ['meta', meta, 'meta.json'],
    ],
  ] as const) {
    const { status, body } = await call('POST', path, formOf(meta_, file));
    t.match([status, body.counts, body.mapping?.[0].field], [200, { added: 1 }, 'name']);
  }
  const other = await call('POST', path, formOf(['upload', text, 'a.csv']));
  t.match(
    [other.status, other.body.error.message],
    [400, /"upload" is not expected; send "file" and "meta"/],
  );
});
