import { copyText } from '../../format/cells/copy-text.js';
import { FILLS } from '../../schema/palette-colors.js';

const LONGEST_COLOR = [...FILLS.keys()].reduce((longest, name) => Math.max(longest, name.length), 0);

/** The last two columns of a line and its end. */
export const lineEnding = (category: string | null, color: string | null): string =>
  `\t${copyText(category ?? '')}\t${copyText(color ?? '')}\n`;

/** Bytes that the line ending of a category takes at most, whichever colour the legend gives it. */
export const roomFor = (category: string | null): number =>
  Buffer.byteLength(lineEnding(category, 'x'.repeat(LONGEST_COLOR)));
