import t from 'tap';
import { packColumn } from '../../src/geo/demographics/column.js';
import { loadColumns } from '../../src/store/demographics.js';
import { asOwner, CSV, finished, sharedTestApp } from '../support/app.js';

const { service, call, newMap } = await asOwner(await sharedTestApp(t, { WORKERS: '2' }));
const bulk = (map: number, options: Record<string, unknown> = {}): string => {
  const texts = Object.entries(options).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return `/maps/${map}/markers/bulk?${new URLSearchParams(texts)}`;
};
const imported = async (map: number, text: string, options: Record<string, unknown>) =>
  finished(call, (await call('POST', bulk(map, options), text, CSV)).body);
const markers = async (map: number) => (await call('GET', `/maps/${map}/markers?page_size=100`)).body.data;
const column = (label: string, values: [string, string][], type = 'currency') => ({
  id: null,
  key: label.toLowerCase().replaceAll(' ', '_'),
  label,
  type,
  rows: values.length,
  packed: packColumn(values),
});
const noCredit = { credit: null, licence: null };

/** San Francisco, Los Angeles, Berlin, and a point in the Pacific. */
const PLACES =
  'name,lat,lng,zip,Note\nSF,37.7749,-122.4194,94103,x\nLA,34.0522,-118.2437,90012,\nBerlin,52.52,13.405,10115,y\nNowhere,0,-140,,\n';

t.test('the catalog begins with what is embedded', async (t) => {
  const { status, body } = await call('GET', '/demographic-fields');
  t.equal(status, 200);
  t.same(body.demographic_fields[0], { id: 1, key: 'population', label: 'Population', type: 'number' });
  t.equal(body.demographic_fields.length, 6);
});

t.test('what is loaded is there at once, without a restart', async (t) => {
  await loadColumns(service.app.sql, 'us_zip', [column('Median income', [['94103', '57630']])], noCredit);
  const { body } = await call('GET', '/demographic-fields');
  t.same(body.demographic_fields.at(-1), {
    id: 1000,
    key: 'median_income',
    label: 'Median income',
    type: 'currency',
  });
});

t.test('each marker gets the values of its region, and the job counts those without', async (t) => {
  const map = await newMap();
  const fields = ['unemployment_rate_2009', 'life_expectancy_years', 'population', 1000];
  const job = await imported(map, PLACES, { demographics: { fields } });
  t.match(job, { status: 'completed', added: 4 });
  t.same(
    (await markers(map)).map(({ name, custom_fields }: { name: string; custom_fields: object }) => [
      name,
      custom_fields,
    ]),
    [
      [
        'SF',
        {
          Note: 'x',
          'Unemployment rate (%, 2009)': '9.7',
          'Life expectancy (years)': '79.1',
          Population: '39250017',
          'Median income': '57630',
        },
      ],
      [
        'LA',
        {
          'Unemployment rate (%, 2009)': '12.7',
          'Life expectancy (years)': '79.1',
          Population: '39250017',
        },
      ],
      ['Berlin', { Note: 'y', 'Life expectancy (years)': '81.1' }],
      ['Nowhere', {}],
    ],
  );
  t.same(job.notes, [
    'Unemployment rate (%, 2009): no value for the county of 2 rows.',
    'Life expectancy (years): no value for the country of 1 row.',
    'Population: no value for the US state of 2 rows.',
    'Median income: no value for the ZIP of 3 rows.',
  ]);
  const { fields: defined } = (await call('GET', `/maps/${map}/fields`)).body;
  t.match(
    defined.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [
      ['Note', 'text'],
      ['Unemployment rate (%, 2009)', 'number'],
      ['Life expectancy (years)', 'number'],
      ['Population', 'number'],
      ['Median income', 'currency'],
    ],
  );
});

t.test('a level is chosen for all fields', async (t) => {
  const map = await newMap();
  await imported(map, PLACES, {
    demographics: { fields: ['population', 1, 'population'], level: 'country' },
  });
  t.same(
    (await markers(map)).map(
      (each: { custom_fields: { Population?: string } }) => each.custom_fields.Population,
    ),
    ['326687501', '326687501', '82905782', undefined],
  );
});

