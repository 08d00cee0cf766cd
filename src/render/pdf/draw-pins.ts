import type { PinSign, PinsShape } from '../scene.js';
import { DOT_RADIUS_PT, hasDarkSign, layersOf, paintOf, SYMBOL_REACH_PT } from '../symbols.js';
import { decimal, rgb } from './numbers.js';
import { pathOperators } from './path-operators.js';
import type { PictureDocument } from './picture-document.js';

/** Places per write: enough to be fast, and few enough for short strings. */
const BATCH = 5000;

/**
 * Draws markers, the last on top: 100,000 are 0.8 MB in the file. Throws on a place that is no number or has
 * no colour.
 */
export function drawPins(document: PictureDocument, pins: PinsShape): void {
  const symbols = pins.colors.map((color, i) =>
    pins.symbol === 'dot'
      ? dotOperators(pins.sizePt, color)
      : `/${addPin(document, pins.sizePt, color, pins.signs?.[i])} Do`,
  );
  document.opacity(1);
  document.addContent('[] 0 d 1 J');
  const count = pins.colorOf.length;
  for (let start = 0; start < count; start += BATCH) {
    let operators = '';
    for (let i = start; i < Math.min(count, start + BATCH); i++) {
      const symbol = symbols[pins.colorOf[i]!];
      if (symbol === undefined) throw new Error(`A marker has color ${pins.colorOf[i]} of ${symbols.length}`);
      const x = decimal(pins.places[2 * i]!);
      const y = decimal(pins.places[2 * i + 1]!);
      operators += `q 1 0 0 1 ${x} ${y} cm ${symbol} Q\n`;
    }
    document.addBytes(Buffer.from(operators, 'latin1'));
  }
}

/** Adds a pin at 0,0 as a form and answers its name. */
function addPin(document: PictureDocument, sizePt: number, color: string, sign?: PinSign): string {
  const scale = sizePt / 100;
  const { left, right, up, down } = SYMBOL_REACH_PT.pin;
  const layers = layersOf('pin', sign, hasDarkSign(color)).map(({ d, paint, strokePt }) => {
    const operands = rgb(paintOf(paint, color));
    const set = strokePt === 0 ? `${operands} rg` : `${operands} RG ${strokePt} w`;
    return `${set}\n${pathOperators(d).toString('latin1')}${strokePt === 0 ? 'f' : 'S'}\n`;
  });
  return document.addForm(
    [-left * scale, -up * scale, right * scale, down * scale],
    `${scale.toFixed(6)} 0 0 ${scale.toFixed(6)} 0 0 cm 1 j\n${layers.join('')}`,
  );
}

/**
 * A dot at 0,0: its layers as ends of lines, which readers draw five times as fast as forms of circles. The
 * lines have a length as some readers leave out those without.
 */
function dotOperators(sizePt: number, color: string): string {
  return layersOf('dot')
    .map(({ paint, strokePt }) => {
      const widthPt = ((2 * DOT_RADIUS_PT + strokePt) * sizePt) / 100;
      return `${rgb(paintOf(paint, color))} RG ${decimal(widthPt)} w 0 0 m .01 0 l S`;
    })
    .join(' ');
}
