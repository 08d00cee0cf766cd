import t from 'tap';
import { Type } from 'typebox';
import { type JsonObject, plainSchema } from '../../src/http/plain-schema.js';

const inline = (_: string, schema: JsonObject) => schema;

t.test('a union of literals is an enum, with what was said about it', async (t) => {
  const union = Type.Union([Type.Literal('a'), Type.Literal(1)], { default: 'a', description: 'Which' });
  t.strictSame(plainSchema(union, inline), { enum: ['a', 1], default: 'a', description: 'Which' });
  const mixed = Type.Union([Type.Literal('a'), Type.Null()]);
  t.strictSame(plainSchema(mixed, inline), { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] });
});

t.test('a record is additionalProperties', async (t) => {
  t.strictSame(plainSchema(Type.Record(Type.String(), Type.Integer()), inline), {
    type: 'object',
    additionalProperties: { type: 'integer' },
  });
});

t.test('properties may be called like keywords', async (t) => {
  const schema = Type.Object({ properties: Type.String(), enum: Type.Integer(), $id: Type.Null() });
  t.strictSame(plainSchema(schema, inline), {
    type: 'object',
    required: ['properties', 'enum', '$id'],
    properties: { properties: { type: 'string' }, enum: { type: 'integer' }, $id: { type: 'null' } },
  });
});

t.test('named schemas are handed over from the inside out, and replaced', async (t) => {
  const Inner = Type.String({ $id: 'Inner' });
  const Outer = Type.Object({ one: Inner, many: Type.Array(Inner) }, { $id: 'Outer' });
  const named: [string, JsonObject][] = [];
  const plain = plainSchema(Outer, (id, schema) => {
    named.push([id, schema]);
    return { $ref: id };
  });
  t.strictSame(plain, { $ref: 'Outer' });
  t.strictSame(named, [
    ['Inner', { type: 'string' }],
    ['Inner', { type: 'string' }],
    [
      'Outer',
      {
        type: 'object',
        required: ['one', 'many'],
        properties: { one: { $ref: 'Inner' }, many: { type: 'array', items: { $ref: 'Inner' } } },
      },
    ],
  ]);
});

t.test('data in a schema is left alone', async (t) => {
  const example = { $id: 'not a schema', anyOf: [{ const: 1 }] };
  t.strictSame(plainSchema({ type: 'object', example, default: example }, inline), {
    type: 'object',
    example,
    default: example,
  });
});
