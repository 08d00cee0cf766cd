import type { Box } from '../map-frame.js';
import type { PinsShape } from '../scene.js';

/** Heights of pins: what one sees at arm's length, and the least that still is a pin. */
const PIN_PT = { most: 15, least: 8 };
/** Diameters of dots: larger ones would be pins, smaller ones vanish in print. */
const DOT_PT = { most: 5, least: 1.8 };
/** Of the area that markers are spread over, what their symbols may cover together. */
const MOST_COVERED = 0.4;
/** Of a symbol of height or diameter 1. */
const PIN_AREA = 0.5;
const DOT_AREA = 0.785;
/** Markers are spread over the squares that have any, and as much again around them. */
const SQUARE_PT = 12;
const AROUND_SQUARE = 1.6;

/** Pins where there is room for them, smaller ones where there is less, then dots: large symbols on a dense map would be one blot. */
export function symbolOf(places: Float32Array, map: Box): Pick<PinsShape, 'symbol' | 'sizePt'> {
  const count = places.length / 2;
  const columns = Math.ceil(map.widthPt / SQUARE_PT) + 1;
  const squares = new Set<number>();
  for (let i = 0; i < places.length; i += 2)
    squares.add(Math.floor(places[i + 1]! / SQUARE_PT) * columns + Math.floor(places[i]! / SQUARE_PT));
  const spreadPt2 = Math.min(
    map.widthPt * map.heightPt,
    squares.size * SQUARE_PT * SQUARE_PT * AROUND_SQUARE,
  );
  const sizePt = (area: number): number => Math.sqrt((MOST_COVERED * spreadPt2) / (count * area));
  const pinPt = sizePt(PIN_AREA);
  if (pinPt >= PIN_PT.least) return { symbol: 'pin', sizePt: Math.min(pinPt, PIN_PT.most) };
  return { symbol: 'dot', sizePt: Math.min(Math.max(sizePt(DOT_AREA), DOT_PT.least), DOT_PT.most) };
}
