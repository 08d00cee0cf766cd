import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';

const sql = new URL('../../../sql/functions/', import.meta.url);

t.test(
  'each function that changes a marker tells when, by which the hash of its row loses its force',
  async (t) => {
    const changes = readdirSync(sql).flatMap((file) => {
      const text = readFileSync(new URL(file, sql), 'utf8');
      return [...text.matchAll(/UPDATE markers \w+ SET([\s\S]*?)\bWHERE\b/g)].map(([, set]) => ({
        file,
        set,
      }));
    });
    t.ok(changes.length >= 3);
    for (const { file, set } of changes) t.match(set, /updated_at = statement_timestamp\(\)/, file);
  },
);
