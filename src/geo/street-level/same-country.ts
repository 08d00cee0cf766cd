/** Territories with a code of their own that some services count to another country. */
const TERRITORIES: Readonly<Record<string, string>> = {
  US: 'PR GU VI AS MP UM',
  FR: 'GP MQ GF RE YT PM BL MF NC PF WF TF',
  CN: 'HK MO',
  NL: 'AW CW SX BQ',
  GB: 'GG JE IM',
  FI: 'AX',
  NO: 'SJ',
  DK: 'GL FO',
};
const STATE_OF = new Map(
  Object.entries(TERRITORIES).flatMap(([state, codes]) => codes.split(' ').map((code) => [code, state])),
);

/** Tells whether two alpha-2 codes may mean the same place, such as Puerto Rico in the United States. */
export const isSameCountry = (one: string, other: string): boolean =>
  one === other || STATE_OF.get(one) === other || STATE_OF.get(other) === one;
