import t from 'tap';
import { asOwner, CSV, importCsv, sharedTestApp } from '../support/app.js';

const { service, call, newMap } = await asOwner(await sharedTestApp(t));
const queryOf = (choropleth: object, more = ''): string =>
  `?choropleth=${encodeURIComponent(JSON.stringify(choropleth))}${more}`;
const upload = async (map: number, text: string, query: string) => importCsv(call, map, text, query);
interface Shown {
  category: string | null;
  color: string | null;
  custom_fields: Record<string, string>;
}
const markersOf = async (map: number): Promise<Shown[]> =>
  (await call('GET', `/maps/${map}/markers`)).body.data;

const SHOPS = 'name,lat,lng,Kind,Color,Sales\nA,1,2,Shop,blue,10\nB,1,3,Depot,,20\nC,1,4,Shop,red,\n';

t.test('columns that the classes displace are kept as custom fields under their headers', async (t) => {
  const map = await newMap();
  const meta = queryOf({ field: 'Sales' });
  const text = SHOPS.replace('Kind', 'category');
  const job = await upload(map, text, meta);
  t.match(job, { status: 'completed', added: 3 });
  t.same(
    job.notes.filter((note: string) => note.startsWith('The column')),
    [
      'The column "category" is kept as a custom field: the classes are the categories of the markers.',
      'The column "Color" is kept as a custom field: the classes are the colours of the markers.',
    ],
  );
  const markers = await markersOf(map);
  t.same(
    markers.map(({ category, custom_fields }) => [category, custom_fields]),
    [
      ['10', { category: 'Shop', Color: 'blue', Sales: '10' }],
      ['20', { category: 'Depot', Sales: '20' }],
      ['Shop', { category: 'Shop', Color: 'red' }],
    ],
  );
  const fields = (await call('GET', `/maps/${map}/fields`)).body.fields.map(
    ({ name }: { name: string }) => name,
  );
  t.same(fields, ['category', 'Color', 'Sales']);

  const preview = (await call('POST', `/maps/${await newMap()}/markers/bulk${meta}&dry_run=true`, text, CSV))
    .body;
  t.same(
    preview.rows.map(({ marker }: { marker: Shown }) => marker.custom_fields),
    markers.map(({ custom_fields }) => custom_fields),
    'a dry run shows the same',
  );
  t.same(preview.notes, job.notes);
});

t.test('a category of JSON is kept under its name, unless the marker has such a field itself', async (t) => {
  const map = await newMap();
  const at = { lat: 1, lng: 2 };
  const markers = [
    { name: 'A', ...at, category: 'Shop', custom_fields: { Sales: '10' } },
    { name: 'B', ...at, category: 'Depot', custom_fields: { Sales: '20', category: 'own' } },
    { name: 'C', ...at, custom_fields: { Sales: '30' } },
  ];
  const { status } = await call('POST', `/maps/${map}/markers/bulk${queryOf({ field: 'Sales' })}`, {
    markers,
  });
  t.equal(status, 200);
  t.same(
    (await markersOf(map)).map(({ category, custom_fields }) => [category, custom_fields]),
    [
      ['10', { Sales: '10', category: 'Shop' }],
      ['20', { Sales: '20', category: 'own' }],
      ['30', { Sales: '30' }],
    ],
  );
});

/** A place in each of three states, one of them twice. */
const STATES =
  'name,lat,lng,Sales\nCA 1,37.2,-120.1,100\nTX 1,31.4,-99.2,60\nTX 2,31.4,-99.2,990\nNY 1,42.9,-75.5,\n';
const dryRun = async (map: number, text: string, query: string) =>
  (await call('POST', `/maps/${map}/markers/bulk${query}&dry_run=true`, text, CSV)).body;

t.test('a dry run says that areas are classed by the import, and shows no class of them', async (t) => {
  const map = await newMap();
  const query = queryOf({ field: 'Sales', aggregate: 'sum', breaks: [50, 500] }, '&marker_type=us_state');
  const preview = await dryRun(map, STATES, query);
  t.same(preview.classes, []);
  t.same(preview.notes, [
    '4 rows became areas.',
    'The import classes areas by the sum of "Sales" over all markers that the map has of each, once its rows are written. A dry run shows neither these classes nor the category and colour that markers of areas get.',
  ]);
  t.same(
    preview.rows.map(({ marker }: { marker: Shown }) => [marker.category, marker.color]),
    [
      [null, null],
      [null, null],
      [null, null],
      [null, null],
    ],
  );
  const job = await upload(map, STATES, query);
  t.same(job.notes, [
    '4 rows became areas.',
    '2 areas are coloured by the sum of "Sales" over all markers that the map has of each.',
    '1 area has no number in "Sales", and no class.',
  ]);
  t.same(
    (await markersOf(map)).map(({ category }) => category),
    ['50 to below 500', '500 and above', '500 and above', null],
  );
});

