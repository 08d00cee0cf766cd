import type { PinsShape } from '../scene.js';
import { decimal } from './numbers.js';
import type { PictureDocument } from './picture-document.js';
import { symbolOperators } from './symbols.js';

/** Places a write: long enough to be fast, short enough for the strings to be nothing. */
const BATCH = 5000;

/** Draws markers: each a form of its colour, painted at its place: 35 bytes, and 10 when compressed. Throws on a place without a colour. */
export function drawPins(document: PictureDocument, pins: PinsShape): void {
  const names = pins.colors.map((color) => {
    const { box, operators } = symbolOperators(pins.symbol, color, pins.sizePt);
    return document.addForm(box, operators);
  });
  document.opacity(1);
  const count = pins.colorOf.length;
  for (let start = 0; start < count; start += BATCH) {
    let operators = '';
    for (let i = start; i < Math.min(count, start + BATCH); i++) {
      const name = names[pins.colorOf[i]!];
      if (name === undefined) throw new Error(`A marker has color ${pins.colorOf[i]} of ${names.length}`);
      const x = decimal(pins.places[2 * i]!);
      const y = decimal(pins.places[2 * i + 1]!);
      operators += `q 1 0 0 1 ${x} ${y} cm /${name} Do Q\n`;
    }
    document.addBytes(Buffer.from(operators, 'latin1'));
  }
}
