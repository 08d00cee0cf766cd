import fc from 'fast-check';
import t from 'tap';
import { parseCoordinate } from '../../../src/format/cells/coordinate.js';
import { type CoordinatePair, readCoordinatePair } from '../../../src/format/cells/coordinate-pair.js';
import { readGeohash, readGridCode, readUtm } from '../../../src/format/cells/grid-codes.js';
import { geohashOf, mgrsOf, plusCodeOf, type Utm, utmOf } from './grid-writer.js';

/**
 * An axis of a random point. Its seconds are whole hundredths, so that every notation has it exactly or
 * rounds it.
 */
interface Angle {
  readonly axis: 'lat' | 'lng';
  /** Hundredths of a second, with the sign. */
  readonly hundredths: number;
}

const degreesOf = ({ hundredths }: Angle): number => hundredths / 360_000;
const size = ({ hundredths }: Angle): number => Math.abs(hundredths);
const sign = ({ hundredths }: Angle): string => (hundredths < 0 ? '-' : '');
const letter = ({ axis, hundredths }: Angle): string =>
  (axis === 'lat' ? 'NS' : 'EW')[hundredths < 0 ? 1 : 0]!;
const pad = (value: number | string, width: number): string => String(value).padStart(width, '0');
/** Digits of the degrees. */
const width = ({ axis }: Angle): number => (axis === 'lat' ? 2 : 3);

/** Degrees, minutes and seconds with two decimals; degrees and minutes with four. */
const dms = (angle: Angle) => {
  const all = size(angle);
  return {
    d: Math.floor(all / 360_000),
    m: Math.floor((all % 360_000) / 6000),
    s: ((all % 6000) / 100).toFixed(2),
    whole: pad(Math.floor((all % 6000) / 100), 2),
  };
};
const dm = (angle: Angle) => ({
  d: Math.floor(size(angle) / 360_000),
  m: Math.floor(((size(angle) % 360_000) / 6000) * 1e4) / 1e4,
});
const SECOND = 1 / 3600 + 1e-9;
const MINUTES_4 = 1e-4 / 60 + 1e-9;
const words = (names: string) => (angle: Angle) => names.split(' ')['NSEW'.indexOf(letter(angle))]!;

/** Lower-case letter of the hemisphere, with this for the south. */
const behind = (angle: Angle, south: string): string =>
  letter(angle) === 'S' ? south : letter(angle).toLowerCase();

const MARKS = [
  '° \' "',
  '° ′ ″',
  '° ’ ”',
  '° ‘ “',
  '° ´ ´´',
  '° ´ ˝',
  "º ' ''",
  '˚ ′ ′′',
  '^ \' "',
  '∘ ʹ ʺ',
  '°  ',
  ' deg \' "',
  ' degrees  minutes  seconds',
  'd min sec',
  ': :',
];
const MINUSES = ['-', '−', '–', '‒', '－'];

/** Text of one coordinate, and how far from the point it may lie. */
type Notation = (angle: Angle) => [text: string, precision: number];

const plain = (angle: Angle): string => (size(angle) / 360_000).toFixed(8);
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
const marked = (marks: string, angle: Angle): string => {
  const [d = '', m = '', s = ''] = marks.startsWith(' deg')
    ? marks
        .split(/ (?! )/)
        .slice(1)
        .map((mark) => ` ${mark.trim()} `)
    : marks.split(' ');
  const parts = dms(angle);
  return `${parts.d}${d || ' '}${parts.m}${m || ' '}${parts.s}${s}`;
};

