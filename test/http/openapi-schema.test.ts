import t from 'tap';
import { documentSchema } from '../../src/http/openapi-schema.js';

t.test('what is an enumeration has a type', async (t) => {
  t.same(documentSchema({ enum: ['a', 'b'] }, false), { type: 'string', enum: ['a', 'b'] });
  t.same(documentSchema({ const: 'a' }, false), { type: 'string', const: 'a' });
  t.same(documentSchema({ enum: ['a', 1] }, false), { enum: ['a', 1] });
  t.same(documentSchema({ anyOf: [{ const: true }, { type: 'null' }] }, false), {
    anyOf: [{ type: 'boolean', const: true }, { type: 'null' }],
  });
});

t.test('a member of a request with a default is not required, and its description tells it', async (t) => {
  const schema = {
    type: 'object',
    required: ['a', 'b', 'c'],
    properties: {
      a: { type: 'string' },
      b: { type: 'boolean', default: false },
      c: { type: 'integer', default: 5, description: 'How many.' },
    },
  };
  t.same(documentSchema(schema, false), schema);
  t.same(documentSchema(schema, true), {
    type: 'object',
    required: ['a'],
    properties: {
      a: { type: 'string' },
      b: { type: 'boolean', description: 'Default: false.' },
      c: { type: 'integer', description: 'How many. Default: 5.' },
    },
  });
});
