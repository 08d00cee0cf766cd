import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { AppError } from '../../src/base/errors.js';
import { readUpload } from './read-upload.js';

const FOLDER = new URL('../../../test/fixtures/csv/', import.meta.url);
const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.csv'))
  .map((name) => name.slice(0, -'.csv'.length));

t.ok(names.length >= 40, 'the fixtures are where the test looks for them');

for (const name of names) {
  const upload = readFileSync(new URL(`${name}.csv`, FOLDER));
  const expected = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
  const { charset = null, error, ...reading } = expected;
  for (const chunkBytes of [1, 2, 3, 7, 1 << 19]) {
    t.test(`${name} in chunks of ${chunkBytes}`, async (t) => {
      if (error === undefined) {
        t.strictSame(readUpload(upload, charset, chunkBytes), reading);
        return;
      }
      try {
        readUpload(upload, charset, chunkBytes);
        t.fail('it should not be read');
      } catch (thrown) {
        t.ok(thrown instanceof AppError && thrown.code === 'BAD_REQUEST', 'it is the client who is told');
        t.match((thrown as Error).message, error);
      }
    });
  }
}
