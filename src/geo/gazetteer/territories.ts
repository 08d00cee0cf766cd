/**
 * Territories that a country's post treats as a state or region and ISO 3166 as a country. A Map rather than
 * an object, as keys come from users and objects have a `constructor`.
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

/**
 * Territories under the country that rules them, and areas under one of those that claim them: a row may name
 * either.
 */
const RULERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    US: 'AS GU MP PR UM VI',
    FR: 'BL GF GP MF MQ NC PF PM RE TF WF YT',
    GB: 'AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG',
    NL: 'AW BQ CW SX',
    DK: 'FO GL',
    NO: 'BV SJ',
    FI: 'AX',
    AU: 'CC CX HM NF',
    NZ: 'CK NU TK',
    CN: 'HK MO TW',
    MA: 'EH',
    RS: 'XK',
    IL: 'PS',
  }).flatMap(([ruler, territories]) =>
    territories.split(' ').map((territory) => [territory, ruler] as const),
  ),
);

/** The country that rules a territory; another country itself. */
const rulerOf = (country: string): string => RULERS.get(country) ?? country;

/** A country, and one that holds land of it by the borders that are drawn here. */
const DISPUTED: ReadonlySet<string> = new Set(['UA RU', 'SY IL', 'GE RU', 'IN PK', 'IN CN', 'PK IN']);

/** Tells whether a row that names one country may lie in the other. */
export const mayLieWithin = (named: string, there: string): boolean =>
  rulerOf(named) === rulerOf(there) || DISPUTED.has(`${named} ${there}`);

/** Areas that are countries of their own for those who write addresses there. */
const CLAIMED: ReadonlySet<string> = new Set(['TW', 'EH', 'XK', 'PS']);

/**
 * Tells whether an address may name a territory before its country, or as a state of it: "Hong Kong, China",
 * "Gibraltar, UK".
 */
export const isDependency = (territory: string, of: string): boolean =>
  RULERS.get(territory) === of && !CLAIMED.has(territory);

/** Tells whether names of parts of a country stand for the country. @param code ISO 3166-1 alpha-2 */
export const hasNamedParts = (code: string): boolean => code === 'GB';
