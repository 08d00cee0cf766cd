import type { Placed } from '../../schema/placed.js';

/** Use that an import made of the geocoding service. */
export interface ServiceUse {
  /** The service was not asked, as addresses of health data stay here. */
  withheld: boolean;
  /** Different addresses that it did not answer for. */
  unanswered: number;
}

const number = (n: number): string => n.toLocaleString('en');
const rowsWere = (n: number): string => (n === 1 ? '1 row was' : `${number(n)} rows were`);
const addresses = (n: number): string => (n === 1 ? '1 address' : `${number(n)} different addresses`);

/** Which rows the geocoding service placed, and which the gazetteer. */
export function serviceNotes({ by, byService }: Placed, { withheld, unanswered }: ServiceUse): string[] {
  const located = by.street + by.postal + by.city + by.state + by.country;
  const notes: string[] = [];
  if (located > 0 && withheld) {
    notes.push(
      'The geocoding service was not asked, as the account is under a health-data agreement: its addresses stay here.',
    );
  } else if (located > 0) {
    notes.push(
      `${rowsWere(byService)} placed by the geocoding service, ${number(located - byService)} by the built-in gazetteer.`,
    );
  }
  if (unanswered > 0) {
    notes.push(
      `The geocoding service did not answer for ${addresses(unanswered)}: the built-in gazetteer was asked instead.`,
    );
  }
  return notes;
}

/**
 * Note on addresses that a dry run places without the geocoding service.
 * @param openLookUps different addresses that an import would look up
 */
export const lookUpNotes = (openLookUps: number): string[] =>
  openLookUps === 0
    ? []
    : [
        `An import would look up ${addresses(openLookUps)} at the geocoding service; here the built-in gazetteer placed their rows.`,
      ];
