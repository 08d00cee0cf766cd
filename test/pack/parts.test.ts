import { readFileSync } from 'node:fs';
import t from 'tap';
import { PARTS } from '../../src/pack/parts.js';
import { geodataDirectory } from '../../src/world/geodata/files.js';

for (const part of PARTS) {
  t.test(`the same packages give the same ${part.file}`, async (t) => {
    const different: string[] = [];
    const compare = (name: string, contents: Uint8Array): void => {
      if (!readFileSync(new URL(name, geodataDirectory)).equals(contents)) different.push(name);
    };
    compare(part.file, await part.build(compare));
    t.same(different, []);
  });
}
