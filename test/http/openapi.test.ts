import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { Type } from 'typebox';
import { STATUS_OF } from '../../src/base/errors.js';
import { saysWhat } from '../../src/http/describe-members.js';
import { openApiDocument } from '../../src/http/openapi.js';
import { checkAnswer, documentedRoutes, responseOf } from '../support/documented.js';
import { requestOf } from '../support/request.js';
import { dispatchTo, testRoute } from '../support/route-server.js';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth
type Anything = any;

const routes = documentedRoutes();
const openApi = routes.at(-1)!;
const document: Anything = openApiDocument(routes);

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head'];
const HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'];

/** Every object of the document with the pointer to it. */
function* objectsIn(value: Anything, pointer = '#'): Generator<[string, Record<string, Anything>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [pointer, value];
  for (const [name, member] of Object.entries(value)) {
    yield* objectsIn(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function resolve(pointer: string): Anything {
  const names = pointer.slice(2).split('/');
  return names.reduce(
    (value, name) => value?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    document as Anything,
  );
}

const operations: { path: string; method: string; operation: Anything }[] = Object.entries(
  document.paths,
).flatMap(([path, item]) =>
  Object.entries(item as object).map(([method, operation]) => ({
    path,
    method,
    operation: operation as Anything,
  })),
);

/** Every place where a schema stands, the schemas within schemas too. */
function schemas(): [string, Anything][] {
  const places = [...objectsIn(document)].flatMap(([pointer, { schema }]) =>
    schema === undefined || pointer.includes('/properties/') ? [] : [[`${pointer}/schema`, schema] as const],
  );
  const named = Object.entries(document.components.schemas).map(
    ([name, schema]) => [`#/components/schemas/${name}`, schema] as const,
  );
  return [...places, ...named].map(([pointer, schema]) => [pointer, schema]);
}

t.test('the document is one of OpenAPI 3.1, and is JSON', async (t) => {
  const json = JSON.parse(JSON.stringify(document));
  t.strictSame(json, document);
  t.match(document.openapi, /^3\.1\.\d+$/);
  t.same(await new Validator().validate(json), { valid: true });
  t.same(Object.keys(document.components).sort(), ['headers', 'responses', 'schemas', 'securitySchemes']);
  for (const kind of Object.values(document.components)) {
    for (const name of Object.keys(kind as object)) t.match(name, /^[A-Za-z0-9._-]+$/);
  }
});

t.test('every route has its operation, and there are no others', async (t) => {
  const documented = operations.map(({ method, path }) => `${method} ${path}`).sort();
  t.strictSame(documented, routes.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort());
  for (const { method } of operations) t.ok(METHODS.includes(method));
});

t.test('operation ids are unique, and names in most languages', async (t) => {
  const ids = operations.map(({ operation }) => operation.operationId);
  t.equal(new Set(ids).size, ids.length);
  for (const id of ids) t.match(id, /^[a-z][A-Za-z0-9]*$/);
});

t.test('every operation has a summary, and a tag that is listed', async (t) => {
  const tags = document.tags.map(({ name }: { name: string }) => name);
  t.equal(new Set(tags).size, tags.length);
  for (const { operation } of operations) {
    t.match(operation, { summary: /\S/, tags: [String] });
    t.ok(tags.includes(operation.tags[0]), operation.tags[0]);
  }
});

t.test('every reference leads somewhere', async (t) => {
  let count = 0;
  for (const [pointer, { $ref }] of objectsIn(document)) {
    if (typeof $ref !== 'string') continue;
    count++;
    if (!/^#\/components\//.test($ref) || resolve($ref) === undefined) t.fail(`${pointer}: ${$ref}`);
  }
  t.ok(count > 50, `${count} references`);
});

t.test('no component is left over', async (t) => {
  const text = JSON.stringify(document);
  for (const name of Object.keys(document.components.schemas)) {
    t.ok(text.includes(`"#/components/schemas/${name}"`), name);
  }
});

t.test('parameters are those of the path, each described once', async (t) => {
  for (const { path, method, operation } of operations) {
    const parameters: Anything[] = operation.parameters ?? [];
    const keys = parameters.map(({ name, in: place }) => `${place} ${name}`);
    t.equal(new Set(keys).size, keys.length, `${method} ${path}`);
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    t.same(inPath.map(({ name }) => name).sort(), names.sort());
    t.ok(inPath.every(({ required }) => required === true));
    t.ok(parameters.every(({ schema }) => typeof schema === 'object'));
  }
});

const EVERY_HEADER = Object.fromEntries(
  HEADERS.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

t.test('every parameter, header and member is described', async (t) => {
  const missing = new Set<string>();
  const look = (pointer: string, value: Anything): void => {
    if (!saysWhat(value)) missing.add(pointer);
  };
  for (const [pointer, value] of objectsIn(document)) {
    if (pointer.includes('/example')) continue;
    if (/\/headers\/[^/]+$/.test(pointer)) look(pointer, value);
    // A GeoJSON feature has a member called properties.
    if (/\/properties\/[^/]+$/.test(pointer) && !/(?:\/properties){3}$/.test(pointer)) look(pointer, value);
    for (const parameter of Array.isArray(value.parameters) ? value.parameters : [])
      look(`${pointer} ${parameter.name}`, parameter);
  }
  t.same([...missing].sort(), []);
});

t.test('every response is described and has the headers of every response', async (t) => {
  for (const { path, method, operation } of operations) {
    const statuses = Object.keys(operation.responses);
    t.ok(
      statuses.some((status) => /^2\d\d$/.test(status)),
      `${method} ${path} can succeed`,
    );
    for (const [status, shown] of Object.entries<Anything>(operation.responses)) {
      const response = responseOf(shown);
      t.match(status, /^[2-5]\d\d$/);
      t.match(response.description, /\S/);
      t.has(response.headers, EVERY_HEADER);
      if (status === '204') t.notOk('content' in response);
    }
  }
});

t.test('every operation documents the errors that it can answer, with their envelope', async (t) => {
  for (const { access, params, query, path, method, responses: own } of routes) {
    const { responses } = document.paths[path][method.toLowerCase()];
    const expected = ['400', '429', '500'];
    if (access !== 'none') expected.push('401', '402');
    const isOfMap = params !== undefined || query?.properties.map_id !== undefined;
    if (access === 'write' || (access === 'read' && isOfMap)) expected.push('403');
    if (params) expected.push('404');
    t.same(
      Object.keys(responses).filter((status) => status >= '400'),
      [...expected, ...Object.keys(own).filter((status) => status >= '400')].sort(),
      `${method} ${path}`,
    );
    for (const status of expected) {
      t.match(responseOf(responses[status]).content, {
        'application/json': { schema: { $ref: '#/components/schemas/Error' } },
      });
    }
    t.match(responseOf(responses[429]).headers, { 'Retry-After': { schema: { type: 'integer' } } });
  }
});

t.test('the table of error codes is the document’s, too', async (t) => {
  const { code } = document.components.schemas.Error.properties.error.properties;
  t.strictSame(code.enum, Object.keys(STATUS_OF));
});

t.test(
  'a key is wanted everywhere but for the document itself, signed addresses and the base map',
  async (t) => {
    t.match(document.components.securitySchemes, { apiKey: { type: 'http', scheme: 'bearer' } });
    const withoutKey = [
      '/openapi.json',
      '/images/{job_id}',
      '/tiles/base/{z}/{x}/{y}.mvt',
      '/tiles/style.json',
    ];
    for (const { path, operation } of operations) {
      const isOpen = withoutKey.includes(path) || /^(create|delete)Session$/.test(operation.operationId);
      t.same(operation.security, isOpen ? [] : [{ apiKey: [] }, { session: [] }], path);
    }
  },
);

t.test('every schema is one of JSON Schema 2020-12, and its defaults and examples fit it', async (t) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'doc', components: document.components });
  const absolute = (schema: unknown) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/'));
  let samples = 0;
  for (const [pointer, schema] of schemas()) {
    t.ok(ajv.validateSchema(schema), `${pointer}: ${ajv.errorsText()}`);
    for (const [place, part] of objectsIn(schema, pointer)) {
      if (/\/(properties|default|examples?)$/.test(place)) continue;
      const given = [part.default, part.example, ...(Array.isArray(part.examples) ? part.examples : [])];
      for (const sample of given.filter((value) => value !== undefined)) {
        samples++;
        t.ok(
          ajv.validate(absolute(part), sample),
          `${place}: ${JSON.stringify(sample)}: ${ajv.errorsText()}`,
        );
      }
    }
  }
  t.ok(samples > 0);
});

t.test('every answer in JSON has an example, which is an answer that the document allows', async (t) => {
  const asked = operations.filter(({ method }) => method !== 'head');
  const examples = asked.flatMap(({ path, method, operation }) =>
    Object.entries<Anything>(operation.responses).flatMap(([status, shown]) =>
      Object.entries<Anything>(responseOf(shown).content ?? {})
        .filter(([type]) => /[/+]json$/.test(type))
        .flatMap(([type, { example, examples }]) =>
          Object.values<Anything>(examples ?? { only: { value: example } }).map(({ value }) => ({
            path,
            method,
            status: Number(status),
            type,
            example: value,
          })),
        )
        // An error that is an operation's own is told in its description.
        .filter(({ status, example }) => status < 400 || example !== undefined),
    ),
  );
  for (const name of Object.keys(document.components.responses))
    t.ok(document.components.responses[name].content['application/json'].example, name);
  for (const { path, method, status, type, example } of examples) {
    t.ok(example, `${method} ${path} ${status}`);
    checkAnswer({
      method: method.toUpperCase(),
      target: `/v1${path.replaceAll(/\{\w+\}/g, '1')}`,
      status,
      header: (name) =>
        ({ 'content-type': type, location: 'https://maps.example.com/v1/maps/17' })[name] ?? '1',
      body: JSON.stringify(example),
    });
  }
});

t.test('an answer with a header that the document lacks fails the test that gets it', async (t) => {
  const header = (name: string) => (name === 'content-type' ? 'text/csv' : '1');
  const answer = { method: 'GET', target: '/v1/maps/1/markers.csv', status: 200, header, body: 'A' };
  const names = ['content-disposition', 'x-request-id', 'date'];
  t.equal(checkAnswer({ ...answer, headers: names }), 'A');
  t.throws(
    () => checkAnswer({ ...answer, headers: [...names, 'etag'] }),
    /the header etag is not documented/,
  );
});

t.test('a job is shown while it waits, while it runs, and when it is done', async (t) => {
  const { examples } = document.paths['/jobs/{job_id}'].get.responses[200].content['application/json'];
  t.same(
    Object.values<Anything>(examples).map(({ value }) => value.status),
    ['queued', 'processing', 'completed'],
  );
});

t.test('every body of a request has an example, which is held against its schema', async (t) => {
  let bodies = 0;
  for (const { path, method, operation } of operations)
    for (const [type, { schema }] of Object.entries<Anything>(operation.requestBody?.content ?? {})) {
      if (schema.format === 'binary') continue;
      bodies++;
      const shown = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
      t.ok(shown.example, `${method} ${path} ${type}`);
    }
  t.ok(bodies > 10);
});

t.test('the example of a job that was just accepted is one that waits', async (t) => {
  for (const path of ['/maps/{map_id}/markers/bulk', '/maps/{map_id}/images']) {
    const { example } = document.paths[path].post.responses[202].content['application/json'];
    t.match(example, { status: 'queued', started_at: null, completed_at: null }, path);
    t.match(example.added ?? 0, 0);
  }
});

t.test('what a list answers is put together from the examples of what it lists', async (t) => {
  const { Marker, PageInfo } = document.components.schemas;
  const { content } = document.paths['/maps/{map_id}/markers'].get.responses[200];
  t.same(content['application/json'].example, { data: [Marker.example], page_info: PageInfo.example });
});

t.test('the document is served as it is, with the address of the service', async (t) => {
  const { dispatch } = dispatchTo(t, [openApi]);
  const { status, json } = await dispatch(requestOf({ target: '/v1/openapi.json' }));
  t.equal(status, 200);
  t.strictSame(json, { ...document, servers: [{ url: 'http://localhost/v1' }] });
});

t.test('what would make an ambiguous document is refused', async (t) => {
  const handle = async () => ({ status: 200 });
  const one = testRoute({ path: '/one', operationId: 'one', handle });
  t.throws(() => openApiDocument([one, { ...one, path: '/two' }]), {
    message: 'two operations are called one',
  });
  const body = (schema: 'a' | 'b') => Type.Object({ [schema]: Type.String() }, { $id: 'Thing' });
  t.throws(
    () =>
      openApiDocument([
        { ...one, body: body('a') },
        { ...one, operationId: 'two', path: '/two', body: body('b') },
      ]),
    { message: 'two schemas are called Thing' },
  );
  t.throws(
    () => openApiDocument([{ ...one, responses: { 204: { description: 'Done', schema: Type.Null() } } }]),
    {
      message: 'one: 204 has no body',
    },
  );
});

t.test('a query member with a default is optional, one without is not', async (t) => {
  const query = Type.Object({
    a: Type.String(),
    b: Type.String({ default: 'x' }),
    c: Type.Optional(Type.String()),
  });
  const value = testRoute({ path: '/one', operationId: 'one', query, handle: async () => ({ status: 200 }) });
  const { parameters } = (openApiDocument([value]) as Anything).paths['/one'].get;
  t.same(
    parameters.map(({ name, required }: Anything) => [name, required]),
    [
      ['a', true],
      ['b', false],
      ['c', false],
    ],
  );
});

t.test('an answer that the document does not allow fails the test that gets it', async (t) => {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-ratelimit-limit': '1',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '1',
    'x-request-id': 'a',
  };
  const legend = { categories: [{ name: 'A', color: 'red', ordering: 0 }] };
  const answer = {
    method: 'GET',
    target: '/v1/maps/1/categories?a=1',
    status: 200,
    header: (name: string) => headers[name] ?? '',
    body: JSON.stringify(legend),
  };
  t.same(checkAnswer(answer), legend);
  const error = (code: string) => JSON.stringify({ error: { code, message: '' } });
  const without = (missing: string) => (name: string) => (name === missing ? '' : answer.header(name));
  const wrong: [RegExp, Partial<typeof answer>][] = [
    [/the status is not among its responses/, { status: 201 }],
    [/the status is not among its responses/, { target: '/v1/nowhere', body: '{}' }],
    [/must NOT have additional properties/, { body: JSON.stringify({ ...legend, more: 1 }) }],
    [
      /must be integer/,
      { body: JSON.stringify({ categories: [{ ...legend.categories[0], ordering: 0.5 }] }) },
    ],
    [/must have required property 'categories'/, { body: '{}' }],
    [/must be equal to one of the allowed values/, { status: 404, body: error('GONE') }],
    [/no x-ratelimit-reset/, { header: without('x-ratelimit-reset') }],
    [/no Retry-After/, { status: 429, body: error('RATE_LIMITED') }],
    [/the content type is ""/, { header: without('content-type') }],
    [/it has a body/, { method: 'DELETE', status: 204 }],
  ];
  for (const [message, changes] of wrong) t.throws(() => checkAnswer({ ...answer, ...changes }), { message });
  t.equal(checkAnswer({ ...answer, target: '/healthz', body: '{', header: () => 'text/plain' }), '{');
});

t.test(
  'what a generator of clients needs is there: types of enumerations, discriminators, names and examples',
  async (t) => {
    const untyped = [...objectsIn(document)].filter(
      ([pointer, value]) =>
        (Array.isArray(value.enum) || typeof value.const === 'string') &&
        value.type === undefined &&
        !pointer.includes('/example'),
    );
    t.same(
      untyped.map(([pointer]) => pointer),
      [],
    );
    t.match(document.components.schemas.Job, {
      oneOf: [{ $ref: '#/components/schemas/BulkJob' }, { $ref: '#/components/schemas/ImageJob' }],
      discriminator: {
        propertyName: 'kind',
        mapping: { bulk_import: '#/components/schemas/BulkJob', undo: '#/components/schemas/BulkJob' },
      },
    });
    for (const { method, path, operation } of operations) {
      for (const [type, { schema }] of Object.entries<Anything>(operation.requestBody?.content ?? {})) {
        if (schema.type === 'string') continue;
        const named = resolve(schema.$ref ?? '#/nowhere');
        t.ok(named?.example, `${method} ${path} ${type} has a name and an example`);
        const ajv = new Ajv2020({ strict: false });
        ajv.addFormat('email', true).addFormat('binary', true);
        const valid = ajv.validate({ ...named, components: document.components }, named.example);
        t.ok(valid, `${method} ${path}: ${ajv.errorsText()}`);
      }
    }
    const { description, enum: codes } = document.components.schemas.RowErrorCode;
    for (const code of codes) t.match(description, `\`${code}\`: `);
  },
);

t.test('every option of an import says what it does', async (t) => {
  const { operation } = operations.find(({ operation: { operationId } }) => operationId === 'importMarkers')!;
  const silent = operation.parameters
    .map((parameter: Anything) => (parameter.$ref ? resolve(parameter.$ref) : parameter))
    .filter(({ in: where, description }: Anything) => where === 'query' && !description)
    .map(({ name }: Anything) => name);
  t.same(silent, []);
});
