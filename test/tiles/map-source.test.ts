import t from 'tap';
import { FILLS } from '../../src/schema/palette-colors.js';
import { colorNumbers } from '../../src/tiles/map-source.js';
import { AREA } from '../../src/tiles/pin-set.js';

/** A text[] as PostgreSQL sends it. */
function textArray(texts: readonly (string | null)[]): Buffer {
  const int = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const elements = texts.flatMap((text) =>
    text === null ? [int(-1)] : [int(text.length), Buffer.from(text)],
  );
  return Buffer.concat([...[1, 1, 25, texts.length, 1].map(int), ...elements]);
}

t.test('colours are told by their bytes, also where the hashes of two are the same', async (t) => {
  const names = [...FILLS.keys()];
  const [red, blue, none] = [names.indexOf('red'), names.indexOf('blue'), names.length];
  // The hashes of red and sFd are equal.
  const texts = ['red', 'sFd', 'red', '!red', 'blue', null, '!', '!blue', 'blue', 'redd', 're'];
  t.same(
    [...colorNumbers(textArray(texts))],
    [red, none, red, red | AREA, blue, none, none | AREA, blue | AREA, blue, none, none],
  );
  t.equal(colorNumbers(null).length, 0);
});
