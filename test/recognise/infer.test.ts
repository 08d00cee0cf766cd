import fc from 'fast-check';
import t from 'tap';
import { names } from '../../load/header-score.js';
import { inferColumns } from '../../src/recognise/infer.js';
import { readTable } from '../../src/recognise/read-table.js';
import { runs } from '../support/runs.js';
import { labelsOf } from './labels-of.js';

t.test('an exact field name wins, whatever its values are', async (t) => {
  t.strictSame(labelsOf('city|Ort', '12|Berlin'), ['city', 'custom']);
  t.strictSame(labelsOf(' Latitude |LNG', 'x|y'), ['lat', 'lng']);
});

t.test('a whole address is wanted where no column has the street alone', async (t) => {
  t.strictSame(labelsOf('name|address', 'Inn|1 Hill Rd, Calgary, AB T2P 4R5, Canada'), [
    'name',
    'full_address',
  ]);
  t.strictSame(labelsOf('Nome|Indirizzo', 'Liceo|Via Bricci, 4, 00152 Roma RM'), ['name', 'full_address']);
  t.strictSame(labelsOf('Strasse|PLZ|Ort|AdresseVoll', 'Ring 3|20359|Hamburg|Ring 3, 20359 Hamburg'), [
    'street',
    'zip',
    'city',
    'custom',
  ]);
});

t.test('a column of towns with their states is a whole address where nothing else says where', async (t) => {
  for (const header of ['Ort', 'Ville', 'Town', 'Ciudad', 'Gemeinde'])
    t.strictSame(
      labelsOf(`Name|${header}`, 'A|Peabody, MA', 'B|Ozark, MO'),
      ['name', 'full_address'],
      header,
    );
  t.strictSame(labelsOf('Name|Straße|Ort', 'A|Ring 3|Peabody, MA', 'B|Ring 4|Ozark, MO')[1], 'street');
});

t.test(
  'geometries of points and places in an array are coordinates, whatever their headers say',
  async (t) => {
    const geojson = '{"type":"Point","coordinates":[13.4,52.51]}';
    for (const header of ['_geojson', 'st_asgeojson', 'q17'])
      t.strictSame(
        labelsOf(`name|${header}`, `A|${geojson}`, `B|POINT (13.5 52.52)`),
        ['name', 'lat_lng'],
        header,
      );
    for (const headers of [
      'location.coordinates[0]|location.coordinates[1]',
      'geometry/coordinates/0|geometry/coordinates/1',
    ])
      t.strictSame(
        labelsOf(`name|${headers}`, 'A|13.40123|52.51123', 'B|13.50123|52.52123'),
        ['name', 'lng', 'lat'],
        headers,
      );
    const polygon = 'POLYGON ((13.4 52.5, 13.5 52.5, 13.5 52.6, 13.4 52.5))';
    t.strictSame(labelsOf('name|geometry', 'Lot 1|POINT (13.4 52.5)', `Lot 2|${polygon}`), [
      'name',
      'lat_lng',
    ]);
    t.strictSame(labelsOf('name|geometry', `Lot 2|${polygon}`), ['name', 'custom'], 'no point among them');
  },
);

t.test('empty columns called lat and lng leave the coordinates to others', async (t) => {
  const headers = ['lat', 'lng', 'name', 'Y', 'X', 'city'];
  const infer = (lat: string) => {
    const rows = [
      [lat, 'NULL', 'A', '52.51123', '13.40123', 'Berlin'],
      ['', '', 'B', '52.52123', '13.50123', 'Berlin'],
    ];
    const { columns, emptyAxes } = inferColumns({
      headers,
      rows,
      open: [3, 4],
      taken: new Set(['lat', 'lng', 'name', 'city']),
    });
    return [columns.slice(3, 5).map(({ label }) => label), emptyAxes];
  };
  t.strictSame(infer(''), [
    ['lat', 'lng'],
    [0, 1],
  ]);
  t.strictSame(infer('1.5'), [['custom', 'custom'], undefined]);
});

