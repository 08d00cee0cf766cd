import type { PinsShape } from '../scene.js';
import { decimal, rgb } from './numbers.js';
import { pathOperators } from './path-operators.js';

/** Tip at 0,0, a tenth of a point for each hundredth of its height. */
const PIN =
  'M0,0C-1.2,-2.6,-3.4,-4.4,-3.4,-6.6C-3.4,-8.48,-1.88,-10,0,-10C1.88,-10,3.4,-8.48,3.4,-6.6C3.4,-4.4,1.2,-2.6,0,0Z';

/** One marker at 0,0, and the box that holds it. */
export function symbolOperators(symbol: PinsShape['symbol'], color: string, sizePt: number) {
  const box = [-sizePt, -1.5 * sizePt, sizePt, sizePt] as const;
  const paint = `${rgb(color)} rg 1 1 1 RG 1 j 1 J`;
  if (symbol === 'pin') {
    const scale = (sizePt / 10).toFixed(4);
    return { box, operators: `${scale} 0 0 ${scale} 0 0 cm ${paint} 0.6 w\n${pathOperators(PIN)}B` };
  }
  const dot = (width: number, stroke: string) => `${stroke} RG ${decimal(width)} w 0 0 m 0 0 l S\n`;
  return { box, operators: `1 J\n${dot(sizePt, '1 1 1')}${dot(sizePt * 0.8, rgb(color))}` };
}
