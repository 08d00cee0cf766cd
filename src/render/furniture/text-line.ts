import type { PageBox } from '../map-frame.js';
import type { TextShape } from '../scene.js';

/** Noto Sans' capitals are 0.714 of its size high: their middle is put on the box's. */
const HALF_CAPITAL = 0.357;

/** One line, upright in the middle of a box. */
export function textLine(
  text: string,
  { xPt, yPt, widthPt, heightPt }: PageBox,
  style: Pick<TextShape, 'sizePt' | 'color'> & Partial<Pick<TextShape, 'weight' | 'italic' | 'anchor'>>,
): TextShape {
  const anchor = style.anchor ?? 'start';
  return {
    kind: 'text',
    text,
    xPt: anchor === 'start' ? xPt : anchor === 'end' ? xPt + widthPt : xPt + widthPt / 2,
    yPt: yPt + heightPt / 2 + HALF_CAPITAL * style.sizePt,
    sizePt: style.sizePt,
    weight: style.weight ?? 400,
    italic: style.italic ?? false,
    anchor,
    color: style.color,
    halo: null,
  };
}
