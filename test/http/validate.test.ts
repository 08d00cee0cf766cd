import fc from 'fast-check';
import t from 'tap';
import { type TObject, type TSchema, Type } from 'typebox';
import { AppError } from '../../src/base/errors.js';
import { compileJson, compileTexts, createCompile } from '../../src/http/validate.js';
import { BulkMeta, BulkQuery } from '../../src/import/options.js';
import { BulkJob, BulkSummary, JobsQuery } from '../../src/schema/job.js';
import { MapCreate, MapParams, MapPatch, MapResource, MapsQuery } from '../../src/schema/map.js';
import { Marker, MarkerCreate, MarkerParams, MarkerPatch, MarkersQuery } from '../../src/schema/marker.js';
import { Timestamp } from '../../src/schema/page.js';
import { valuesOf } from '../support/arbitrary-of-schema.js';
import { codeOf, requestOf } from '../support/request.js';
import { dispatchTo, testRoute } from '../support/route-server.js';

const SCHEMAS: Record<string, TObject> = {
  BulkJob,
  BulkMeta,
  BulkSummary,
  MapCreate,
  MapPatch,
  MapResource,
  Marker,
  MarkerCreate,
  MarkerPatch,
};
const QUERIES: Record<string, TObject> = {
  BulkQuery,
  JobsQuery,
  MapParams,
  MapsQuery,
  MarkerParams,
  MarkersQuery,
};

const compile = createCompile();
const problemOf = (schema: TSchema, value: unknown) => compile(schema)(value);

t.test('every value that a schema describes passes', async (t) => {
  for (const [name, schema] of Object.entries({ ...SCHEMAS, ...QUERIES })) {
    const check = compile(schema);
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        const problem = check(value);
        if (problem !== null) throw new Error(`${name}: ${problem}`);
      }),
    );
    t.pass(name);
  }
});

t.test('a described value survives being written to a query', async (t) => {
  for (const [name, schema] of Object.entries(QUERIES)) {
    const check = compileTexts(schema, compile);
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        const texts = Object.fromEntries(
          Object.entries(value as object).map(([name, member]) => [name, String(member)]),
        );
        const problem = check(texts);
        if (problem !== null) throw new Error(`${name}: ${problem}`);
        for (const [member, sent] of Object.entries(value as object)) {
          if (texts[member] !== sent && String(sent) !== '0') throw new Error(`${member}: ${texts[member]}`);
        }
      }),
    );
    t.pass(name);
  }
});

t.test('junk is refused with a message that says something, and nothing else is thrown', async (t) => {
  const junk = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom(...Object.keys({ ...MarkerCreate.properties, ...BulkMeta.properties })),
      fc.jsonValue(),
    ),
    fc.record({ markers: fc.array(fc.jsonValue()), column_mapping: fc.jsonValue(), ignore: fc.jsonValue() }),
  );
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    const read = compileJson(schema);
    fc.assert(
      fc.property(junk, (value) => {
        try {
          read(Buffer.from(JSON.stringify(value)), 'meta');
          return true;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          return error.code === 'BAD_REQUEST' && error.message.length > 10 && error.message.length < 500;
        }
      }),
    );
    t.pass(name);
  }
});

t.test('no query and no body make a route answer anything but 200 and 400', async (t) => {
  const { dispatch } = dispatchTo(t, [
    testRoute({
      method: 'POST',
      path: '/junk',
      query: BulkQuery,
      body: MarkerPatch,
      handle: async () => ({ status: 200 }),
    }),
  ]);
  const query = fc
    .dictionary(fc.constantFrom(...Object.keys(BulkQuery.properties), 'x'), fc.string())
    .map((pairs) => new URLSearchParams(pairs).toString());
  await fc.assert(
    fc.asyncProperty(fc.oneof(query, fc.string()), fc.jsonValue(), async (query, body) => {
      const reply = await dispatch(requestOf({ method: 'POST', target: `/v1/junk?${query}`, body }));
      return reply.status === 200 || codeOf(reply) === 'BAD_REQUEST';
    }),
  );
});

t.test('defaults are filled in, at every depth', async (t) => {
  const schema = Type.Object({
    a: Type.Integer({ default: 7 }),
    b: Type.Object({ c: Type.String({ default: 'x' }) }),
    d: Type.Optional(Type.Integer({ default: 8 })),
  });
  const value = { b: {} };
  t.equal(problemOf(schema, value), null);
  t.strictSame(value, { b: { c: 'x' }, a: 7, d: 8 });
  const texts = {};
  t.equal(compileTexts(MapsQuery, compile)(texts), null);
  t.strictSame(texts, { page_size: 100, status: 'active' });
});

t.test('a value of Object.prototype is no member, and a default does not reach it', async (t) => {
  const schema = Type.Object({ constructor: Type.String(), toString: Type.Optional(Type.String()) });
  t.equal(problemOf(schema, {}), 'constructor is required');
  t.equal(problemOf(schema, { constructor: 'c' }), null);
});

t.test('members of a record are checked under every name', async (t) => {
  const schema = Type.Object({ fields: Type.Record(Type.String(), Type.String()) });
  for (const name of ['', 'a\nb', '__proto__', 'constructor', '🗺', ' ']) {
    const value = JSON.parse(`{"fields":{${JSON.stringify(name)}:1}}`);
    t.equal(problemOf(schema, value), `fields.${name} must be a string, not 1`, JSON.stringify(name));
  }
});

t.test('a date-time is one of RFC 3339', async (t) => {
  for (const text of [
    '2026-01-31T23:59:59Z',
    '2026-01-31t00:00:00.123456+14:00',
    '2024-02-29T12:00:00-00:00',
  ]) {
    t.equal(problemOf(Timestamp, text), null, text);
  }
  for (const text of [
    '2026-01-31',
    '2026-01-31T00:00:00',
    '2026-13-01T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '',
    'now',
  ]) {
    t.equal(
      problemOf(Timestamp, text),
      `the body must be a date and time such as 2026-12-31T00:00:00Z, not ${JSON.stringify(text)}`,
      text,
    );
  }
});

t.test('an unknown format or keyword is found when the schema is compiled', async (t) => {
  t.throws(() => compile(Type.String({ format: 'phone' })), { message: /phone/ });
  t.throws(() => compile(Type.String({ maxLenght: 3 })), { message: /maxLenght/ });
});

t.test('two schemas of one name are compiled side by side', async (t) => {
  const check = compile(Type.Object({ a: Type.String() }, { $id: 'A' }));
  const other = compile(Type.Object({ a: Type.Integer() }, { $id: 'A' }));
  t.equal(check({ a: 'x' }), null);
  t.equal(other({ a: 1 }), null);
});

t.test('compileJson names the bytes', async (t) => {
  const read = compileJson(Type.Object({ a: Type.Optional(Type.Integer()) }));
  t.strictSame(read(Buffer.from('{"a":1,"b":2}'), 'meta'), { a: 1, b: 2 });
  t.throws(() => read(Buffer.from('{"a":"1"}'), 'meta'), {
    code: 'BAD_REQUEST',
    message: 'meta: a must be an integer, not "1": write it without quotes',
  });
  t.throws(() => read(Buffer.from('[]'), 'meta'), { message: 'meta must be a JSON object, not an array' });
});
