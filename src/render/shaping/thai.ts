const NIKHAHIT = '\u0e4d';
const SARA_AA = '\u0e32';
const SARA_AM = '\u0e33';
const TONE = /^[\u0e48-\u0e4b]$/u;
/** Tone marks before a sara am, whose circle belongs below them. */
const TONES_AND_SARA_AM = new RegExp(`(?<![\u0e48-\u0e4b])([\u0e48-\u0e4b]+)${SARA_AM}`, 'gu');

/**
 * Text that fontkit shapes right: it has no rules for Thai and would draw the circle of a sara am above the
 * tone.
 */
export const withCircleBelowTones = (text: string): string =>
  text.replace(TONES_AND_SARA_AM, `${NIKHAHIT}$1${SARA_AA}`);

/** Gives glyphs in reading order the spelling that `withCircleBelowTones` took from them. */
export function spellSaraAm(glyphs: readonly { text: string }[]): void {
  glyphs.forEach((circle, i) => {
    if (circle.text !== NIKHAHIT) return;
    let next = i + 1;
    while (TONE.test(glyphs[next]?.text ?? '')) next++;
    if (next === i + 1 || glyphs[next]?.text !== SARA_AA) return;
    circle.text = '';
    glyphs[next]!.text = SARA_AM;
  });
}