t.test('both coordinates in one cell are wanted where they have no columns of their own', async (t) => {
  t.strictSame(labelsOf('nom|coordonnees_gps', 'Gare|50.6365, 3.0706'), ['name', 'lat_lng']);
  t.strictSame(labelsOf('Naam|Shape', 'Eik|POINT(4.8952 52.3702)'), ['name', 'lat_lng']);
  t.strictSame(labelsOf('name|lat|lon|location', 'Inn|41.9|-87.6|(41.9, -87.6)'), [
    'name',
    'lat',
    'lng',
    'custom',
  ]);
  t.strictSame(labelsOf('nombre|coordenadas', 'A|no tiene'), ['name', 'custom']);
});

t.test('numbers that are no coordinates never become one', async (t) => {
  t.strictSame(labelsOf('lat_time|Latency', '12.5|40.25'), ['custom', 'custom']);
  t.equal(labelsOf('Name|Breitengrad', 'A|5803456')[1], 'custom');
  t.equal(labelsOf('Name|Long', 'A|yes')[1], 'custom');
});

t.test('the name is the organisation before the person', async (t) => {
  t.strictSame(labelsOf('Firma|Vorname|Nachname', 'Ohm KG|Kurt|Ohm'), ['name', 'custom', 'custom']);
  t.strictSame(labelsOf('Titel|Vorname|Nachname', 'Dr.|Kurt|Ohm'), ['custom', 'custom', 'name']);
});

t.test('codes of shops are location codes, numbers of registers are not', async (t) => {
  t.strictSame(labelsOf('Store Number|Store Name', '932|Kwik'), ['location_code', 'name']);
  for (const header of [
    'Filialnummer',
    'Filialnr',
    'Numéro de magasin',
    'Número de tienda',
    'Número da loja',
    'Codice negozio',
    'Winkelnummer',
  ])
    t.strictSame(labelsOf(header, '932', '417'), ['location_code'], header);
  // How many there are is none.
  t.strictSame(labelsOf('Número de tiendas', '932', '417'), ['custom']);
  t.strictSame(labelsOf('CIF|Empresa', 'B00000001|Ebro S.L.'), ['custom', 'name']);
  t.strictSame(labelsOf('Customer ID|Customer', '17|Ann Doyle'), ['custom', 'name']);
  t.strictSame(
    labelsOf('Qx|name', 'LOC-105|A', 'ST-12|B', 'PL-7|C'),
    ['custom', 'name'],
    'nor are codes streets',
  );
  t.strictSame(labelsOf('Qx|name', '12 Mill Lane|A', '7 High Street|B'), ['street', 'name']);
});

t.test('columns without header and content, and row numbers, are ignored', async (t) => {
  t.strictSame(labelsOf('|name|', '0|A|', '1|B|', '2|C|'), ['ignore', 'name', 'ignore']);
  t.strictSame(inferColumns({ headers: ['Column 1'], rows: [['']] }).columns[0]?.label, 'ignore');
});

t.test('taken fields are not given again, closed columns only give context', async (t) => {
  const headers = ['Ort', 'Stadt', 'PLZ'];
  const rows = [['Berlin', 'Berlin', '10115']];
  const taken = inferColumns({ headers, rows, taken: new Set(['city']) });
  t.strictSame(
    taken.columns.map(({ label }) => label),
    ['custom', 'custom', 'zip'],
  );
  const open = inferColumns({ headers, rows, open: [1] });
  t.strictSame(
    open.columns.map(({ label }) => label),
    ['custom', 'city', 'custom'],
  );
  t.equal(open.columns[0]?.confidence, 0);
});

t.test('a field that is taken by a closed column of that name stays with it', async (t) => {
  const headers = ['city', 'Ort', 'zip'];
  const rows = [['Berlin', 'Potsdam', '10115']];
  const infer = (open: number[], taken: ('city' | 'zip')[]) => {
    const input = { headers, rows, open, taken: new Set(taken) };
    return inferColumns(input).columns.map(({ label }) => label);
  };
  t.strictSame(infer([1, 2], ['city']), ['custom', 'custom', 'zip']);
  t.strictSame(infer([1, 2], []), ['custom', 'city', 'zip'], 'closed, and of another meaning');
  t.strictSame(infer([0, 1, 2], ['city']), ['custom', 'custom', 'zip'], 'open, and taken elsewhere');
  t.strictSame(infer([0, 1, 2], []), ['city', 'custom', 'zip']);
  t.strictSame(inferColumns({ headers, rows, open: [2, 7, -1, 2] }).columns.length, 3);
  t.strictSame(inferColumns({ headers, rows, open: [] }).columns, [
    { label: 'custom', confidence: 0, why: 'not asked for' },
    { label: 'custom', confidence: 0, why: 'not asked for' },
    { label: 'custom', confidence: 0, why: 'not asked for' },
  ]);
});

