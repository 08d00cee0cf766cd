import type { Fonts } from '../fonts.js';
import type { PageBox } from '../map-frame.js';
import { QUIET_INK } from './content.js';
import { ellipsized } from './fit-text.js';
import { at, type LayoutNode } from './lay-out.js';
import { textLine } from './text-line.js';

/** Licences want their names read: the text gets smaller before it is cut. */
const SIZES_PT = [6.5, 6, 5.5, 5];

/** One small line of attributions. */
export function footerNodes(attribution: string, box: PageBox, fonts: Fonts): LayoutNode[] {
  const fits = (sizePt: number): boolean => fonts.widthPt(attribution, sizePt, 400) <= box.widthPt;
  const sizePt = SIZES_PT.find(fits) ?? SIZES_PT.at(-1)!;
  const line = ellipsized(attribution, box.widthPt, (text) => fonts.widthPt(text, sizePt, 400));
  if (line === '') return [];
  return [
    at(box, {}, [
      {
        style: { width: '100%', height: '100%' },
        draw: (place) => [textLine(line, place, { sizePt, color: QUIET_INK })],
      },
    ]),
  ];
}