t.test(
  'markers of regions get the value of their own level, of a larger one with a note, of a part never',
  async (t) => {
    const valuesOf = async (type: string, text: string, level?: string) => {
      const map = await newMap();
      const job = await imported(map, text, {
        marker_type: type,
        demographics: { fields: ['population', 'unemployment_rate_2009'], ...(level && { level }) },
      });
      const values = (await markers(map)).map(
        (each: { custom_fields: Record<string, string> }) =>
          [each.custom_fields.Population, each.custom_fields['Unemployment rate (%, 2009)']] as const,
      );
      const told = job.notes.filter((note: string) => /^(Population|Unemployment)/.test(note));
      return { values, told };
    };
    t.same(await valuesOf('country', 'name,region_code\nUnited States,US\nGermany,DE\n'), {
      values: [
        ['326687501', undefined],
        ['82905782', undefined],
      ],
      told: [
        'Unemployment rate (%, 2009): no value for the county of 2 rows.',
        'Unemployment rate (%, 2009): each county has a value, and markers of type country, which are larger, have none.',
      ],
    });
    t.same(await valuesOf('us_county', 'name,FIPS\nLos Angeles County,06037\n'), {
      values: [['39250017', '12.7']],
      told: [
        'Population: there are values of each US state, and markers of type us_county have the one around them.',
      ],
    });
    t.same((await valuesOf('us_state', 'name,FIPS\nCalifornia,06\n')).values, [['39250017', undefined]]);
  },
);

t.test("the upload's own value counts before that of the region", async (t) => {
  const map = await newMap();
  const text = 'name,lat,lng,Population\nSF,37.7749,-122.4194,many\nLA,34.0522,-118.2437,\n';
  const job = await imported(map, text, { demographics: { fields: ['population'] } });
  t.same(job.notes, []);
  t.same(
    (await markers(map)).map((each: { custom_fields: object }) => each.custom_fields),
    [{ Population: 'many' }, { Population: '39250017' }],
  );
});

t.test('JSON batches and multipart uploads take the same options, meta before the query', async (t) => {
  const map = await newMap();
  const json = {
    markers: [
      { name: 'SF', lat: 37.7749, lng: -122.4194, custom_fields: { Note: '"q"' } },
      { name: 'LA', lat: 34.0522, lng: -118.2437, custom_fields: { Population: '7' } },
    ],
  };
  const demographics = { fields: ['population'] };
  t.match((await call('POST', bulk(map, { demographics }), json)).body, { added: 2, errors: [] });
  t.same(
    (await markers(map)).map((each: { custom_fields: object }) => each.custom_fields),
    [{ Note: '"q"', Population: '39250017' }, { Population: '7' }],
  );
  const other = await newMap();
  const form = new FormData();
  form.set('meta', JSON.stringify({ demographics: { fields: [4] } }));
  form.set('file', new Blob([PLACES], { type: 'text/csv' }), 'places.csv');
  await finished(call, (await call('POST', bulk(other, { demographics }), form)).body);
  t.same(Object.keys((await markers(other))[0].custom_fields), ['Note', 'Life expectancy (years)']);
});

t.test('odd headers, labels and values go together with plain cells', async (t) => {
  const [key, label, text] = ['odd', 'Odd "x\\y"', 'a\\b "c"\td'];
  await loadColumns(
    service.app.sql,
    'country',
    [{ ...column(label, [['US', text]], 'text'), key }],
    noCredit,
  );
  const map = await newMap();
  await imported(map, 'name,lat,lng,"A ""b\\c"""\nSF,37.7749,-122.4194,v\n', {
    demographics: { fields: ['population', 'area_km2', key] },
  });
  t.same((await markers(map))[0].custom_fields, {
    'A "b\\c"': 'v',
    [label]: text,
    Population: '39250017',
    'Area (km²)': '9363520',
  });
});