t.test('a column of marker types is no category', async (t) => {
  t.strictSame(labelsOf('Marker Type|Kategorie', 'pin|Bar', 'radius|Café'), ['custom', 'category']);
  t.strictSame(labelsOf('Marker Type', 'Rathaus', 'Museum'), ['custom']);
});

t.test('the gazetteer says which values are names of places', async (t) => {
  const { columns } = inferColumns({
    headers: ['Name', 'Ort', 'PLZ'],
    rows: [
      ['Dom', 'Köln', '50667'],
      ['Markt', 'Irgendwo an der Tür', '00001'],
    ],
    names,
  });
  t.strictSame(
    columns.slice(1).map(({ why }) => why),
    [
      'header "Ort" says town; 1 of 2 different values are names of towns',
      'header "PLZ" says postal code; 1 of 2 different values are postal codes that exist',
    ],
  );
});

t.test('a few words tell why', async (t) => {
  const whyOf = (headers: string[], ...rows: string[][]) =>
    inferColumns({ headers, rows }).columns.map(({ why }) => why);
  t.strictSame(whyOf(['zip', 'Kategorie', 'Typ', 'Qx'], ['1', 'Bar', 'Bar', 'a']), [
    'exact field name',
    'header "Kategorie" says category; nothing in the values speaks against it',
    'another column fits better as category',
    'no field fits',
  ]);
  t.strictSame(whyOf(['Ort']), ['header "Ort" says town; no values to check']);
  t.strictSame(whyOf(['Qx'], ['12 Mill Lane'], ['7 High Street']), [
    'header "Qx" says nothing; 2 of 2 different values look like streets',
  ]);
  t.strictSame(whyOf(['', ' ', 'Index'], ['', '1', '1'], ['', '2', '2']), [
    'empty column',
    'row numbers',
    'row numbers',
  ]);
});

t.test('what no header is, and what row numbers are', async (t) => {
  const labels = (header: string, ...cells: string[]) =>
    inferColumns({ headers: ['name', header], rows: cells.map((cell, i) => [`n${i}`, cell]) }).columns[1]!
      .label;
  for (const header of ['', '  ', 'Column 2', 'Unnamed: 1', ' unnamed: 12 ']) {
    t.equal(labels(header, '', ''), 'ignore', header);
    t.equal(labels(header, '1', '2', '3'), 'ignore', header);
    t.equal(labels(header, '4', '1', '2'), 'custom', header);
  }
  for (const header of ['index', '#', ' INDEX ']) {
    t.equal(labels(header, '1', '2', '3'), 'ignore', header);
    t.equal(labels(header, '', ''), 'custom', header);
  }
  for (const header of [
    'Column 1',
    'Column 3',
    'Unnamed',
    'Unnamed: 1a',
    'an Unnamed: 1',
    'index 2',
    'my index',
    '##',
  ]) {
    t.equal(labels(header, '1', '2', '3'), 'custom', header);
  }
});

t.test(
  'first words that several headers share say nothing, unless the rest is a header of its own',
  async (t) => {
    t.strictSame(labelsOf('bib_name|bib_plz|bib_ort'), ['name', 'zip', 'city']);
    const strength = (headers: string[], at: number) => readTable({ headers, rows: [] }).ruled[at]!.strength;
    t.ok(strength(['qbx_ort', 'qbx_plz'], 0) > strength(['qbx_ort', 'plz'], 0), 'shared, and not');
    t.equal(strength(['qbx_ort', 'qbx_plz'], 0), strength(['Ort'], 0));
    t.equal(strength(['qbx_stadt', 'qbx_plz'], 0), strength(['Stadt'], 0));
    t.strictSame(labelsOf('qbx_stadt|stadt|qbx_plz'), ['custom', 'city', 'zip']);
    t.strictSame(labelsOf('qbx|qbx|qbx_stadt', 'a|b|Berlin')[2], 'city');
  },
);

