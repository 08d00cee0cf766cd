/**
 * Territories that a country's post treats as a state or region and ISO 3166 as a country. A Map rather than an object, as keys come from users and
 * objects have a `constructor`.
 */
const US_TERRITORIES: ReadonlyMap<string, string> = new Map([
  ['pr', 'PR'],
  ['puertorico', 'PR'],
  ['gu', 'GU'],
  ['guam', 'GU'],
  ['vi', 'VI'],
  ['usvi', 'VI'],
  ['virginislands', 'VI'],
  ['usvirginislands', 'VI'],
  ['as', 'AS'],
  ['americansamoa', 'AS'],
  ['mp', 'MP'],
  ['cnmi', 'MP'],
  ['northernmarianaislands', 'MP'],
]);
const US: ReadonlySet<string> = new Set(US_TERRITORIES.values());
const FRENCH: Readonly<Record<string, string>> = {
  '971': 'GP',
  '972': 'MQ',
  '973': 'GF',
  '974': 'RE',
  '976': 'YT',
};
const FRENCH_NAMES: ReadonlyMap<string, string> = new Map([
  ['guadeloupe', 'GP'],
  ['martinique', 'MQ'],
  ['guyane', 'GF'],
  ['guyanefrancaise', 'GF'],
  ['reunion', 'RE'],
  ['lareunion', 'RE'],
  ['mayotte', 'YT'],
]);
const BRITISH: ReadonlySet<string> = new Set(['GG', 'JE', 'IM']);

/** The territory that an American address names as its state. */
export const usTerritory = (stateKey: string): string | undefined => US_TERRITORIES.get(stateKey);

/** The overseas departement of a French address, by its postal code, else by its state. */
export const frenchTerritory = (zip: string, stateKey: string): string | undefined =>
  (/^\d{5}$/.test(zip) ? FRENCH[zip.slice(0, 3)] : undefined) ?? FRENCH_NAMES.get(stateKey);

/** The country whose post serves a territory. */
export function postOf(country: string): string {
  if (US.has(country)) return 'US';
  return BRITISH.has(country) ? 'GB' : country;
}
