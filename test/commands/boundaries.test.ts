import t from 'tap';
import { area, boundaryFiles, collection, square } from '../support/boundary-files.js';
import { run, runForComplaint, runForResult } from '../support/cartload-process.js';
import { createDatabase } from '../support/database.js';

const { url } = await createDatabase(t);
const env = { DATABASE_URL: url };
const write = await boundaryFiles(t);
const load = (type: string, ...rest: string[]) => ['boundaries', 'load', '--type', type, ...rest];
const list = async (): Promise<Record<string, unknown>[]> => {
  const { code, stdout } = await run(t, ['boundaries', 'list'], { env });
  t.equal(code, 0);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
};

const zips = collection([
  area({ ZCTA5CE20: '20001' }, square(-77, 39)),
  area({ ZCTA5CE20: '20002' }, square(-76, 39)),
]);

t.test('files are loaded, listed, replaced and removed', async (t) => {
  t.same(await list(), []);
  const path = await write('zips.json', zips);
  const result = await runForResult(t, load('us_zip', path), { env });
  t.same(Object.keys(result), ['type', 'dataset', 'features', 'vertices', 'bytes', 'version']);
  t.match(result, { type: 'us_zip', dataset: 'census', features: 2, vertices: 10, version: /^[\da-f]{64}$/ });
  t.match(await list(), [
    { ...result, credit: 'U.S. Census Bureau', licence: 'public domain', loaded_at: String },
  ]);
  // The same file a second time is the same layer.
  t.same(await runForResult(t, load('us_zip', path), { env }), result);

  const own = await write('own.json', collection([area({ code: 94103 }, square(-122, 37))]));
  const options = ['--code', 'code', '--dataset', 'acme', '--credit', 'Acme', '--licence', 'CC0-1.0'];
  const { code, stdout, stderr } = await run(t, load('us_zip', own, ...options), { env });
  t.equal(code, 0);
  t.match(stderr, 'cartload: the areas of acme replaced the loaded areas of census');
  const replaced = JSON.parse(stdout);
  t.match(replaced, { dataset: 'acme', features: 1 });
  t.match(await list(), [{ ...replaced, credit: 'Acme', licence: 'CC0-1.0' }]);

  t.same(await runForResult(t, ['boundaries', 'remove', '--type', 'us_zip'], { env }), { removed: true });
  t.same(await list(), []);
  t.equal(
    await runForComplaint(t, ['boundaries', 'remove', '--type', 'us_zip'], { env }),
    'no areas of us_zip are loaded',
  );
});

t.test('the areas of one file stay when the next is loaded, but for those that it has, too', async (t) => {
  const file = (name: string, ...codes: [code: string, lng: number][]) =>
    write(name, collection(codes.map(([code, lng]) => area({ ZCTA5CE20: code }, square(lng, 39)))));
  const dc = await file('dc.json', ['20001', -77], ['20002', -76]);
  const ri = await file('ri.json', ['02801', -71], ['20002', -75]);
  const both = await file('both.json', ['20001', -77], ['20002', -75], ['02801', -71]);
  const together = await runForResult(t, load('us_zip', both, '--replace'), { env });
  t.match(await runForResult(t, load('us_zip', dc, '--replace'), { env }), { features: 2, vertices: 10 });
  t.same(await runForResult(t, load('us_zip', ri), { env }), together, 'as if all had been loaded at once');
  t.match(await runForResult(t, load('us_zip', ri, '--replace'), { env }), { features: 2, vertices: 10 });
  const at = await Promise.all([dc, both].map((path) => runForResult(t, load('us_zip', path), { env })));
  t.match(at.length, 2, 'at the same time');
  t.match(await list(), [{ features: 3, vertices: 15 }], 'none is lost');
  await runForResult(t, ['boundaries', 'remove', '--type', 'us_zip'], { env });
});

t.test('features that are left out are counted on stderr', async (t) => {
  const areas = Array.from({ length: 20 }, (_, i) =>
    area({ POA_CODE21: String(3000 + i) }, square(144, -37)),
  );
  const path = await write(
    'poa.json',
    collection([...areas, area({ POA_CODE21: 'ZZZZ' }, square(144, -37))]),
  );
  const { code, stderr } = await run(t, load('au_postcode', path), { env });
  t.equal(code, 0);
  t.equal(
    stderr,
    'cartload: skipped 1 features without an area, or without a code of au_postcode in POA_CODE21\n',
  );
  await runForResult(t, ['boundaries', 'remove', '--type', 'au_postcode'], { env });
});

t.test('outlines that cross themselves are counted on stderr, with a place', async (t) => {
  // The fourth point lies below the line between the first two.
  const crossed = [
    [-77, 39],
    [-76, 39],
    [-76, 40],
    [-76.6, 38.8],
    [-77, 40],
    [-77, 39],
  ];
  const path = await write('crossed.json', collection([area({ ZCTA5CE20: '20001' }, crossed)]));
  const { code, stderr } = await run(t, load('us_zip', path), { env });
  t.equal(code, 0);
  t.match(
    stderr,
    /^cartload: outlines that cross themselves: 1; the first is that of 20001, at 39\.0000, -76\.5000\. /,
  );
  await runForResult(t, ['boundaries', 'remove', '--type', 'us_zip'], { env });
});

t.test('what is refused is told in one line, and what was there stays', async (t) => {
  const path = await write('zips.json', zips);
  await runForResult(t, load('us_zip', path), { env });
  const before = await list();
  const german = await write('plz.json', collection([area({ postcode: '20095' }, square(10, 53))]));
  const broken = await write('broken.json', zips.slice(0, -30));
  for (const [files, reason] of [
    [[path, german], /only 2 of 3 areas have a ZIP code in ZCTA5CE20/],
    [[german], /1 of 1 areas lie outside of the United States/],
    [[path, broken], /^broken\.json ends in the middle/],
    [['/nowhere.zip'], /^cannot read \/nowhere\.zip: ENOENT/],
  ] as const)
    t.match(await runForComplaint(t, load('us_zip', ...files), { env }), reason);
  t.match(await runForComplaint(t, load('pin', path), { env }), /Allowed choices are us_zip/);
  t.match(await runForComplaint(t, load('us_zip', path, '--dataset', 'approx'), { env }), /not "approx"/);
  t.match(await runForComplaint(t, load('us_zip', path, '--dataset', 'A/b'), { env }), /up to 40 of a-z/);
  t.same(await list(), before);
});
