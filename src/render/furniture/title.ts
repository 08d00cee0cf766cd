import { cleanText } from '../fonts/clean-text.js';
import { isRightToLeft } from '../fonts/right-to-left.js';
import type { Fonts } from '../fonts.js';
import type { PageBox } from '../map-frame.js';
import { INK } from './content.js';
import { type Measure, wrapped } from './fit-text.js';
import { at, type LayoutNode } from './lay-out.js';
import { textLine } from './text-line.js';

/** Sizes to try in this order for one line; a longer title gets two lines. */
const ONE_LINE_PT = [20, 18, 16];
const MOST_LINES = 2;
const LINE_HEIGHT = 1.2;

function fit(
  title: string,
  { widthPt, heightPt }: PageBox,
  fonts: Fonts,
): { lines: string[]; sizePt: number } {
  const text = cleanText(title);
  const measure =
    (sizePt: number): Measure =>
    (line) =>
      fonts.widthPt(line, sizePt, 700);
  const sizePt = ONE_LINE_PT.find((size) => size * LINE_HEIGHT <= heightPt && measure(size)(text) <= widthPt);
  if (sizePt !== undefined) return { lines: [text], sizePt };
  const smaller = Math.min(ONE_LINE_PT.at(-1)!, heightPt / MOST_LINES / LINE_HEIGHT);
  return { lines: wrapped(text, MOST_LINES, widthPt, measure(smaller)), sizePt: smaller };
}

/** One or two bold lines, at the side on which its script begins. */
export function titleNodes(title: string | null, box: PageBox | null, fonts: Fonts): LayoutNode[] {
  if (title === null || box === null || cleanText(title) === '') return [];
  const { lines, sizePt } = fit(title, box, fonts);
  const anchor = isRightToLeft(lines[0]!) ? 'end' : 'start';
  return [
    at(
      box,
      { flexDirection: 'column', justifyContent: 'center' },
      lines.map((line) => ({
        style: { height: sizePt * LINE_HEIGHT, width: '100%' },
        draw: (place) => [textLine(line, place, { sizePt, weight: 700, color: INK, anchor })],
      })),
    ),
  ];
}
