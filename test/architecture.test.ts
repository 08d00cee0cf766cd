import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import t from 'tap';

const root = normalize(join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '..', '..'));

/**
 * A room imports only from rooms in the lines above its own; those of one line do not know each other.
 * docs/architecture.md
 */
const RANKS = [
  ['base', 'client'],
  ['schema', 'geo'],
  ['format', 'render', 'http'],
  ['recognise', 'store'],
  ['services', 'access', 'blob', 'markers'],
  ['world', 'nearby', 'background'],
  ['import', 'images', 'pack'],
  // Colours and areas as pictures have them.
  ['tiles'],
  ['api'],
  ['config'],
  ['config-warnings', 'secret-files'],
  ['app'],
  ['workers'],
  ['commands'],
  ['console'],
  ['main'],
];
const roomOf = (path: string): string => (path.startsWith('workers/') ? 'workers' : path.split('/')[1]!);
const rankOf = (path: string): number => RANKS.findIndex((rooms) => rooms.includes(roomOf(path)));

/** The way of a row. What stands further down may import what stands above it. */
const STAGES = [
  // Types that the stages hand on to each other.
  'src/import/choropleth',
  'src/import/options',
  'src/import/task',
  'src/import/rows',
  'src/import/columns',
  'src/import/spool',
  'src/import/upload',
  'src/import/place',
  'src/import/enrich',
  'src/import/prepare',
  'src/import/classes',
  'src/import/duplicates',
  'src/import/report',
  'src/import/plan',
  'src/import/look-ups',
  'src/import/dry-run',
  'src/import/run',
];

/**
 * The stages whose code runs on threads, and those beside them that need no more: neither database nor HTTP.
 */
const PURE = STAGES.slice(0, STAGES.indexOf('src/import/plan')).filter(
  (stage) => stage !== 'src/import/spool',
);

/** The parts of a picture: each may import what stands in the lines above its own, and nothing beside it. */
const LAYERS_OF_RENDER = [
  // Types that the parts hand on to each other.
  ['options', 'scene', 'map-frame', 'fonts', 'earth'],
  ['path-data', 'shaping', 'legend-box', 'contrast'],
  ['path-writer', 'symbols'],
  ['frame', 'furniture', 'labels', 'pins', 'scale-bar', 'pdf', 'svg'],
  ['areas', 'base-map', 'png'],
  ['imagery', 'streets'],
  ['picture'],
].map((rooms) => rooms.map((room) => `src/render/${room}`));

/** Entries of the threads that compute; those that write know the database. */
const THREADS_THAT_COMPUTE = ['src/import/prepare/prepare-block', 'src/recognise/infer'];

/** Paths without ending of what a file imports from the project, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const specifiers = [
    ...text.matchAll(/^(?:import|export)[^;]*? from '(\.[^']+)'/gm),
    ...text.matchAll(/\bimport\('(\.[^']+)'\)/g),
  ];
  return specifiers.map(([, path]) => relative(root, join(root, dirname(file), path!)).replace(/\.js$/, ''));
}

const files = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

const isWithin = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`);
const stageOf = (path: string): number => STAGES.findIndex((stage) => isWithin(path, stage));

/** All that a process or thread with these entries loads, types included. */
function reachedBy(entries: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const next of importsOf(`${path}.ts`)) visit(next);
  };
  for (const entry of entries) visit(entry);
  return [...seen];
}

t.test('a room imports only from rooms below it', async (t) => {
  const upwards = [...files('src'), ...files('workers')].flatMap((file) => {
    const path = file.replace(/(\.d)?\.ts$/, '');
    if (rankOf(path) === -1) return [`${file} is in no room`];
    return importsOf(file)
      .filter((other) => roomOf(other) !== roomOf(path) && rankOf(other) >= rankOf(path))
      .map((other) => `${file} imports ${other}`);
  });
  t.same(upwards, []);
});