const DECIMALS: Notation[] = [
  ...MINUSES.map(
    (minus): Notation =>
      (a) => [`${sign(a) && minus}${plain(a)}`, 1e-7],
  ),
  (a) => [`${sign(a)}${plain(a).replace('.', ',')}`, 1e-7],
  (a) => [`${sign(a)}${plain(a)}°`, 1e-7],
  (a) => [`${plain(a)} ${letter(a)}`, 1e-7],
  (a) => [`${plain(a)}${letter(a).toLowerCase()}`, 1e-7],
  (a) => [`${letter(a)}${plain(a)}°`, 1e-7],
  (a) => [`${plain(a)},${letter(a)}`, 1e-7],
  (a) => [`${plain(a)} ${words('North South East West')(a)}`, 1e-7],
  (a) => [`${plain(a)} ${words('Nord Süd Ost West')(a)}`, 1e-7],
  (a) => [`${plain(a)} ${words('norte sur este oeste')(a)}`, 1e-7],
  (a) => [`${plain(a)}° ${words('nord sud est ouest')(a)}`, 1e-7],
  (a) => [wide(`${sign(a)}${plain(a)}`), 1e-7],
  (a) => [`\u200e${sign(a)}${plain(a)}\u202c`, 1e-7],
  (a) => [`${a.axis}: ${sign(a)}${plain(a)}`, 1e-7],
  (a) => [`\u00a0${sign(a)}${plain(a)} °`, 1e-7],
];