t.test(
  'markers are coloured by a number of their region, with a legend in the order of the classes',
  async (t) => {
    const map = await newMap();
    const text = `name,lat,lng,category\n${[
      ['Berlin', 52.52, 13.405],
      ['Paris', 48.8566, 2.3522],
      ['Madrid', 40.4168, -3.7038],
      ['Rome', 41.9028, 12.4964],
      ['Vienna', 48.2082, 16.3738],
      ['Bern', 46.948, 7.4474],
      ['Nowhere', 0, -140, 'Sea'],
    ]
      .map((row) => row.join())
      .join('\n')}\n`.replaceAll(/(\d)\n/g, '$1,\n');
    const choropleth = { field: 'life_expectancy_years', classes: 3, ramp: 'blues' };
    const preview = await call('POST', bulk(map, { choropleth, dry_run: true }), text, CSV);
    const classes = [
      { category: '81.0 – 81.4', color: 'seafoam', rows: 2 },
      { category: '81.5 – 81.9', color: 'blue', rows: 2 },
      { category: '82.0 – 82.9', color: 'navy', rows: 2 },
    ];
    t.same(preview.body.classes, classes);
    const job = await imported(map, text, { choropleth });
    const notes = [
      'The column "category" is kept as a custom field: the classes are the categories of the markers.',
      'Life expectancy (years): no value for the country of 1 row.',
      '1 row has no number in "life_expectancy_years": category and colour are the upload\'s own.',
    ];
    t.same(job.notes, notes);
    t.same(preview.body.notes, notes);
    const stored = (await markers(map)).map(
      (each: { name: string; category: string; color: string; custom_fields: object }) => [
        each.name,
        each.category,
        each.color,
        ...Object.values(each.custom_fields),
      ],
    );
    t.same(
      preview.body.rows.map(({ marker }: { marker: (typeof stored)[number] }) => [
        marker.name,
        marker.category,
        marker.color,
        ...Object.values(marker.custom_fields),
      ]),
      stored,
      'the dry run has told it',
    );
    t.same(stored.at(-1).slice(0, 2), ['Nowhere', 'Sea']);
    const legend = (await call('GET', `/maps/${map}/categories`)).body.categories;
    t.same(
      legend.slice(0, 3).map(({ name, color }: { name: string; color: string }) => [name, color]),
      classes.map(({ category, color }) => [category, color]),
    );
    t.equal(legend[3].name, 'Sea');
  },
);

t.test('a column of the upload is classed too, however it writes its numbers', async (t) => {
  const map = await newMap();
  const amounts = ['$1,200', '$950', '$12,500.50', '', '$80,000', '$3', 'free', '$100,000'];
  const text = `name,lat,lng,category,color,Sales\n${amounts.map((amount, i) => `P${i},${i},${i},Own,red,"${amount}"`).join('\n')}\n`;
  const job = await imported(map, text, {
    choropleth: { field: ' sales', classes: 3, method: 'equal', ramp: 'yellow-red' },
  });
  t.same(job.notes, [
    'The column "category" is kept as a custom field: the classes are the categories of the markers.',
    'The column "color" is kept as a custom field: the classes are the colours of the markers.',
    '2 rows have no number in " sales": category and colour are the upload\'s own.',
  ]);
  t.same(
    (await markers(map)).map((each: { category: string; color: string }) => [each.category, each.color]),
    [
      ['3 – 33,334', 'yellow'],
      ['3 – 33,334', 'yellow'],
      ['3 – 33,334', 'yellow'],
      ['Own', 'red'],
      ['66,668 – 100,000', 'burgundy'],
      ['3 – 33,334', 'yellow'],
      ['Own', 'red'],
      ['66,668 – 100,000', 'burgundy'],
    ],
  );
  t.same(
    (await call('GET', `/maps/${map}/categories`)).body.categories.map((each: { name: string }) => each.name),
    ['3 – 33,334', '33,335 – 66,667', '66,668 – 100,000', 'Own'],
  );
});

t.test('a decimal comma is read where the column shows one', async (t) => {
  const map = await newMap();
  const text = 'name;lat;lng;Preis\nA;1;1;1.500\nB;2;2;2,5\nC;3;3;3\nD;4;4;4.000\n';
  const { body } = await call(
    'POST',
    bulk(map, { choropleth: { field: 'Preis' }, dry_run: true }),
    text,
    CSV,
  );
  t.same(
    body.classes.map((each: { category: string }) => each.category),
    ['2.5', '3.0', '1,500.0', '4,000.0'],
  );
});