t.test('how sure it is tells clear headers from doubtful ones', async (t) => {
  const sure = (header: string, ...cells: string[]) =>
    inferColumns({ headers: [header], rows: cells.map((cell) => [cell]) }).columns[0]!.confidence;
  t.equal(sure('lat', 'anything'), 1, 'an exact name');
  t.ok(sure('Breitengrad', '52.5200', '48.1371') > 0.9);
  t.ok(sure('Ort', 'Berlin', 'Bonn') > 0.9);
  t.ok(sure('Ansprechpartner', 'Ann Lee', 'Bo Ray') < sure('Firma', 'Ohm KG', 'Volt AG'));
});

t.test('headers alone are enough', async (t) => {
  t.strictSame(labelsOf('Nachname|Straße|PLZ|Wohnort'), ['name', 'street', 'zip', 'city']);
  t.strictSame(inferColumns({ headers: [], rows: [] }).columns, []);
});

t.test('it never throws and gives each field once', async () => {
  const word = fc.constantFrom(
    ...[
      'name',
      'Ort',
      'lat',
      'x',
      'y',
      'CP',
      'calle',
      'n°',
      'code',
      '',
      '__proto__',
      'constructor',
      'toString',
      '2',
      'POINT(1 2)',
    ],
  );
  const text = fc.oneof(
    { weight: 3, arbitrary: fc.array(word, { maxLength: 4 }).map((words) => words.join('_')) },
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.double().map(String),
  );
  const table = fc.record({
    headers: fc.array(text, { maxLength: 12 }),
    rows: fc.array(fc.array(text, { maxLength: 14 }), { maxLength: 6 }),
  });
  fc.assert(
    fc.property(table, ({ headers, rows }) => {
      const { columns } = inferColumns({ headers, rows });
      const fields = columns
        .map(({ label }) => label)
        .filter((label) => label !== 'custom' && label !== 'ignore');
      return (
        columns.length === headers.length &&
        new Set(fields).size === fields.length &&
        columns.every(({ confidence }) => confidence >= 0 && confidence <= 1)
      );
    }),
    { numRuns: runs(100, 500), seed: 1 },
  );
});

t.test('names of JavaScript are data', async (t) => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  t.strictSame(
    labelsOf(names.join('|'), names.join('|')),
    names.map(() => 'custom'),
  );
});

/** Repeated, each of these makes a pattern with two ways to match try them all. */
const PIECES = [
  '1',
  ' ',
  '-',
  '.',
  ',',
  '°',
  'a',
  'A ',
  '1 ',
  '1,',
  '(',
  '((',
  '-1.1 ',
  'POINT',
  '@',
  'a.',
  'a@a',
  '//',
  "'",
  '"',
  '\t',
  '\u00a0',
  'é',
  '\u0301',
  '😀',
  '\ud800',
  '\0',
  '[',
  '{"coordinates"',
  '12°',
  "12' ",
  'N',
  'strasse',
  'x_',
  '0',
  '+',
  '/',
  '#',
  'http://',
  'www.',
];

t.test('cells and headers of 32,000 characters of anything are read', async (t) => {
  const cells = PIECES.flatMap((piece) =>
    ['', '1', 'a', '!', '12345 '].map((end) => piece.repeat(Math.ceil(32_000 / piece.length)) + end),
  );
  t.ok(cells.length >= 200);
  const headers = [
    'name',
    'Adresse',
    'lat',
    'coords',
    'zip',
    'Datum',
    'Telefon',
    'foto',
    '',
    'xyz',
    'Land',
    'Provinz',
  ];
  const rows = cells.map((cell) => headers.map(() => cell));
  for (let at = 0; at < rows.length; at += 20) {
    t.equal(inferColumns({ headers, rows: rows.slice(at, at + 20) }).columns.length, headers.length);
  }
  t.equal(inferColumns({ headers: cells, rows: [] }).columns.length, cells.length);
});

