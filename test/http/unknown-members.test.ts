import t from 'tap';
import { type TSchema, Type } from 'typebox';
import { compileUnknownMembers } from '../../src/http/unknown-members.js';

const unknownIn = (schema: TSchema, value: unknown): string[] => {
  const names: string[] = [];
  compileUnknownMembers(schema)!(value, (name) => names.push(name) > 0);
  return names;
};

const Address = Type.Object({ city: Type.Optional(Type.String()) }, { $id: 'A' });

t.test('members that a schema does not know are told by their path, however deep they stand', async (t) => {
  const schema = Type.Object({
    name: Type.String(),
    address: Type.Optional(Type.Union([Address, Type.Null()])),
    items: Type.Array(Type.Object({ a: Type.Integer() })),
  });
  const value = { name: 'A', nmae: 1, address: { town: 'x', city: 'y' }, items: [{ a: 1 }, { a: 1, b: 2 }] };
  t.same(unknownIn(schema, value), ['nmae', 'address.town', 'items[].b']);
  t.same(unknownIn(schema, { name: 'A', address: null, items: [] }), []);
  t.same(unknownIn(schema, JSON.parse('{"__proto__":{},"constructor":1}')), ['__proto__', 'constructor']);
});

t.test('what takes every name knows every name', async (t) => {
  const record = Type.Record(Type.String(), Type.String());
  t.equal(compileUnknownMembers(record), null);
  t.equal(compileUnknownMembers(Type.Object({}, { additionalProperties: true })), null);
  t.equal(compileUnknownMembers(Type.String()), null);
  const schema = Type.Object({ fields: record, any: Type.Record(Type.String(), Address) });
  t.same(unknownIn(schema, { fields: { x: '' }, any: { k: { city: '', town: '' } } }), ['any.k.town']);
});

t.test('of alternatives each one is known', async (t) => {
  const either = Type.Union([Type.Object({ a: Type.Integer() }), Type.Object({ b: Type.Integer() })]);
  t.same(unknownIn(either, { a: 1, b: 2, c: 3 }), ['c']);
});

t.test('the search ends when nobody takes more names', async (t) => {
  const value = Array.from({ length: 1000 }, (_, i) => ({ [`x${i}`]: 1 }));
  let told = 0;
  const schema = Type.Array(Type.Object({ a: Type.Optional(Type.Integer()) }));
  t.equal(
    compileUnknownMembers(schema)!(value, () => ++told < 3),
    false,
  );
  t.equal(told, 3);
});
