/** How a number is to be read that a cell shows in a format. */
export type NumberReading =
  | { readonly kind: 'number' }
  /** Digits stand where the zeros of the pattern are. */
  | { readonly kind: 'padded'; readonly pattern: string; readonly digits: number }
  | { readonly kind: 'date' | 'time' | 'elapsed'; readonly hasTime: boolean; readonly hasSeconds: boolean };

export const PLAIN_NUMBER: NumberReading = { kind: 'number' };

/** Formats that have a number and no code in the file, ECMA-376 part 1, 18.8.30; 27 to 36 and 50 to 58 are those of eastern Asia. */
const BUILT_IN: Readonly<Record<number, string>> = {
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};
const EASTERN_DATES = (id: number): boolean =>
  (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58;
const EASTERN_TIMES = (id: number): boolean => (id >= 32 && id <= 35) || id === 55 || id === 56;

/** @param code of the file; undefined: a format that every program knows by its number */
export function readFormat(id: number, code: string | undefined): NumberReading {
  if (code !== undefined) return readFormatCode(code);
  if (EASTERN_DATES(id)) return { kind: 'date', hasTime: false, hasSeconds: false };
  if (EASTERN_TIMES(id)) return { kind: 'time', hasTime: true, hasSeconds: false };
  return BUILT_IN[id] === undefined ? PLAIN_NUMBER : readFormatCode(BUILT_IN[id]);
}

/** Texts, characters that stand for themselves, widths and fillings, colours, conditions and languages. */
const LITERALS = /"[^"]*"?|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;
/** Formats that show all digits and nothing but them, what groups them, or letters before them. */
const PADDED = /^(?:"[A-Za-z -]{0,10}"|\\?[A-Za-z])*[0()\\\- /.]*$/;
const MAX_PADDED = 15;

/** Reads the section for positive numbers. */
export function readFormatCode(code: string): NumberReading {
  const section = firstSection(code);
  const bare = section.replace(LITERALS, '');
  if (/^\s*(?:general|standard)\s*$/i.test(bare)) return PLAIN_NUMBER;
  if (/[ymdhseb]/i.test(bare.replace(/E[+-]/gi, '')) || /AM\/PM|A\/P/i.test(bare))
    return readDateFormat(bare);
  // Under a condition other numbers look otherwise.
  return /\[[<>=]/.test(section) ? PLAIN_NUMBER : readPadded(section.replace(/\[[^\]]*\]/g, ''));
}

function firstSection(code: string): string {
  const literal = /"[^"]*"?|\\.|;/g;
  for (let match = literal.exec(code); match; match = literal.exec(code))
    if (match[0] === ';') return code.slice(0, match.index);
  return code;
}

function readDateFormat(bare: string): NumberReading {
  const elapsed = /\[(?:h+|m+|s+)\]/i.test(bare);
  const hasSeconds = /s/i.test(bare);
  const hasTime = elapsed || hasSeconds || /h|AM\/PM|A\/P/i.test(bare);
  const rest = bare.replace(/AM\/PM|A\/P/gi, '');
  // An m is minutes where there is nothing but a time around it.
  const hasDate = /[yde]/i.test(rest) || (/m/i.test(rest) && !hasTime);
  if (elapsed) return { kind: 'elapsed', hasTime: true, hasSeconds };
  return { kind: hasDate ? 'date' : 'time', hasTime, hasSeconds };
}

function readPadded(section: string): NumberReading {
  if (!PADDED.test(section)) return PLAIN_NUMBER;
  const pattern = section.replace(/"([^"]*)"|\\(.)/g, '$1$2');
  // A point between zeros is that of a fraction.
  if (/0\.0/.test(section.replace(/\\./g, ''))) return PLAIN_NUMBER;
  const digits = pattern.match(/0/g)?.length ?? 0;
  return digits >= 2 && digits <= MAX_PADDED ? { kind: 'padded', pattern, digits } : PLAIN_NUMBER;
}
