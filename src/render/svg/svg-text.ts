import { isRightToLeft } from '../fonts/right-to-left.js';
import type { FontRun, Fonts } from '../fonts.js';
import type { TextShape } from '../scene.js';
import { decimal, escapeXml } from './xml.js';

/** resvg orders the letters of a line, but takes each for one of left-to-right text: these make it part of right-to-left text. */
const RIGHT_TO_LEFT_EMBEDDING = '\u202b';
const END_OF_EMBEDDING = '\u202c';

function attributesOf({ face }: FontRun): string {
  const weight = face.weight === 400 ? '' : ` font-weight="${face.weight}"`;
  return ` font-family="'${face.family}'"${weight}${face.italic ? ' font-style="italic"' : ''}`;
}

function contentOf(runs: readonly FontRun[]): string {
  if (runs.length === 1) return escapeXml(runs[0]!.text);
  return runs.map((run) => `<tspan${attributesOf(run)}>${escapeXml(run.text)}</tspan>`).join('');
}

/** One line, each run in its own face; '' where nothing of it can be seen. `onFile` is told of every font file it needs. */
export function svgText(shape: TextShape, fonts: Fonts, onFile: (file: string) => void): string {
  const runs = fonts.runs(shape.text, shape.weight, shape.italic);
  if (runs.length === 0) return '';
  for (const { face } of runs) onFile(face.file);
  const content = contentOf(runs);
  const anchor = shape.anchor === 'start' ? '' : ` text-anchor="${shape.anchor}"`;
  const halo =
    shape.halo === null
      ? ''
      : ` paint-order="stroke" stroke="${shape.halo.color}" stroke-width="${decimal(shape.halo.widthPt)}"`;
  return (
    `<text x="${decimal(shape.xPt)}" y="${decimal(shape.yPt)}" font-size="${decimal(shape.sizePt)}"${anchor}${attributesOf(runs[0]!)}` +
    ` fill="${shape.color}"${halo} xml:space="preserve">` +
    `${isRightToLeft(shape.text) ? `${RIGHT_TO_LEFT_EMBEDDING}${content}${END_OF_EMBEDDING}` : content}</text>`
  );
}
