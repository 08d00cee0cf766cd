import { nameKey } from '../gazetteer/name-key.js';

/**
 * FIPS code, postal abbreviation and name of the states, the District of Columbia and the territories (ANSI
 * INCITS 38).
 */
const STATES =
  '01AL Alabama;02AK Alaska;04AZ Arizona;05AR Arkansas;06CA California;08CO Colorado;09CT Connecticut;10DE Delaware;' +
  '11DC District of Columbia;12FL Florida;13GA Georgia;15HI Hawaii;16ID Idaho;17IL Illinois;18IN Indiana;19IA Iowa;20KS Kansas;' +
  '21KY Kentucky;22LA Louisiana;23ME Maine;24MD Maryland;25MA Massachusetts;26MI Michigan;27MN Minnesota;28MS Mississippi;' +
  '29MO Missouri;30MT Montana;31NE Nebraska;32NV Nevada;33NH New Hampshire;34NJ New Jersey;35NM New Mexico;36NY New York;' +
  '37NC North Carolina;38ND North Dakota;39OH Ohio;40OK Oklahoma;41OR Oregon;42PA Pennsylvania;44RI Rhode Island;' +
  '45SC South Carolina;46SD South Dakota;47TN Tennessee;48TX Texas;49UT Utah;50VT Vermont;51VA Virginia;53WA Washington;' +
  '54WV West Virginia;55WI Wisconsin;56WY Wyoming;60AS American Samoa;66GU Guam;69MP Northern Mariana Islands;72PR Puerto Rico;' +
  '74UM U.S. Minor Outlying Islands;78VI U.S. Virgin Islands';

export interface UsState {
  readonly fips: string;
  readonly postal: string;
  readonly name: string;
}

export const US_STATES: readonly UsState[] = STATES.split(';').map((state) => ({
  fips: state.slice(0, 2),
  postal: state.slice(2, 4),
  name: state.slice(5),
}));

const byFips = new Map(US_STATES.map((state) => [state.fips, state]));
/** States by postal abbreviation and by name. */
const byKey = new Map(
  US_STATES.flatMap((state) => [
    [nameKey(state.postal), state],
    [nameKey(state.name), state],
  ]),
);
for (const [name, postal] of [
  ['Virgin Islands', 'vi'],
  ['United States Virgin Islands', 'vi'],
  ['Commonwealth of the Northern Mariana Islands', 'mp'],
  ['Washington DC', 'dc'],
] as const)
  byKey.set(nameKey(name), byKey.get(postal)!);

export const usStateOf = (fips: string): UsState | null => byFips.get(fips) ?? null;

/** A state by its FIPS code (zeros may be lost), abbreviation (`CA`, `US-CA`) or name; null: unknown. */
export function readUsState(text: string): UsState | null {
  const code = text.trim().replace(/^US[-. ](?=.)/i, '');
  if (/^\d{1,2}(?:\.0)?$/.test(code)) return usStateOf(code.replace('.0', '').padStart(2, '0'));
  return byKey.get(nameKey(code)) ?? null;
}