t.test('5,000 columns are read', async (t) => {
  const headers = Array.from({ length: 5_000 }, (_, index) => `feld_${index % 7 === 0 ? 'ort' : index}`);
  const rows = Array.from({ length: 5 }, (_, row) => headers.map((_, index) => `${index} Straße ${row}`));
  const { columns } = inferColumns({ headers, rows });
  t.equal(columns.length, 5_000);
});

t.test('words for sizes are coordinates where few short numbers lie at home of their language', async (t) => {
  const filled = (headers: string, at: number, ...points: string[]): string[] => {
    const rows = Array.from({ length: at }, (_, row) => `Filiale ${row}|Weg ${row}|Kiel||`);
    return [`Name|Straße|Ort|${headers}`, ...rows, ...points.map((point, row) => `Lager ${row}|||${point}`)];
  };
  const axes = (...lines: string[]) => labelsOf(...lines).slice(3);
  const sizes = ['custom', 'custom'];
  t.same(axes(...filled('Breite|Länge', 5, '54.32|10.13', '53.55|9.99')), ['lat', 'lng']);
  t.same(
    axes(...filled('Breite|Länge', 60, '54.3|10.1', '53,5|9,9')),
    ['lat', 'lng'],
    'behind 60 empty cells',
  );
  t.same(axes(...filled('lengte|breedte', 60, '5.1|52.1', '4.9|52.3')), ['lng', 'lat']);
  t.same(axes(...filled('Y|X', 60, '54.3233|10.1228', '53.5511|9.9937')), ['lat', 'lng']);
  t.same(axes(...filled('Breite|Länge', 5, '54.3|10.1')), sizes, 'one point proves nothing');
  t.same(axes(...filled('Breite|Länge', 5, '54|10', '53|9')), sizes, 'whole numbers');
  t.same(axes(...filled('Breite|Länge', 5, '54.3|10.1', '53.5|')), sizes, 'a number alone');
  t.same(axes(...filled('Breite|Länge', 5, '54.3|10.1', '2.5|3.5')), sizes, 'a size among them');
  t.same(axes(...filled('Breite|Höhe', 5, '54.3|10.1', '53.5|9.9')), sizes);
});

t.test('two custom fields whose headers name the axes are told apart from other numbers', async (t) => {
  const likely = (headers: string, ...rows: string[]) =>
    inferColumns({ headers: headers.split('|'), rows: rows.map((row) => row.split('|')) }).likelyAxes;
  t.same(likely('Name|Ort|Länge|Breite', 'A|Kiel||', 'B||10.1|54.3'), [3, 2]);
  t.same(likely('Nome|Città|X|Y', 'A|Roma||'), [3, 2], 'without values');
  t.equal(likely('Name|Ort|X|Y', 'A|Kiel|3565000|6020000'), undefined, 'no degrees');
  t.equal(likely('Name|Ort|X|Y|X2|Y2', 'A|Kiel||||'), undefined, 'several');
  t.equal(likely('Name|lat|lng|X|Y', 'A|54.3|10.1||'), undefined, 'there are others');
});

t.test('numbers that may be coordinates are named where nothing proves that they are degrees', async (t) => {
  const unproved = (headers: string, ...rows: string[]): number[] =>
    inferColumns({ headers: headers.split('|'), rows: rows.map((row) => row.split('|')) }).unprovedAxes;
  t.strictSame(unproved('Name|X|Y', 'A|391234.5|5820001.2', 'B|391300|5820100'), [1, 2]);
  t.strictSame(unproved('Name|UTM_E|UTM_N', 'A|391234.5|5820001.2'), [1, 2]);
  t.strictSame(unproved('Name|Breite|Länge', 'A|52|13', 'B|48|11'), [1, 2], 'may be sizes');
  t.strictSame(unproved('Name|phi|lambda', 'A|52.5170|13.3889'), [1, 2], 'by their digits');
  t.strictSame(unproved('Name|Breite|Länge', 'A|52.5170|13.3889'), [], 'were read');
  t.strictSame(unproved('Name|Price|Rating|X', 'A|12.50|4.25|left', 'B|13.50|4|right'), []);
});
