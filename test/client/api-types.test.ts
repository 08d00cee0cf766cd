import { readFileSync, writeFileSync } from 'node:fs';
import t from 'tap';
import { apiTypesOf } from '../support/api-types.js';
import { document } from '../support/documented.js';

const FILE = new URL('../../../src/client/api-types.ts', import.meta.url);

t.test('the types of the client are those of the document', (t) => {
  const types = `// Made from the OpenAPI document: UPDATE_TYPES=1 node dist/test/client/api-types.test.js\n${apiTypesOf(document)}`;
  if (process.env.UPDATE_TYPES) writeFileSync(FILE, types);
  t.equal(readFileSync(FILE, 'utf8'), types, 'else run it with UPDATE_TYPES=1');
  t.end();
});