const SEXAGESIMALS: Notation[] = [
  ...MARKS.flatMap((marks): Notation[] => [
    (a) => [`${marked(marks, a)}${letter(a)}`, 1e-7],
    (a) => [`${letter(a)} ${marked(marks, a)}`, 1e-7],
    (a) => [`${marked(marks, a)} ${letter(a)}`, 1e-7],
  ]),
  (a) => [`${sign(a)}${dms(a).d}°${dms(a).m}'${dms(a).s}"`, 1e-7],
  (a) => [`${dms(a).d}d${dms(a).m}m${dms(a).s}s${letter(a)}`, 1e-7],
  (a) => [`${dms(a).d}d${dms(a).m}m${dms(a).s}${letter(a) === 'S' ? 's S' : letter(a)}`, 1e-7],
  (a) => [`${dms(a).d}d${dms(a).m}m${dms(a).s}s${letter(a).toLowerCase()}`, 1e-7],
  (a) => [`${dms(a).d}D${dms(a).m}M${dms(a).s}s ${letter(a).toLowerCase()}`, 1e-7],
  (a) => [`${letter(a)}${dms(a).d}d${dms(a).m}m${dms(a).s}`, 1e-7],
  (a) => [`${letter(a).toLowerCase()}${dms(a).d}d${dms(a).m}m${dms(a).s}s`, 1e-7],
  (a) => [`${dms(a).d}d${dms(a).m}m${dms(a).s}${behind(a, 's s')}`, 1e-7],
  (a) => [`${dms(a).d}°${dms(a).m}'${dms(a).s}${letter(a)}`, 1e-7],
  (a) => [`${dms(a).d} ${dms(a).m} ${dms(a).s} ${letter(a)}`, 1e-7],
  (a) => [`${dms(a).d}-${dms(a).m}-${dms(a).s}${letter(a)}`, 1e-7],
  (a) => [`${dms(a).d}–${dms(a).m}–${dms(a).s}${letter(a)}`, 1e-7],
  (a) => [`${pad(dm(a).d, 3)}-${dm(a).m.toFixed(4)}${letter(a)}`, MINUTES_4],
  (a) => [`${dm(a).d}° ${dm(a).m.toFixed(4)}' ${letter(a)}`, MINUTES_4],
  (a) => [`${letter(a)} ${dm(a).d}° ${dm(a).m.toFixed(4)}`, MINUTES_4],
  (a) => [`${letter(a)}${dm(a).d} ${dm(a).m.toFixed(4)}`, MINUTES_4],
  (a) => [`${dm(a).d},${dm(a).m.toFixed(4)}${letter(a)}`, MINUTES_4],
  (a) => [`${dms(a).d},${dms(a).m},${dms(a).s}${letter(a)}`, 1e-7],
  (a) => [`${wide(`${dms(a).d}°${dms(a).m}'${dms(a).s}"`)}${letter(a)}`, 1e-7],
];

/** The last letter may be that of seconds or of the south: refused, or read. */
const AMBIGUOUS: Notation[] = [
  (a) => [`${dms(a).d}D${dms(a).m}M${dms(a).s}S`, 1e-7],
  (a) => [`${dms(a).d}d${dms(a).m}m${dms(a).s}${letter(a)}`, 1e-7],
  (a) => [`${dms(a).d}d${dms(a).m}m${dms(a).s}${letter(a).toLowerCase()}`, 1e-7],
  (a) => [`${dms(a).d}d${dms(a).m}m${dms(a).s} ${letter(a).toLowerCase()}`, 1e-7],
  (a) => [`${dms(a).d}°${dms(a).m}'${dms(a).s}${letter(a).toLowerCase()}`, 1e-7],
];

const PACKED: Notation[] = [
  (a) => [`${pad(dms(a).d, width(a))}${pad(dms(a).m, 2)}${dms(a).whole}${letter(a)}`, SECOND],
  (a) => [`${letter(a)}${pad(dms(a).d, width(a))}${pad(dms(a).m, 2)}${dms(a).whole}`, SECOND],
  (a) => [`${pad(dms(a).d, width(a))}${pad(dms(a).m, 2)}${pad(dms(a).s, 5)}${letter(a)}`, 1e-7],
  (a) => [`${pad(dms(a).d, width(a))}${pad(dms(a).m, 2)}${letter(a)}`, 1 / 60],
  (a) => [`${pad(dm(a).d, width(a))}${pad(dm(a).m.toFixed(4), 7)}${letter(a)}`, MINUTES_4],
];

const MUST_READ = new Set<Notation>([...DECIMALS, ...SEXAGESIMALS, ...PACKED]);
const ALL = [...MUST_READ, ...AMBIGUOUS];

/** Two coordinates in one cell; null: as both notations write them, with this between. */
const BETWEEN = [', ', ' ', '; ', ' / ', ',', '\n'];

const angle = (axis: 'lat' | 'lng') =>
  fc
    .integer({ min: -1, max: 1 })
    .chain((side) =>
      fc
        .integer({ min: 0, max: (axis === 'lat' ? 90 : 180) * 360_000 })
        .map((hundredths): Angle => ({ axis, hundredths: (side || 1) * hundredths })),
    );

t.test('a coordinate in any notation is that coordinate, or none', async () => {
  fc.assert(
    fc.property(fc.oneof(angle('lat'), angle('lng')), (each) => {
      for (const notation of ALL) {
        const [text, precision] = notation(each);
        const read = parseCoordinate(text, each.axis);
        const isRead = Math.abs(read - degreesOf(each)) <= precision;
        if (!isRead && (MUST_READ.has(notation) || !Number.isNaN(read)))
          throw new Error(`${JSON.stringify(text)} is ${read}, not ${degreesOf(each)}`);
      }
    }),
    { numRuns: 200 },
  );
});

t.test('two columns in one notation are that point, or refused', async () => {
  // Beside other notations it leaves open whether an S is south.
  const seconds: Notation = (a) => [`${sign(a)}${dms(a).d}d${dms(a).m}m${dms(a).s}s`, 1e-7];
  fc.assert(
    fc.property(angle('lat'), angle('lng'), (lat, lng) => {
      for (const notation of [...ALL, seconds]) {
        const [latText, precision] = notation(lat);
        const [lngText] = notation(lng);
        const read = parseCoordinate(latText, 'lat', null, lngText);
        const isRead = Math.abs(read - degreesOf(lat)) <= precision;
        const mustBeRead = notation === seconds || MUST_READ.has(notation);
        if (!isRead && (mustBeRead || !Number.isNaN(read)))
          throw new Error(`${latText} beside ${lngText} is ${read}, not ${degreesOf(lat)}`);
      }
    }),
    { numRuns: 200 },
  );
});

t.test('a pair in any two notations is that point, or none', async () => {
  const notation = fc.constantFrom(...ALL);
  fc.assert(
    fc.property(
      angle('lat'),
      angle('lng'),
      fc.oneof(
        notation.map((one) => [one, one] as const),
        fc.tuple(notation, notation),
      ),
      fc.constantFrom(...BETWEEN),
      fc.boolean(),
      (lat, lng, [latNotation, lngNotation], between, isLngFirst) => {
        const [latText, latPrecision] = latNotation(lat);
        const [lngText, lngPrecision] = lngNotation(lng);
        // Without letters the latitude stands first.
        const mayStandSecond = isLngFirst && /[NSEWa-z]/i.test(latText) && /[NSEWa-z]/i.test(lngText);
        const text = (mayStandSecond ? [lngText, latText] : [latText, lngText]).join(between);
        const pair = readCoordinatePair(text);
        if (pair === null) return;
        const isRead =
          Math.abs(pair.lat - degreesOf(lat)) <= latPrecision &&
          Math.abs(pair.lng - degreesOf(lng)) <= lngPrecision;
        if (!isRead) throw new Error(`${JSON.stringify(text)} is ${JSON.stringify(pair)}`);
      },
    ),
    { numRuns: 200 },
  );
});

const hemisphere = ({ northing, band }: Utm): 'north' | 'south' =>
  band < 'N' && northing > 0 ? 'south' : 'north';
/** How UTM coordinates are written. */
const UTMS: ((utm: Utm, e: string, n: string) => string)[] = [
  ({ zone, band }, e, n) => `${zone}${band} ${e} ${n}`,
  ({ zone, band }, e, n) => `${zone} ${band} ${e}, ${n}`,
  ({ zone, band }, e, n) => `UTM ${zone}${band} ${e}E ${n}N`,
  ({ zone, band }, e, n) => `Zone ${zone}${band} E ${e} N ${n}`,
  ({ zone, band }, e, n) => `${zone}${band.toLowerCase()} ${e} mE ${n} mN`,
  ({ zone, band }, e, n) => `${e}E ${n}N ${zone}${band}`,
  (utm, e, n) => `${utm.zone} ${hemisphere(utm)} ${e} ${n}`,
  (utm, e, n) => `${utm.zone}${hemisphere(utm)[0]!.toUpperCase()} ${e} ${n}`,
];
const lies = (read: CoordinatePair | string | null, lat: number, lng: number, precision: number): boolean => {
  if (read === null || typeof read === 'string') return false;
  const east = Math.abs(read.lng - lng);
  return (
    Math.abs(read.lat - lat) <= precision &&
    Math.min(east, 360 - east) * Math.cos((lat * Math.PI) / 180) <= precision
  );
};
/** Degrees of a length in metres. */
const degrees = (metres: number): number => metres / 110_000;

t.test('a point in a code of a grid is that point, or refused', async () => {
  fc.assert(
    fc.property(
      fc.double({ min: -79.9, max: 83.9, noNaN: true }).filter((lat) => Math.abs(lat) > 1e-6),
      fc.double({ min: -179.99, max: 179.99, noNaN: true }),
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 5, max: 12 }),
      (lat, lng, digits, length) => {
        const utm = utmOf(lat, lng);
        const e = utm.easting.toFixed(2);
        const n = utm.northing.toFixed(2);
        for (const write of UTMS) {
          const text = write(utm, e, n);
          const read = readGridCode(text);
          // S has two readings in some zones, and is the band where the south has sea alone.
          const isOther = typeof read === 'string' || (lat > -58.1 && lat < -49.9);
          if (!(isOther && /\dS/i.test(text.replace(' ', ''))) && !lies(read, lat, lng, 1e-6))
            throw new Error(`${text} is ${JSON.stringify(read)}`);
          if (readCoordinatePair(text) !== null) throw new Error(`${text} is a pair`);
        }
        const columns = readUtm(`${utm.zone} ${hemisphere(utm)}`, e, n);
        if (!lies(columns, lat, lng, 1e-6)) throw new Error(`${e} ${n} are ${JSON.stringify(columns)}`);
        const [zone, square, east, north] = mgrsOf(utm, digits);
        const cell = degrees(10 ** (5 - digits)) * 0.51 + 1e-6;
        for (const text of [`${zone}${square}${east}${north}`, `${zone} ${square} ${east} ${north}`]) {
          const read = readGridCode(text);
          if (!lies(read, lat, lng, cell) || readCoordinatePair(text) !== null)
            throw new Error(`${text} is ${JSON.stringify(read)}, not ${lat}, ${lng}`);
        }
        const plusCode = plusCodeOf(lat, lng);
        if (!lies(readGridCode(plusCode), lat, lng, 1 / 15_999)) throw new Error(plusCode);
        const hash = geohashOf(lat, lng, length);
        // Half the width of a cell, and what doubles add to a point on its border.
        const height = (180 / 2 ** Math.floor((5 * length) / 2)) * (1 + 1e-9);
        if (!lies(readGeohash(hash), lat, lng, height)) throw new Error(hash);
      },
    ),
    { numRuns: 200 },
  );
});