t.test('rows that were skipped as duplicates are in no sum, which is told', async (t) => {
  const map = await newMap();
  const query = queryOf({ field: 'Sales', aggregate: 'sum' }, '&marker_type=us_state');
  const orders = 'State,Sales\nTexas,10\nTexas,20\nTexas,30\nOhio,5\n';
  const told =
    '2 rows skipped as duplicates (skipped_url) are not in the sum of any area: of rows with one name and place the map keeps one. Give rows that are to count apart names of their own.';
  t.equal((await dryRun(map, orders, query)).notes.at(-1), told);
  t.equal((await upload(map, orders, query)).notes.at(-1), told);
  t.same(
    (await markersOf(map)).map(({ category }) => category),
    ['10', '5'],
  );
});

t.test('rows that later rows of the upload overwrite are in no sum, which is told', async (t) => {
  const map = await newMap();
  const query = queryOf({ field: 'Sales', aggregate: 'sum' }, '&marker_type=us_state&on_duplicate=overwrite');
  const orders = 'State,Sales\nTexas,10\nTexas,20\nTexas,30\nOhio,5\n';
  const told =
    '2 rows overwritten by later rows of the upload are not in the sum of any area: of rows with one name and place the map keeps one. Give rows that are to count apart names of their own.';
  t.equal((await dryRun(map, orders, query)).notes.at(-1), told);
  t.equal((await upload(map, orders, query)).notes.at(-1), told);
  t.same(
    (await markersOf(map)).map(({ category }) => category),
    ['30', '5'],
  );
  const second = await upload(map, 'State,Sales\nTexas,40\n', query);
  t.notMatch(second.notes.join(), 'overwritten', 'new values of earlier imports are none of these');
});

t.test('a dry run shows the classes that breaks, or the ranges of an earlier import, make', async (t) => {
  const map = await newMap();
  for (const [breaks, sales, shown] of [
    [
      [15, 1000],
      SHOPS,
      [
        ['below 15', 1],
        ['15 to below 1,000', 1],
        ['1,000 and above', 0],
      ],
    ],
    [
      'keep',
      SHOPS.replace(',10\n', ',5000\n'),
      [
        ['below 15', 0],
        ['15 to below 1,000', 1],
        ['1,000 and above', 1],
      ],
    ],
  ] as const) {
    const query = queryOf({ field: 'Sales', breaks }, '&on_duplicate=overwrite');
    const preview = await dryRun(map, sales, query);
    t.same(
      preview.classes.map(({ category, rows }: { category: string; rows: number }) => [category, rows]),
      shown,
    );
    const job = await upload(map, sales, query);
    t.same(preview.notes, job.notes);
    const colored = ({ category, color }: Shown) => [category, color];
    t.same(
      (await markersOf(map)).map(colored),
      preview.rows.map(({ marker }: { marker: Shown }) => colored(marker)),
    );
    const legend = await service.app
      .sql`SELECT name AS category, color FROM legend_entries WHERE map_id = ${map}
      ORDER BY ordering`;
    t.same(
      preview.classes.map(({ category, color }: Shown) => ({ category, color })),
      legend.slice(0, 3),
      'they come first',
    );
  }
});

t.test('an import that finds no ranges to keep says that it makes new ones', async (t) => {
  const told =
    'choropleth.breaks is keep, and the map has no ranges of "Sales" to keep: the values make new ones.';
  for (const aggregate of [undefined, 'sum']) {
    const map = await newMap();
    const query = queryOf(
      { field: 'Sales', breaks: 'keep', ...(aggregate && { aggregate }) },
      '&marker_type=us_state',
    );
    t.ok((await dryRun(map, STATES, query)).notes.includes(told));
    t.ok((await upload(map, STATES, query)).notes.includes(told));
    t.notOk((await dryRun(map, STATES, query)).notes.includes(told), 'now it has');
    t.notOk((await upload(map, STATES, query)).notes.includes(told), 'now it has');
  }
});

t.test('a clone keeps the ranges of its map', async (t) => {
  const map = await newMap();
  const query = (breaks: unknown) =>
    queryOf({ field: 'Sales', aggregate: 'sum', breaks }, '&marker_type=us_state&on_duplicate=overwrite');
  await upload(map, STATES, query([50, 500]));
  const { id } = (await call('POST', `/maps/${map}/clone`, { name: 'Copy' })).body;
  await upload(id, STATES.replace(',100\n', ',7\n'), query('keep'));
  t.same(
    (await markersOf(id)).map(({ category }) => category),
    ['below 50', '500 and above', '500 and above', null],
  );
});

t.test(
  'classes and method beside numbers to break at are told as ignored, beside keep they count',
  async (t) => {
    const path = `/maps/${await newMap()}/markers/bulk`;
    const ignoredBeside = async (breaks: unknown) => {
      const query = queryOf({ field: 'Sales', breaks, classes: 3, method: 'equal' }, '&dry_run=true');
      const { headers, body } = await call('POST', `${path}${query}`, SHOPS, CSV);
      return [headers.get('x-ignored-params'), body.notes.filter((note: string) => note.includes('ignored'))];
    };
    t.same(await ignoredBeside([15]), [
      'choropleth.classes, choropleth.method',
      ['Unknown parameters and members were ignored: choropleth.classes, choropleth.method.'],
    ]);
    t.same(await ignoredBeside('keep'), [null, []]);
  },
);