t.test('the API knows neither how an import places rows nor how it prepares them', async (t) => {
  const stages = files('src/api')
    .flatMap(importsOf)
    .filter((path) => /^src\/import\/(place|prepare)\//.test(path));
  t.same(stages, []);
});

t.test('nothing of the running service imports what only the build needs', async (t) => {
  const packing = [...files('src'), ...files('workers')]
    .filter((file) => !file.startsWith('src/pack/'))
    .filter((file) => importsOf(file).some((path) => isWithin(path, 'src/pack')));
  t.same(packing, []);
});

/** Packages that a file loads; those whose types alone it imports are not needed where it runs. */
const packagesOf = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:^(?:import|export)\b(?! type)(?:[^;']*? from)? *|\b(?:import|require|load)\()'((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[^']*)?'/gm,
    ),
  ].map(([, name]) => name!);

t.test('what only the build needs is not installed where the service runs', async (t) => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const running = [...files('src'), ...files('workers')].filter(
    (file) => !/^src\/(pack|console)\//.test(file) && !file.endsWith('.d.ts'),
  );
  t.same([...new Set(running.flatMap(packagesOf))].sort(), Object.keys(dependencies).sort());
});

t.test('the stages of an import follow each other', async (t) => {
  const backwards = files('src/import').flatMap((file) => {
    const stage = stageOf(file.replace(/\.ts$/, ''));
    if (stage === -1) return [`${file} is in no stage`];
    return importsOf(file)
      .filter((path) => isWithin(path, 'src/import') && stageOf(path) > stage)
      .map((path) => `${file} imports ${path}`);
  });
  t.same(backwards, []);
});

t.test('the parts of a picture build upon each other', async (t) => {
  const layerOf = (path: string): number =>
    LAYERS_OF_RENDER.findIndex((rooms) => rooms.some((room) => isWithin(path, room)));
  const partOf = (path: string): string => path.split('/').slice(0, 3).join('/');
  const astray = files('src/render').flatMap((file) => {
    const path = file.replace(/(\.d)?\.ts$/, '');
    if (layerOf(path) === -1) return [`${file} is in no layer`];
    return importsOf(file)
      .filter((other) => isWithin(other, 'src/render') && partOf(other) !== partOf(path))
      .filter((other) => layerOf(other) >= layerOf(path))
      .map((other) => `${file} imports ${other}`);
  });
  t.same(astray, []);
});

t.test('what draws pictures asks nobody for anything', async (t) => {
  const asking = files('src/render').filter((file) =>
    /from '(postgres|pg|ioredis|node:(http|https|http2|net|tls|dns|child_process))'|\bfetch\(/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  t.same(asking, []);
});

/** Who opens connections, or has a library open some, and to whom. */
const CONNECTING: Readonly<Record<string, string>> = {
  'src/services/client/ask.ts': 'geocoder, isochrones, tiles, inferrer: the one HTTP client',
  'src/client/index.ts': 'the service, for programs that use it',
  'src/console/api.ts': 'the service, from the browser',
  'src/console/docs/reference.ts': 'the service, for its document',
  'src/store': 'PostgreSQL and Redis',
  'src/background/mail/smtp.ts': 'the mail server',
  'src/services/webhooks/post.ts': 'receivers of webhooks, whose addresses it judges',
  'src/blob': 'S3',
  'src/base/processes/port.ts': 'nobody: looks whether a port is free',
};
const OPENS_CONNECTIONS = [
  /(?<![.\w#])fetch\(/,
  /^import (?!\{ STATUS_CODES \}).*'node:(http|https|http2|dgram|dns|dns\/promises)'/m,
  /\b(connect|createConnection|createServer|Socket)\b[^;]* from 'node:(net|tls)'/,
  /(from |equire\([^)]*\)\()'(undici|postgres|pg|ioredis|nodemailer|@aws-sdk\/[^']+)'/,
];

t.test('connections are opened by those that are named for it alone', async (t) => {
  const connecting = [...files('src'), ...files('workers')].filter((file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/^import type [^;]*;/gm, '');
    return OPENS_CONNECTIONS.some((way) => way.test(text));
  });
  const named = Object.keys(CONNECTING);
  t.same(
    connecting.filter((file) => !named.some((room) => isWithin(file, room))),
    [],
  );
  t.same(
    named.filter((room) => !connecting.some((file) => isWithin(file, room))),
    [],
    'none is named in vain',
  );
});

t.test('the stages before the run know neither database nor HTTP', async (t) => {
  const knowing = files('src/import')
    .filter((file) => PURE.some((stage) => isWithin(file.replace(/\.ts$/, ''), stage)))
    .flatMap((file) =>
      importsOf(file)
        .filter((path) => /^src\/(store|http|api|app|background)\b/.test(path))
        .map((path) => `${file} imports ${path}`),
    );
  t.same(knowing, []);
});

t.test('what runs on the threads that compute reaches neither database nor HTTP', async (t) => {
  t.same(
    reachedBy(THREADS_THAT_COMPUTE).filter((path) => /^src\/(store|http|api|app|background)\b/.test(path)),
    [],
  );
});

t.test('a process that draws pictures reads the database, and reaches no requests or jobs', async (t) => {
  t.same(
    reachedBy(['workers/render']).filter((path) =>
      /^src\/(http|api|app|background|blob|import\/run)\b/.test(path),
    ),
    [],
  );
});

t.test('threads do not load what builds schemas', async (t) => {
  // Compiled, where imports of types are gone.
  const seen = new Set<string>();
  const loading: string[] = [];
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(path, 'utf8');
    if (/^import [^;]*? from 'typebox'/m.test(text)) loading.push(path);
    for (const [, next] of text.matchAll(/^(?:import|export)[^;]*? from '(\.[^']+)'/gm))
      visit(join(dirname(path), next!));
  };
  for (const file of files('workers')) visit(join(root, 'dist', file.replace(/\.ts$/, '.js')));
  t.ok(seen.size > 100);
  t.same(loading, []);
});

t.test('no file imports itself by way of others', async (t) => {
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: string[]): void => {
    if (finished.has(path)) return;
    const at = way.indexOf(path);
    if (at !== -1) {
      circles.push([...way.slice(at), path].join(' -> '));
      return;
    }
    for (const next of importsOf(`${path}.ts`)) visit(next, [...way, path]);
    finished.add(path);
  };
  for (const file of [...files('src'), ...files('workers')]) visit(file.replace(/\.ts$/, ''), []);
  t.same(circles, []);
});

/**
 * Files that count what runs or waits: the constructs that give each turn back whatever throws, and those
 * that bound nothing by it.
 */
const COUNTS_WHAT_RUNS = [
  'src/base/threads/fair-queue.ts',
  // Junctions that wait in a search for the shortest ways.
  'src/geo/isochrone/bounded-search.ts',
  // Requests under way, which a stop waits for.
  'src/http/server.ts',
  // Connections with a statement, for the metrics.
  'src/store/client.ts',
];

t.test('turns are held by the constructs that give them back', async (t) => {
  const counting = [...files('src'), ...files('workers')].filter((file) =>
    /(running|waiting|inFlight|underWay|active|busy)\w*(\+\+|--| [+-]= 1\b)/i.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  t.same(counting.sort(), COUNTS_WHAT_RUNS);
});

t.test('SQL stands in store and sql alone', async (t) => {
  const asking = files('src')
    .filter((file) => !file.startsWith('src/store/'))
    .filter((file) =>
      /`\s*(SELECT|INSERT|UPDATE|DELETE|COPY|WITH|CREATE)\s/.test(readFileSync(join(root, file), 'utf8')),
    );
  t.same(asking, []);
});

/** Texts that become part of a statement as they are, and why none of them is anybody's but ours. */
const UNSAFE_SQL: Readonly<Record<string, string>> = {
  'src/store/accounts.ts': 'names of columns',
  'src/store/backup.ts': 'names of tables, columns and sequences, from the catalog or a manifest, quoted',
  'src/store/block-transactions.ts': 'names of columns; ids of jobs, which are base62',
  'src/store/client.ts': 'none: counts what others run',
  'src/store/coded-markers.ts': 'the name of a custom field, quoted',
  'src/store/distribute.ts': 'names of tables and functions, a number',
  'src/store/embedded/probe.ts': 'a name of ours, a password that is base64url',
  'src/store/export.ts': 'expressions that src/format/write has as constants, integers',
  'src/store/image-jobs.ts': 'names of columns',
  'src/store/image-markers.ts': 'expressions of the file, integers',
  'src/store/import-blocks.ts': 'paths into JSON, literals of the file',
  'src/store/jobs.ts':
    'names of columns, expressions of the file, numbers, booleans, and texts in hexadecimal',
  'src/store/reserved-connections.ts': 'none: watches what others run',
  'src/store/map-life.ts': 'numbers, booleans, and a name in hexadecimal',
  'src/store/marker-filter.ts': 'names of columns, and that of a member',
  'src/store/markers.ts': 'names of columns',
  'src/store/migrate.ts': 'the files of sql/',
  'src/store/nearby.ts': 'names of columns',
  'src/store/packed-pieces.ts': 'names of tables and columns',
  'src/store/pin-arrays.ts': 'a constant of the file',
  'src/store/tile-markers.ts': 'constants, a number, and texts in hexadecimal',
};

t.test('what goes into a statement beside its parameters is ours, and named', async (t) => {
  const unsafe = files('src').filter((file) =>
    /\bunsafe\b|\.query\(\s*(copy(To|From)\(\s*)?`[^`]*\$\{/.test(readFileSync(join(root, file), 'utf8')),
  );
  t.same(unsafe.sort(), Object.keys(UNSAFE_SQL).sort());
});

t.test('what is signed or hashed with a secret is compared in constant time', async (t) => {
  const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
  // Signs for others, and is given no signature.
  const forOthers = 'src/background/webhooks/sender.ts';
  const signing = files('src').filter(
    (file) => file !== forOthers && /\b(createHmac|scrypt)\b/.test(textOf(file)),
  );
  t.same(signing.sort(), [
    'src/access/keys/device-token.ts',
    'src/access/keys/password-token.ts',
    'src/access/keys/password.ts',
    'src/api/page-token.ts',
    'src/images/address.ts',
    'src/world/drive-times/stored-areas.ts',
  ]);
  for (const file of signing) t.match(textOf(file), /\btimingSafeEqual\(/, file);
});

/**
 * Functions that decode or parse an upload: on a thread, or bounded. Nothing of a file beyond some 64 KiB
 * costs the main thread more than to be cut.
 */
const DECODES_UPLOADS: Readonly<Record<string, string>> = {
  'src/api/bulk-query.ts': 'options in the query: 8 KiB',
  'src/format/encoding.ts': 'for the others; a charset that costs much on a thread, but for 64 KiB',
  'src/format/json-blocks.ts': 'what stands beside the markers: 1 MiB, 10,000 members an object',
  'src/format/json-cells.ts': 'on a thread',
  'src/format/likeliest-charset.ts': 'a sample of 64 KiB',
  'src/format/repair-utf8.ts': 'the 128 bytes of Windows-1252, once',
  'src/format/signature.ts': 'the first bytes',
  'src/http/json.ts':
    'bodies that are no uploads: 1 MiB, a legend or a bulk delete 4 MiB and more, one at a time',
  'src/import/columns/sample-rows.ts': 'on a thread',
  'src/import/prepare/prepare-block.ts': 'on a thread',
  'src/import/report/rejects.ts': 'on a thread, but for the header row',
  'src/import/upload/choose-sheet.ts': 'the first rows of 20 sheets',
  'src/import/upload/convert-geojson.ts': 'on a thread',
  'src/import/upload/open-table.ts': 'the first 64 KiB, and the last 30 rows within 1 MiB',
};

t.test('uploads are decoded and parsed on threads, or in small parts', async (t) => {
  const decoding = ['src/format', 'src/import', 'src/api', 'src/http']
    .flatMap(files)
    .filter((file) =>
      /(?<!function )\b(?:parseRecords|decodeBlock|utf8Of|parseJson|parseJsonBlock|iconv\.\w+)\(|new TextDecoder\(/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
  t.same(
    decoding.filter((file) => DECODES_UPLOADS[file] === undefined),
    [],
  );
});

/** Texts in messages that no client sends. */
const OWN_TEXTS: Readonly<Record<string, string>> = {
  'src/blob/blob-store.ts': 'keys of ours',
  'src/config.ts': 'the configuration',
  'src/format/write/field-cells.ts': 'thrown as a fault of ours',
  'src/format/csv-blocks.ts': 'thrown as a fault of ours',
  'src/geo': 'data of the operator',
  'src/http/endpoint.ts': 'patterns of paths, while routes are made',
  'src/http/openapi-schema.ts': 'defaults of the schema',
  'src/http/path-matcher.ts': 'patterns of paths, while routes are made',
  'src/http/schema-message.ts': 'values of the schema',
  'src/http/write-head.ts': 'headers of ours',
  'src/nearby/named-map.ts': 'an answer, not a message',
  'src/api/page.ts': 'an answer, not a message',
  'src/secret-files.ts': 'the configuration',
  'src/world': 'files of the operator',
};

t.test('messages and notes quote texts of clients by the function that cuts them', async (t) => {
  const quoting = files('src')
    .filter((file) => !/^src\/(commands|pack|store)\//.test(file))
    .filter((file) => /\$\{JSON\.stringify\(/.test(readFileSync(join(root, file), 'utf8')));
  t.same(
    quoting.filter((file) => !Object.keys(OWN_TEXTS).some((room) => isWithin(file, room))),
    [],
  );
  t.same(
    Object.keys(OWN_TEXTS).filter((room) => !quoting.some((file) => isWithin(file, room))),
    [],
    'none is named in vain',
  );
});

t.test('one file knows the second driver of the database', async (t) => {
  const knowing = [...files('src'), ...files('workers')].filter((file) =>
    /from '(pg|pg-copy-streams)'/.test(readFileSync(join(root, file), 'utf8')),
  );
  t.same(knowing, ['src/store/pg.ts']);
});

t.test('only one room touches uWebSockets', async (t) => {
  const touching = files('src').filter((file) =>
    /from '.*\buws(-node20)?(\.js)?'/.test(readFileSync(join(root, file), 'utf8')),
  );
  t.same(
    touching.filter((file) => !file.startsWith('src/http/')),
    [],
  );
});

/** Where an answer is not read to its end, or comes from outside of the API. */
const UNDOCUMENTED = [
  'test/api/areas.test.ts',
  'test/api/bulk.test.ts',
  'test/api/errors.test.ts',
  'test/api/images.test.ts',
  'test/api/job-events.test.ts',
  'test/api/walk.test.ts',
  'test/commands/serve.test.ts',
  'test/load/demo.test.ts',
];
/** Paths outside /v1, and is not in the document. */
const OUTSIDE = /\/(?:metrics|healthz|readyz)'|\bpage\b|linkIn/;

t.test('tests hold what the service answers against its document', async (t) => {
  const asking = files('test')
    .filter((file) => !/^test\/(?:http|support)\//.test(file))
    .filter((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .some((line) => /(?<!\.)\bfetch\(/.test(line) && !OUTSIDE.test(line.replaceAll('`', "'"))),
    );
  t.same(asking.sort(), UNDOCUMENTED);
});