t.test('notations of whole points', async (t) => {
  const point = { lat: 48.8566, lng: 2.3522 };
  for (const text of [
    'N 48° 51.396 E 002° 21.132',
    'N48 51.396 E2 21.132',
    'N48d51m23.76 E2d21m7.92',
    'N48d51m23.76E2d21m7.92',
    '48d51m23.76n, 2d21m7.92e',
    '48d51m23.76s, 2d21m7.92s',
    `48 deg 51' 23.76" N, 2 deg 21' 7.92" E`,
    '48-51-23.76N/002-21-07.92E',
    '485123.76N 0022107.92E',
    'N485123.76 E0022107.92',
    '4851.396N00221.132E',
    '4851.396,N,00221.132,E',
    '+48.8566+002.3522/',
    '+4851.396+00221.132/',
    '+485123.76+0022107.92+35CRSWGS_84/',
    '48.8566 2.3522 35.0 4.9',
    'Lat: 48.8566, Lon: 2.3522',
    'latitude 48.8566 longitude 2.3522',
    '{"lat": 48.8566, "lng": 2.3522}',
    '{"latitude": "48.8566", "longitude": "2.3522", "human_address": "{}"}',
    '北緯48度51分23.76秒 東経2度21分7.92秒',
  ]) {
    const pair = readCoordinatePair(text);
    t.ok(
      pair !== null && Math.abs(pair.lat - point.lat) < 1e-6 && Math.abs(pair.lng - point.lng) < 1e-6,
      `${text} ${JSON.stringify(pair)}`,
    );
  }
  const sydney = readCoordinatePair('S33d51m24 E151d12m36');
  t.same([sydney?.lat.toFixed(4), sydney?.lng.toFixed(4)], ['-33.8567', '151.2100']);
  const south = readCoordinatePair('-334030-0703930/');
  t.same([south?.lat, south?.lng.toFixed(4)], [-33.675, '-70.6583']);
});

t.test('what has two readings is none', async (t) => {
  for (const text of [
    `33°51'24s`,
    '33d51m24S',
    '-12 N',
    '+12 S',
    '12 N S',
    `48°51.5'30"N`,
    '1134E',
    '480812',
    '48,5.5',
    'Lat 48 E',
  ])
    for (const axis of ['lat', 'lng'] as const) t.ok(Number.isNaN(parseCoordinate(text, axis)), text);
  for (const text of [
    '33d51m24s, 151d12m36e',
    '33d51m24s 151d12m36e',
    '33d51m24s, 151d12m36',
    `33d51m24s, 151°12'36"`,
    '52.5 N 13.4',
    'N 52.5, 13.4',
    '48,8,12N',
    '48° 51.396',
    '12 30, 13 40',
    '48 51 24 2 21 7',
    '4N 5N',
  ])
    t.equal(readCoordinatePair(text), null, text);
});
