import t from 'tap';
import { asOwner, sharedTestApp } from '../support/app.js';

const { service, call } = await asOwner(await sharedTestApp(t), { quotaMaps: 2 });
const messageOf = async (...request: Parameters<typeof call>): Promise<string> => {
  const { status, body } = await call(...request);
  return `${status} ${body.error.message}`;
};
const map = (await call('POST', '/maps', { name: 'M' })).body.id;

t.test('a parameter of the wrong form is refused with an example of the right one', async (t) => {
  const search = `/maps/${map}/markers/search`;
  t.equal(
    await messageOf('GET', `${search}?bounds=1,2,3`),
    '400 bounds must be written like 53.7,-1.7,53.9,-1.4, not "1,2,3"',
  );
  t.equal(
    await messageOf('GET', `${search}?near=here`),
    '400 near must be written like 53.8,-1.55,10, not "here"',
  );
  t.equal(
    await messageOf('GET', '/nearby?lat=1&lng=2&maps=all'),
    '400 maps must be written like 17,42, not "all"',
  );
  const bulk = `/maps/${map}/markers/bulk?default_country=1`;
  t.equal(
    await messageOf('POST', bulk, { markers: [] }),
    '400 default_country must be written like US, not "1"',
  );
  const path = `/maps/${map}/markers/bulk`;
  t.equal(
    await messageOf('POST', `${path}?match=code`, { markers: [] }),
    '400 match must be written like place or location_code or field:Shop no., not "code"',
  );
  const form = new FormData();
  form.append('meta', JSON.stringify({ missing_tolerance: '5 rows' }));
  form.append('file', new Blob(['name,lat,lng\n'], { type: 'text/csv' }), 'a.csv');
  t.equal(
    await messageOf('POST', path, form),
    '400 meta: missing_tolerance must be written like 5 or 1%, not "5 rows"',
  );
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

t.test('a 401 says what is wrong with the key as it was sent', async (t) => {
  const told = async (authorization: string) =>
    (await service.clientWith(authorization)('GET', '/me')).body.error.message;
  t.match(await told('Token abc'), /^the scheme .*; send a valid API key: Authorization: Bearer <API_KEY>$/);
  t.match(await told(`Bearer ck_${'0'.repeat(40)}`), /^the key is unknown or was revoked; /);
});

t.test('a refusal names the misspelt parameters and members, and what they may be', async (t) => {
  const markers = `/maps/${map}/markers`;
  for (const [method, path, body, message] of [
    ['POST', '/maps', { title: 'x' }, '400 name is required; not known here: title'],
    ['POST', '/maps', { nmae: 'x' }, '400 name is required; not known here: nmae (did you mean "name"?)'],
    ['POST', '/maps', { map: { name: 'x' } }, '400 name is required; not known here: map'],
    [
      'POST',
      markers,
      { name: 'x', lat: '1', customFields: {} },
      '400 lat must be a number, not "1": write it without quotes; not known here: customFields (did you mean "custom_fields"?)',
    ],
    [
      'POST',
      markers,
      { name: 'x', latitude: 1, longitude: 2 },
      /; not known here: latitude \(did you mean "lat"\?\), longitude \(did you mean "lng"\?\)$/,
    ],
    [
      'GET',
      '/nearby?lat=1&lon=2',
      undefined,
      '400 lng is required; not known here: lon (did you mean "lng"?)',
    ],
    [
      'POST',
      `${markers}/bulk?marker_typ=x`,
      { data: [] },
      '400 The body has no member "markers"; it has "data"; not known here: marker_typ (did you mean "marker_type"?)',
    ],
  ] as const)
    t.match(await messageOf(method, path, body), message);
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`x${i}`, 1]));
  t.equal(await messageOf('POST', '/maps', many), '400 name is required; not known here: x0, x1, x2, x3, x4');
  const refused = await call('POST', '/maps', { title: 'x' });
  t.equal(refused.headers.get('x-ignored-params'), 'title');
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
  const nothing = 'Not found: no such path; /v1/openapi.json lists all of them';
  t.equal(await told('/nothing'), nothing);
  t.equal(await messageOf('GET', '/nothing/at/all'), `404 ${nothing}`);
  t.equal(
    await told('/api/v1/maps'),
    'Not found: did you mean GET /v1/maps; paths begin with /v1, are in lower case, and have no further slash or ending',
  );
});

t.test('a wrong path or method is told the near one, and a malformed id its form', async (t) => {
  for (const [method, path, message] of [
    ['GET', '/maps/', /did you mean GET \/v1\/maps; .* no further slash/],
    ['GET', `/Maps/${map}.json`, /did you mean GET \/v1\/maps\/\{map_id\};/],
    ['GET', `/maps//${map}`, /did you mean GET \/v1\/maps\/\{map_id\};/],
    ['GET', `/map/${map}`, /did you mean GET \/v1\/maps\/\{map_id\}$/],
    ['GET', '/markers/1', /did you mean GET \/v1\/maps\/\{map_id\}\/markers\/\{marker_id\}$/],
    ['POST', `/maps/${map}`, /\/v1\/maps\/\{map_id\} takes GET, PATCH and DELETE, not POST$/],
    ['GET', `/maps/${map}/archive`, /\/v1\/maps\/\{map_id\}\/archive takes POST, not GET$/],
    ['POST', `/maps/${map}/markers/search`, /search takes GET, not POST$/],
    [
      'GET',
      '/maps/{map_id}',
      /^404 Not found: in the path, map_id must be an integer: write the id itself there, as lists and answers show it$/,
    ],
    [
      'GET',
      '/maps/undefined/markers',
      /in the path, map_id must be an integer: write the id itself there, as lists and answers show it$/,
    ],
    ['GET', '/jobs/job-1', /in the path, job_id must match /],
  ] as const)
    t.match(await messageOf(method, path), message, path);
});

t.test('no path is told what it holds, and maps that are not there are told nothing', async (t) => {
  const secret = `ck_${'S3cret'.repeat(5)}`;
  for (const path of [`/maps/${secret}`, `/${secret}`, `/maps/${map}/${secret}`, `/map/${secret}/markers/`])
    t.notMatch(await messageOf('GET', path), /s3cret/i, path);
  t.equal(
    await messageOf('GET', '/maps/999999'),
    "404 Not found: it does not exist, was deleted or has expired, or is not the account's",
  );
  const stranger = await service.client({ email: 'stranger@example.com' });
  t.same((await stranger('GET', `/maps/${map}`)).body, (await call('GET', '/maps/999999')).body);
});
