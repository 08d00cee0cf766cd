import { nameKey } from './name-key.js';

/** Words around the name of a town. */
const BEFORE =
  /^(?:(?:the )?(?:city|town|village|borough|township|municipality) of|greater|metro|metropolitan|downtown|central|ville de|commune de|ciudad de|municipio de|comune di|cidade de|gemeente|stadt|hansestadt|landeshauptstadt) +(?=.{3})/i;
const AFTER = /(?<=.{3}) +(?:town|township|village|cdp|metro area|area|cedex(?: \d+)?)$/i;
/** "Paris 15", "Paris 15e", "Dublin 2": quarters by number. */
const NUMBER = /(?<=\p{L}{3}) +\d{1,4}(?:e|er|ème|eme|st|nd|rd|th)?$/iu;

/** Keys that a town may be known by when it is not by its own. */
export function otherCityKeys(text: string): string[] {
  const before = text.replace(BEFORE, '');
  const others = [before, text.replace(AFTER, ''), before.replace(AFTER, ''), text.replace(NUMBER, '')];
  return [...new Set(others.filter((other) => other !== text).map(nameKey))].filter((key) => key !== '');
}