t.test(
  'a custom field of a JSON batch is classed; without numbers nothing is, and a note says so',
  async (t) => {
    const map = await newMap();
    const marker = (i: number) => ({ name: `P${i}`, lat: i, lng: i, custom_fields: { Score: String(i) } });
    const batch = { markers: [1, 2, 3].map(marker) };
    await call('POST', bulk(map, { choropleth: { field: 'Score', classes: 3 } }), batch);
    t.same(
      (await markers(map)).map((each: { category: string }) => each.category),
      ['1', '2', '3'],
    );
    const large = { markers: Array.from({ length: 501 }, (_, i) => ({ name: `Q${i}`, lat: 1, lng: 1 })) };
    const { status, body } = await call('POST', bulk(map, { choropleth: { field: 'Skore' } }), large);
    t.equal(status, 202);
    t.same((await finished(call, body)).notes, [
      'No row has a number in "Skore": nothing was coloured by it.',
    ]);
  },
);

t.test('a category that the legend has keeps its colour, and markers follow it', async (t) => {
  const map = await newMap();
  await call('PUT', `/maps/${map}/categories`, { categories: [{ name: '2', color: 'white' }] });
  await imported(map, 'name,lat,lng,N\nA,1,1,1\nB,2,2,2\nC,3,3,3\n', {
    choropleth: { field: 'N', ramp: 'blues' },
  });
  t.same(
    (await markers(map)).map((each: { color: string }) => each.color),
    ['seafoam', 'white', 'navy'],
  );
});

t.test('what is wrong with the options is told before anything is imported', async (t) => {
  const map = await newMap();
  const refusals: [Record<string, unknown>, string | RegExp][] = [
    [{ demographics: 'population' }, /^demographics: Not valid JSON/],
    [{ demographics: '[1]' }, 'demographics must be a JSON object'],
    [{ demographics: 'null' }, 'demographics must be a JSON object'],
    [{ demographics: {} }, /^demographics: .*fields/],
    [{ demographics: { fields: [] } }, /^demographics: fields/],
    [{ demographics: { fields: [1.5] } }, /^demographics: fields\[0\]/],
    [{ demographics: { fields: Array(21).fill(1) } }, /^demographics: fields/],
    [{ demographics: { fields: ['population'], level: 'town' } }, /^demographics: level/],
    [
      { demographics: { fields: ['population', 'shoe_size'] } },
      /^demographics\.fields\[1\]: "shoe_size" is no id or key/,
    ],
    [{ demographics: { fields: [999] } }, /^demographics\.fields\[0\]: 999 is no id or key/],
    [
      { demographics: { fields: ['population'], level: 'us_zip' } },
      'demographics.fields[0]: "population" has no values at the level us_zip, but at us_state, country',
    ],
    [{ choropleth: '{' }, /^choropleth: Not valid JSON/],
    [{ choropleth: { classes: 5 } }, /^choropleth: .*field/],
    [{ choropleth: { field: 'Note', classes: 2 } }, /^choropleth: classes/],
    [{ choropleth: { field: 'Note', classes: 10 } }, /^choropleth: classes/],
    [{ choropleth: { field: 'Note', method: 'magic' } }, /^choropleth: method/],
    [{ choropleth: { field: 'Note', ramp: 'rainbow' } }, /^choropleth: ramp/],
    [
      { choropleth: { field: 'Shoes' } },
      'choropleth.field: "Shoes" is neither a column of the upload nor the key of a demographic field',
    ],
  ];
  for (const [options, message] of refusals) {
    const { status, body } = await call('POST', bulk(map, options), PLACES, CSV);
    t.equal(status, 400, JSON.stringify(options));
    t.match(body.error, { code: 'BAD_REQUEST', message });
  }
  const form = new FormData();
  form.set('meta', JSON.stringify({ demographics: '{"fields":[1]}' }));
  form.set('file', new Blob([PLACES], { type: 'text/csv' }), 'places.csv');
  const { status, body } = await call('POST', bulk(map), form);
  t.equal(status, 400);
  t.match(body.error.message, /^meta: demographics/);
  t.same(await markers(map), []);
});

t.test('whose values were loaded is told', async (t) => {
  const census = { credit: 'U.S. Census Bureau', licence: 'Public domain' };
  await loadColumns(
    service.app.sql,
    'us_county',
    [column('Owners', [['06075', '1']]), column('Median income', [['06075', '2']])],
    census,
  );
  const { attributions } = (await call('GET', '/attributions')).body;
  t.same(attributions.at(-1), {
    use: 'demographics',
    name: 'Median income, Owners',
    ...census,
    url: '',
  });
});
