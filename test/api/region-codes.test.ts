import t from 'tap';
import { asOwner, CSV, importCsv, sharedTestApp } from '../support/app.js';

const { call, newMap } = await asOwner(await sharedTestApp(t, { WORKERS: '2' }));

async function importAnew(text: string, query: string) {
  const map = await newMap();
  const job = await importCsv(call, map, text, `?${query}`);
  const { data } = (await call('GET', `/maps/${map}/markers?page_size=100`)).body;
  return { job, markers: data as Record<string, unknown>[] };
}

const shown = (markers: Record<string, unknown>[]) =>
  markers.map(({ name, type, region_source, custom_fields }) => [name, type, region_source, custom_fields]);

t.test('a list of FIPS codes with values becomes counties, named by themselves', async (t) => {
  const { job, markers } = await importAnew('FIPS,Rate\n1001,5.1\n06075,4.2\n', 'marker_type=us_county');
  t.match(job, { status: 'completed', added: 2, errors: [] });
  t.same(shown(markers), [
    ['Autauga County, Alabama', 'us_county', 'census/us_county/01001', { Rate: '5.1' }],
    ['San Francisco County, California', 'us_county', 'census/us_county/06075', { Rate: '4.2' }],
  ]);
  t.ok(job.notes.includes('2 rows were placed by the code or name of their area.'), `${job.notes}`);
});

t.test(
  'codes of the other types place their areas; names of rows are kept where there are some',
  async (t) => {
    const lists: [type: string, csv: string, expected: [string, string][]][] = [
      [
        'us_state',
        'State Code,x\nCA,1\n36,1\nUS-TX,1\n',
        [
          ['California', '06'],
          ['New York', '36'],
          ['Texas', '48'],
        ],
      ],
      [
        'country',
        'ISO code,x\nDE,1\nFRA,1\n4,1\n',
        [
          ['Germany', 'DE'],
          ['France', 'FR'],
          ['Afghanistan', 'AF'],
        ],
      ],
      [
        'au_state',
        'region_code,x\nAU-NSW,1\n2,1\n',
        [
          ['New South Wales', 'NSW'],
          ['Victoria', 'VIC'],
        ],
      ],
      ['us_zip', 'ZCTA5,x\n2138,1\n', [['02138', '02138']]],
      ['de_postcode', 'region_code,x\n1067,1\n', [['01067', '01067']]],
      ['us_county', 'name,GEOID\nOurs,06075\n', [['Ours', '06075']]],
      ['us_county', 'State FIPS,County FIPS,x\n6,75,1\n', [['San Francisco County, California', '06075']]],
      ['us_county', 'County,State,x\nAutauga,Alabama,1\n', [['Autauga County, Alabama', '01001']]],
    ];
    for (const [type, csv, expected] of lists) {
      const { markers } = await importAnew(csv, `marker_type=${type}`);
      const found = markers.map(({ name, region_source }) => [name, `${region_source}`.split('/').at(-1)]);
      t.same(found, expected, csv);
    }
  },
);

t.test('the area of a postal code stays when its marker is written again', async (t) => {
  const { markers } = await importAnew('name,region_code\nA,2138\n', 'marker_type=us_zip');
  t.match(markers[0], { address: { zip: '02138' }, region_source: 'approx/us_zip/02138' });
});

t.test(
  'a code that is none is rejected with what is expected, and so is a county that is not known',
  async (t) => {
    const { job } = await importAnew(
      'name,county,state,region_code\nA,,,99999\nB,Autagua,Alabama,\nC,Fairfax,Virginia,\nD,Cook,IL,\n',
      'marker_type=us_county',
    );
    t.equal(job.added, 1);
    t.match(job.errors, [
      {
        code: 'region_code_unknown',
        column: 'region_code',
        message: "'99999' is not the FIPS code of a county, five digits (06075)",
      },
      { code: 'address_unknown', column: 'county', message: "county 'Autagua' is not known in Alabama" },
      {
        code: 'address_ambiguous',
        column: 'county',
        message: /Fairfax County, Virginia \(51059\) and Fairfax city/,
      },
    ]);
  },
);

