import t from 'tap';
import { startTestApp } from '../support/app.js';

const service = await startTestApp(t);
const call = await service.client({ quotaMaps: 2 });
const messageOf = async (...request: Parameters<typeof call>): Promise<string> => {
  const { status, body } = await call(...request);
  return `${status} ${body.error.message}`;
};
const map = (await call('POST', '/maps', { name: 'M' })).body.id;

t.test('a parameter of the wrong form is refused with an example of the right one', async (t) => {
  const search = `/maps/${map}/markers/search`;
  t.equal(
    await messageOf('GET', `${search}?bounds=1,2,3`),
    '400 bounds must be written like 53.7,-1.7,53.9,-1.4',
  );
  t.equal(await messageOf('GET', `${search}?near=here`), '400 near must be written like 53.8,-1.55,10');
  t.equal(await messageOf('GET', '/nearby?lat=1&lng=2&maps=all'), '400 maps must be written like 17,42');
  const bulk = `/maps/${map}/markers/bulk?default_country=1`;
  t.equal(await messageOf('POST', bulk, { markers: [] }), '400 default_country must be written like US');
});

t.test('each example is one that is taken', async (t) => {
  for (const path of [
    `/maps/${map}/markers/search?bounds=53.7,-1.7,53.9,-1.4`,
    `/maps/${map}/markers/search?near=53.8,-1.55,10`,
    `/nearby?lat=1&lng=2&maps=${map}`,
  ])
    t.equal((await call('GET', path)).status, 200);
});

t.test('a quota that is used up says which, of how many, until when, and what else helps', async (t) => {
  await call('POST', '/maps', { name: 'M' });
  t.equal(
    await messageOf('POST', '/maps', { name: 'M' }),
    '429 the daily quota of new maps is used up: the key may make 2 a day. Try again after midnight UTC (Retry-After); ' +
      'GET /me shows the quotas of the key, and the operator of the service can issue a key with larger ones',
  );
});

t.test('what is no JSON is told what JSON is', async (t) => {
  const message = await messageOf('POST', '/maps', "{'name': 1}", { 'content-type': 'application/json' });
  t.match(message, /^400 Not valid JSON: .*\. Put names and texts in double quotes /);
});

t.test('a URL without /v1 is told what is missing, where the path is right but for that', async (t) => {
  const root = service.app.publicUrl.replace(/\/v1$/, '');
  const told = async (path: string): Promise<string> =>
    ((await (await fetch(`${root}${path}`)).json()) as { error: { message: string } }).error.message;
  const prefix = 'Not found: paths of the API begin with /v1; add it to the base URL';
  t.equal(await told('/maps'), prefix);
  t.equal(await told(`/maps/${map}`), prefix);
  t.equal(await told('/nothing'), 'Not found');
  t.equal(await messageOf('GET', '/nothing/at/all'), '404 Not found');
});
