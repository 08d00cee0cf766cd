import { quote } from '../../base/cut.js';
import type { Placed } from '../../schema/placed.js';
import { namesakeKey } from '../place/placing-counts.js';

const EXACTNESS = [
  ['street', 'street'],
  ['postal', 'postal code'],
  ['city', 'city'],
  ['state', 'state'],
  ['country', 'country'],
] as const;

const number = (n: number): string => n.toLocaleString('en');
const rows = (n: number): string => (n === 1 ? '1 row' : `${number(n)} rows`);
const wereOf = (n: number): string => (n === 1 ? 'was' : 'were');

/**
 * Notes for the client on rows placed by an address or area, or as pins for want of one, and on doubtful or
 * expired ones.
 */
export function placingNotes({
  by,
  areas,
  contradictions,
  namesakes,
  exchanged,
  elsewhere,
  zeros,
  becamePins,
  expired,
  kept,
}: Placed): string[] {
  const notes: string[] = [];
  const located = EXACTNESS.reduce((sum, [member]) => sum + by[member], 0);
  if (located > 0) {
    const kinds = EXACTNESS.filter(([member]) => by[member] > 0);
    const how = kinds.map(([member, words]) => `${number(by[member])} by ${words}`).join(', ');
    notes.push(
      `${rows(located)} ${wereOf(located)} placed by ${located === 1 ? 'its' : 'their'} address: ${how}.`,
    );
  }
  if (by.area > 0)
    notes.push(
      `${rows(by.area)} ${wereOf(by.area)} placed by the code or name of ${by.area === 1 ? 'its' : 'their'} area.`,
    );
  const found = areas.exact + areas.approximate;
  if (found > 0) {
    const approximate =
      areas.approximate === 0
        ? ''
        : `, ${number(areas.approximate)} of them approximated from postal centroids (region_source begins with approx/)`;
    notes.push(`${rows(found)} became ${found === 1 ? 'an area' : 'areas'}${approximate}.`);
  }
  if (areas.none > 0)
    notes.push(
      areas.none === 1
        ? '1 row became a pin, as no area was found for it.'
        : `${rows(areas.none)} became pins, as no area was found for them.`,
    );
  if (contradictions.rows > 0) {
    const { rows: n, examples } = contradictions;
    notes.push(
      `${rows(n)} ${n === 1 ? 'has an address that contradicts itself' : 'have addresses that contradict themselves'}: ${examples.join('; ')}${n > examples.length ? '; …' : '.'}`,
    );
  }
  return [
    ...notes,
    ...pinNotes(becamePins),
    ...namesakeNotes(namesakes),
    ...exchangedNotes(exchanged),
    ...elsewhereNotes(elsewhere),
    ...zerosNotes(zeros),
    ...expiredNotes(expired),
    ...keptNotes(kept),
  ];
}

/** Several rows for a county and none for the city of its name: a list may write `County` behind each. */
function namesakeNotes(namesakes: Placed['namesakes']): string[] {
  const doubtful = Object.entries(namesakes).flatMap(([key, n]) => {
    const [named, other] = key.split('\n') as [string, string];
    return n > 1 && namesakes[namesakeKey({ named: other, other: named })] === undefined
      ? [{ n, named, other }]
      : [];
  });
  if (doubtful.length === 0) return [];
  const counties = doubtful.map(({ n, named, other }) => `${number(n)} ${named}, none ${other}`);
  return [
    `Several rows name a county, and none the other area of its name: ${counties.join('; ')}. Where the other one is meant, give its FIPS code as region_code.`,
  ];
}

/** A sheet that changes some columns seldom says the type, and loses areas and radii by that. */
const pinNotes = (becamePins: number): string[] =>
  becamePins === 0
    ? []
    : [
        `${becamePins === 1 ? '1 marker that was an area, a circle or a drive time became a pin' : `${number(becamePins)} markers that were areas, circles or drive times became pins`}, as the type of an overwriting row counts. To keep such markers, send their marker_type, or the columns Marker Type and Radius of an export.`,
      ];

