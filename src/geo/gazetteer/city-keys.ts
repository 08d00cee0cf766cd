import { nameKey } from './name-key.js';

/** Words around the name of a town. */
const BEFORE =
  /^(?:(?:the )?(?:city|town|village|borough|township|municipality) of|greater|metro|metropolitan|downtown|central|ville de|commune de|ciudad de|municipio de|comune di|cidade de|gemeente|stadt|hansestadt|landeshauptstadt) +(?=.{3})/i;
const AFTER = /(?<=.{3}) +(?:town|township|village|cdp|metro area|area|cedex(?: \d+)?)$/i;
/** "Paris 15", "Paris 15e", "Dublin 2": quarters by number. */
const NUMBER = /(?<=\p{L}{3}) +\d{1,4}(?:e|er|ème|eme|st|nd|rd|th)?$/iu;

/** "Pt" is read as Point; it may be Port. */
const PT = /^pt\.? +/i;

/** Keys that a town may be known by when it is not by its own. */
export function otherCityKeys(text: string): string[] {
  // Of one word there is nothing to take away; patterns that look behind take a microsecond.
  if (!text.includes(' ')) return [];
  const before = text.replace(BEFORE, '');
  const others = [
    before,
    text.replace(AFTER, ''),
    before.replace(AFTER, ''),
    text.replace(NUMBER, ''),
    text.replace(PT, 'Port '),
  ];
  return [...new Set(others.filter((other) => other !== text).map(nameKey))].filter((key) => key !== '');
}
