import t from 'tap';
import { type TSchema, Type } from 'typebox';
import { createCompile } from '../../src/http/validate.js';
import { MarkerCreate, MarkerPatch } from '../../src/schema/marker.js';
import { nullable } from '../../src/schema/page.js';

const compile = createCompile();
const Body = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 3 })),
  text: Type.Optional(Type.String({ pattern: '\\S' })),
  code: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  ratio: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  on: Type.Optional(Type.Boolean()),
  mode: Type.Optional(Type.Enum(['skip', 'error'])),
  status: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
  kind: Type.Optional(Type.Literal('import')),
  list: Type.Optional(Type.Array(Type.Object({ id: Type.Integer() }), { minItems: 1, maxItems: 2 })),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  maybe: Type.Optional(nullable(Type.String({ maxLength: 2 }))),
  either: Type.Optional(Type.Union([Type.String(), Type.Integer({ minimum: 0 })])),
  deep: Type.Optional(
    nullable(Type.Object({ fields: nullable(Type.Record(Type.String(), nullable(Type.String()))) })),
  ),
  closed: Type.Optional(Type.Object({}, { additionalProperties: false })),
});

const messageOf = (schema: TSchema, value: unknown): string | null => compile(schema)(value);

t.test('every message names the member and what is expected', async (t) => {
  for (const [value, message] of [
    [{ name: 7 }, 'name must be a string, not 7'],
    [{ name: '' }, 'name must have at least 1 character'],
    [{ name: '1234' }, 'name must have at most 3 characters, not 4'],
    [{ text: ' \t' }, 'text must not be blank'],
    [{ code: 'x' }, 'code must match ^[A-Z]{2}$, not "x"'],
    [{ size: 1.5 }, 'size must be an integer, not 1.5'],
    [{ size: '1' }, 'size must be an integer, not "1": write it without quotes'],
    [{ size: 'x' }, 'size must be an integer, not "x"'],
    [{ size: '' }, 'size must be an integer, not ""'],
    [{ size: `ck_${'a1B2'.repeat(8)}` }, 'size must be an integer, not an API key'],
    [{ size: 0 }, 'size must be >= 1, not 0'],
    [{ size: 10 }, 'size must be <= 9, not 10'],
    [{ ratio: 0 }, 'ratio must be > 0, not 0'],
    [{ ratio: null }, 'ratio must be a number, not null'],
    [{ on: 'true' }, 'on must be true or false, not "true": write it without quotes'],
    [{ on: 'yes' }, 'on must be true or false, not "yes"'],
    [{ mode: 'x' }, 'mode must be one of "skip", "error", not "x"'],
    [{ status: 'x' }, 'status must be one of "a", "b", not "x"'],
    [{ status: 7 }, 'status must be one of "a", "b", not 7'],
    [{ kind: 'x' }, 'kind must be "import", not "x"'],
    [{ list: {} }, 'list must be an array, not an object'],
    [{ list: [] }, 'list must have at least 1 item'],
    [{ list: [1, 2, 3] }, 'list must have at most 2 items, not 3'],
    [{ list: [{ id: 1 }, {}] }, 'list[1].id is required'],
    [{ list: [{ id: 1 }, null] }, 'list[1] must be an object, not null'],
    [{ list: [{ id: 'x' }] }, 'list[0].id must be an integer, not "x"'],
    [{ fields: [] }, 'fields must be an object, not an array'],
    [{ fields: { 'a/b~c': 1 } }, 'fields.a/b~c must be a string, not 1'],
    [{ maybe: 7 }, 'maybe must be a string or null, not 7'],
    [{ maybe: 'long' }, 'maybe must have at most 2 characters, not 4'],
    [{ either: true }, 'either must be a string or an integer, not true'],
    [{ either: -1 }, 'either must be >= 0, not -1'],
    [{ deep: 7 }, 'deep must be an object or null, not 7'],
    [{ deep: {} }, 'deep.fields is required'],
    [{ deep: { fields: [] } }, 'deep.fields must be an object or null, not an array'],
    [{ deep: { fields: { a: 1 } } }, 'deep.fields.a must be a string or null, not 1'],
    [{ closed: { x: 1 } }, 'closed.x is not expected'],
    [[], 'the body must be an object, not an array'],
    [null, 'the body must be an object, not null'],
  ] as const) {
    t.equal(messageOf(Body, value), message, JSON.stringify(value));
  }
  t.equal(messageOf(Type.Object({ a: Type.String() }), {}), 'a is required');
});

t.test('messages of the markers’ schemas are plain', async (t) => {
  for (const [schema, value, message] of [
    [MarkerCreate, {}, 'name is required'],
    [MarkerCreate, { name: 'N', lat: 91 }, 'lat must be <= 90, not 91'],
    [MarkerCreate, { name: 'N', address: 'Main Street' }, 'address must be an object, not "Main Street"'],
    [MarkerCreate, { name: 'N', address: { zip: 12345 } }, 'address.zip must be a string, not 12345'],
    [MarkerPatch, { radius: 'x' }, 'radius must be a number or null, not "x"'],
    [MarkerPatch, { radius: 0 }, 'radius must be > 0, not 0'],
    [MarkerPatch, { address: { zip: 12345 } }, 'address.zip must be a string or null, not 12345'],
    [MarkerPatch, { custom_fields: { n: 1 } }, 'custom_fields.n must be a string or null, not 1'],
    [MarkerPatch, { custom_fields: [] }, 'custom_fields must be an object or null, not an array'],
  ] as const) {
    t.equal(messageOf(schema, value), message, JSON.stringify(value));
  }
});

t.test('a long name is cut', async (t) => {
  const message = messageOf(Body, { fields: { ['n'.repeat(10_000)]: 1 } });
  t.equal(message, `fields.${'n'.repeat(193)}… must be a string, not 1`);
});

t.test('the first wrong member is named, not all of a million', async (t) => {
  t.equal(
    messageOf(Body, { fields: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`f${i}`, i])) }),
    'fields.f0 must be a string, not 0',
  );
});
