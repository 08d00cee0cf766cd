import { generate } from './palette/generate.js';

/**
 * Prints the rows of src/schema/palettes, the standard ones first, as docs/maps.md#the-palettes describes:
 * `node dist/load/palette.js`.
 */
for (const { name, hex } of generate(1)) process.stdout.write(`  ['${name}', '${hex}'],\n`);
