import { nameKey } from './name-key.js';

/** Words before and after the name of a town. */
const BEFORE =
  /^(?:(?:the )?(?:city|town|village|borough|township|municipality) of|greater|metro|metropolitan|downtown|central|ville de|commune de|ciudad de|municipio de|comune di|cidade de|gemeente|stadt|hansestadt|landeshauptstadt) +(?=.{3})/i;
const AFTER = /(?<=^.{3}|.{2}[^ ]) +(?:town|township|village|colonia|cdp|metro area|area|cedex(?: \d+)?)$/i;
/** Numbered quarters: "Paris 15", "Paris 15e", "Dublin 2". */
const NUMBER = /(?<=\p{L}{3}) +\d{1,4}(?:e|er|ème|eme|st|nd|rd|th)?$/iu;

/** Words in brackets: "Neustadt (Hessen)". */
const BRACKETS = /(?<=\p{L}{3}) *\([^()\d]*\)$/u;

/** Danish districts: "København V", "Odense SØ". */
const DISTRICT = /(?<=\p{L}{3}) +(?:[NSVØKCFM]|[NS][VØ])$/u;

/** "Pt" reads as Point; here it is tried as Port. */
const PT = /^pt\.? +/i;

/** Other keys by which a town may be known. */
export function otherCityKeys(text: string): string[] {
  // Fast exit: a single word has nothing to remove, and the look-behind patterns cost a microsecond.
  if (!text.includes(' ') && !text.endsWith(')')) return [];
  const before = text.replace(BEFORE, '');
  const others = [
    before,
    text.replace(AFTER, ''),
    before.replace(AFTER, ''),
    text.replace(NUMBER, ''),
    text.replace(DISTRICT, ''),
    text.replace(BRACKETS, ''),
    text.replace(PT, 'Port '),
  ];
  return [...new Set(others.filter((other) => other !== text).map(nameKey))].filter((key) => key !== '');
}