t.test('a county that contradicts the rest of its row is told', async (t) => {
  const { job, markers } = await importAnew(
    'name,city,county,state,lat,lng\nA,Chicago,Kane,IL,,\nB,Chicago,Coook,IL,,\nC,Chicago,Cook,IL,,\nD,,Kane,IL,41.85,-87.65\n',
    'marker_type=us_county',
  );
  t.same(
    markers.map(({ region_source }) => region_source),
    ['census/us_county/17089', 'census/us_county/17031', 'census/us_county/17031', 'census/us_county/17031'],
  );
  const [told] = job.notes.filter((note: string) => note.includes('contradict'));
  t.equal(
    told,
    "3 rows have addresses that contradict themselves: the address is not in Kane County, Illinois; county 'Coook' is not known in Illinois; 17089 is not the area of its coordinates.",
  );
});

t.test('pins keep a column of codes as a custom field', async (t) => {
  const pins = await importAnew('name,lat,lng,region_code,FIPS\nA,1,2,06075,06001\n', '');
  t.same(shown(pins.markers), [['A', 'pin', null, { region_code: '06075', FIPS: '06001' }]]);
  const mixed = await importAnew(
    'name,Marker Type,lat,lng,region_code\nA,pin,1,2,X1\nB,us_county,,,06075\n',
    '',
  );
  t.same(shown(mixed.markers), [
    ['A', 'pin', null, { region_code: 'X1' }],
    ['B', 'us_county', 'census/us_county/06075', { region_code: '06075' }],
  ]);
});

t.test('markers of JSON have a region_code, too, as text or number', async (t) => {
  const map = await newMap();
  const markers = [
    { name: 'A', region_code: '06075' },
    { region_code: 1001 },
    { name: 'C', region_code: 'x' },
  ];
  const answer = await call('POST', `/maps/${map}/markers/bulk?marker_type=us_county`, { markers });
  t.match(answer, { status: 200, body: { added: 2, errors: [{ code: 'region_code_unknown' }] } });
  const { data } = (await call('GET', `/maps/${map}/markers`)).body;
  t.same(
    data.map(({ name, region_source }: Record<string, string>) => [name, region_source]),
    [
      ['A', 'census/us_county/06075'],
      ['Autauga County, Alabama', 'census/us_county/01001'],
    ],
  );
  const pins = await newMap();
  const asPins = { markers: [{ name: 'P', lat: 1, lng: 2, region_code: '06075' }] };
  t.equal((await call('POST', `/maps/${pins}/markers/bulk`, asPins)).status, 200);
  t.same((await call('GET', `/maps/${pins}/markers`)).body.data[0].custom_fields, { region_code: '06075' });
});

t.test('a dry run says the same, and a mapping may name the column', async (t) => {
  const map = await newMap();
  const form = new FormData();
  form.set(
    'meta',
    JSON.stringify({ marker_type: 'us_county', dry_run: true, column_mapping: { region_code: 'Where' } }),
  );
  form.set('file', new Blob(['Where,Rate\n1001,5\n99999,6\n']), 'list.csv');
  const request = new Request('http://service/', { method: 'POST', body: form });
  const { status, body } = await call(
    'POST',
    `/maps/${map}/markers/bulk`,
    Buffer.from(await request.arrayBuffer()),
    { 'content-type': request.headers.get('content-type')! },
  );
  t.equal(status, 200);
  t.match(body, { counts: { added: 1, rejected: 1 }, placed: { area: 1 }, areas: { exact: 1 } });
  t.match(body.rows[0], { marker: { name: 'Autauga County, Alabama' } });
});

t.test(
  'where the markers have no area the mapping says that a column of codes is a custom field',
  async (t) => {
    const text = 'name,lat,lng,Region code\nP,1,2,06075\n';
    const code = { index: 3, header: 'Region code', field: null, how: 'custom', confidence: 1 };
    const why = 'markers of type pin have no area that a code names';
    const { job, markers } = await importAnew(text, 'marker_type=pin');
    t.same(job.mapping[3], { ...code, why });
    t.same(markers[0]!.custom_fields, { 'Region code': '06075' });
    const path = `/maps/${await newMap()}/markers/bulk?dry_run=true`;
    const shown = { ...code, why, second_best: null, samples: ['06075'] };
    t.same((await call('POST', path, text, CSV)).body.mapping[3], shown);
    const mixed = text.replace('name', 'Marker type,name').replace('P', 'pin,P');
    t.match((await call('POST', path, mixed, CSV)).body.mapping[4], {
      field: 'region_code',
      why: 'also kept as a custom field: rows may be of types without an area',
    });
  },
);