/** The job counts expired rows, though no request finds their markers. */
const expiredNotes = (expired: number): string[] =>
  expired === 0
    ? []
    : [
        expired === 1
          ? '1 row has an expire date that has passed: the marker that it makes is in no list, search or picture.'
          : `${rows(expired)} have an expire date that has passed: the markers that they make are in no list, search or picture.`,
      ];

const UNSUITED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  color: ["is no colour of the map's palette", "are no colours of the map's palette"],
  expire: ['is no date', 'are no dates'],
  radius: ['is no radius', 'are no radii'],
  drive_time: ['is no number of minutes', 'are no numbers of minutes'],
};
const ADDRESS = /^(?:street|full_address|city|county|state|zip|country|region_code)$/;
const UNPLACED: readonly [one: string, many: string] = [
  'is not known or contradicts the rest of its row',
  'are not known or contradict the rest of their rows',
];
/** The others are those of coordinates. */
const UNREAD: readonly [one: string, many: string] = ['cannot be read as such', 'cannot be read as such'];

/** @param kept as in `Placed` */
const keptNotes = (kept: Placed['kept']): string[] =>
  Object.entries(kept).map(([key, n]) => {
    const field = key.slice(0, key.indexOf('\n'));
    const header = key.slice(field.length + 1);
    return `${n === 1 ? '1 cell' : `${number(n)} cells`} of the column ${quote(header)}, which looked like ${field}, ${(UNSUITED[field] ?? (ADDRESS.test(field) ? UNPLACED : UNREAD))[n === 1 ? 0 : 1]}: kept as a custom field. Give ignore or column_mapping for the column if that is wrong.`;
  });

/** Such rows are not moved: only their owner knows. */
function exchangedNotes({ rows: placed, rejected, examples }: Placed['exchanged']): string[] {
  const look = (n: number): string => (n === 1 ? 'looks' : 'look');
  const notes: string[] = [];
  if (placed > 0) {
    notes.push(
      `${rows(placed)} ${look(placed)} as if latitude and longitude were exchanged: ${examples.join(', ')}${placed > examples.length ? ', …' : '.'} ` +
        `${placed === 1 ? 'It was' : 'They were'} placed as written, in no country or in another than the row names. If the other way round is right, ` +
        `delete ${placed === 1 ? 'the marker' : 'these markers'}, exchange the two in the file and import ${placed === 1 ? 'the row' : 'these rows'} again.`,
    );
  }
  if (rejected > 0) {
    notes.push(
      `${rejected === 1 ? '1 rejected row' : `${number(rejected)} rejected rows`} ${look(rejected)} as if latitude and longitude were exchanged. ` +
        'Exchange the two in the file of errors_url and import that.',
    );
  }
  return notes;
}

/** Lines of the file; numbers of markers in JSON. */
const linesOf = ({ rows: n, examples }: Placed['elsewhere']): string =>
  `${n === 1 ? 'line' : 'lines'} ${examples.join(', ')}${n > examples.length ? ', …' : ''}`;

const elsewhereNotes = (elsewhere: Placed['elsewhere']): string[] =>
  elsewhere.rows === 0
    ? []
    : [
        `${rows(elsewhere.rows)} ${elsewhere.rows === 1 ? 'has' : 'have'} coordinates in another country than the one that ${elsewhere.rows === 1 ? 'it names' : 'they name'}, or far from all (${linesOf(elsewhere)}). The coordinates counted: check both.`,
      ];

const zerosNotes = (zeros: Placed['zeros']): string[] =>
  zeros.rows === 0
    ? []
    : [
        `${rows(zeros.rows)} ${zeros.rows === 1 ? 'has' : 'have'} the coordinates 0, 0 beside an address (${linesOf(zeros)}), which programs write for none. They counted: empty them to have the address located.`,
      ];
