/** How a number is to be read that a cell shows in a format. */
export type NumberReading =
  | { readonly kind: 'number' }
  /** Digits stand where the zeros of the pattern are. */
  | { readonly kind: 'padded'; readonly pattern: string; readonly digits: number }
  | { readonly kind: 'date' | 'time' | 'elapsed'; readonly hasTime: boolean; readonly hasSeconds: boolean };

export const PLAIN_NUMBER: NumberReading = { kind: 'number' };

/**
 * Formats that have a number and no code in the file, ECMA-376 part 1, 18.8.30; 27 to 36 and 50 to 58 are
 * those of eastern Asia.
 */
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

/**
 * Texts, characters that stand for themselves, widths and fillings, colours, conditions and languages. What
 * stands in brackets ends at another one, too: a format of nothing but open brackets is read in one pass.
 */
const LITERALS = /"[^"]*"?|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi;
const BRACKETS = /\[[^[\]]*\]/g;
/** Formats that show all digits and nothing but them, what groups them, or letters before them. */
const PADDED = /^(?:"[A-Za-z -]{0,10}"|\\?[A-Za-z])*[0()\\\- /.]*$/;
const MAX_PADDED = 15;

/** A day of our times, which says what sections with a condition are for. */
const USUAL_DAY = 45_000;

/** Reads the section for usual positive numbers. */
export function readFormatCode(code: string): NumberReading {
  const sections = sectionsOf(code);
  const conditions = sections.map(readCondition);
  const at = Math.max(
    0,
    conditions.findIndex((holds) => holds === null || holds(USUAL_DAY)),
  );
  const section = sections[at]!;
  const bare = section.replace(LITERALS, '');
  if (/^\s*(?:general|standard)\s*$/i.test(bare)) return PLAIN_NUMBER;
  if (/[ymdhseb]/i.test(bare.replace(/E[+-]/gi, '')) || /AM\/PM|A\/P/i.test(bare))
    return readDateFormat(bare);
  // Under a condition other numbers look otherwise.
  const isConditional = conditions.slice(0, at + 1).some((holds) => holds !== null);
  return isConditional ? PLAIN_NUMBER : readPadded(section.replace(BRACKETS, ''));
}

/** Sections that numbers have: a format has four at the most, the last for texts. */
const MAX_SECTIONS = 3;

function sectionsOf(code: string): string[] {
  const sections: string[] = [];
  const literal = /"[^"]*"?|\\.|;/g;
  let from = 0;
  for (let match = literal.exec(code); match && sections.length < MAX_SECTIONS; match = literal.exec(code)) {
    if (match[0] !== ';') continue;
    sections.push(code.slice(from, match.index));
    from = literal.lastIndex;
  }
  if (sections.length < MAX_SECTIONS) sections.push(code.slice(from));
  return sections;
}

/** `[=0]`, `[<1]` before what numbers look like for which it holds. @returns null: there is none */
function readCondition(section: string): ((value: number) => boolean) | null {
  const condition = /\[(<=|>=|<>|<|>|=)\s{0,5}(-?[\d.]{1,20})\]/.exec(section);
  if (condition === null) return null;
  const limit = Number(condition[2]);
  switch (condition[1]) {
    case '<':
      return (value) => value < limit;
    case '<=':
      return (value) => value <= limit;
    case '>':
      return (value) => value > limit;
    case '>=':
      return (value) => value >= limit;
    case '=':
      return (value) => value === limit;
    default:
      return (value) => value !== limit;
  }
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
