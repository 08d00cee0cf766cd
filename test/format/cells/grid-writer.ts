/** Writers of grid codes, by formulas of their own. */

export interface Utm {
  readonly zone: number;
  readonly band: string;
  readonly easting: number;
  readonly northing: number;
}

const BANDS = 'CDEFGHJKLMNPQRSTUVWXX';
const A = 6_378_137;
const F = 1 / 298.257223563;
const N = F / (2 - F);
const RADIUS = (A / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64);
const ALPHA = [
  N / 2 - (2 / 3) * N ** 2 + (5 / 16) * N ** 3,
  (13 / 48) * N ** 2 - (3 / 5) * N ** 3,
  (61 / 240) * N ** 3,
];

/** Krüger's series to the third order, which is exact to less than a tenth of a millimetre within a zone. */
export function utmOf(lat: number, lng: number): Utm {
  const zone = Math.min(60, Math.floor((lng + 180) / 6) + 1);
  const rad = Math.PI / 180;
  const phi = lat * rad;
  const lambda = (lng - (6 * zone - 183)) * rad;
  const e = (2 * Math.sqrt(N)) / (1 + N);
  const t = Math.sinh(Math.atanh(Math.sin(phi)) - e * Math.atanh(e * Math.sin(phi)));
  const xi = Math.atan2(t, Math.cos(lambda));
  const eta = Math.atanh(Math.sin(lambda) / Math.sqrt(1 + t * t));
  let x = eta;
  let y = xi;
  for (const [i, a] of ALPHA.entries()) {
    const j = 2 * (i + 1);
    x += a * Math.cos(j * xi) * Math.sinh(j * eta);
    y += a * Math.sin(j * xi) * Math.cosh(j * eta);
  }
  const northing = 0.9996 * RADIUS * y + (lat < 0 ? 10_000_000 : 0);
  return {
    zone,
    band: BANDS[Math.floor((lat + 80) / 8)]!,
    easting: 500_000 + 0.9996 * RADIUS * x,
    northing,
  };
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** @param digits of each axis */
export function mgrsOf(
  { zone, band, easting, northing }: Utm,
  digits: number,
): [string, string, string, string] {
  const column = LETTERS[(8 * ((zone - 1) % 3) + Math.floor(easting / 100_000) - 1) % 24]!;
  const rows = LETTERS.slice(0, 20);
  const row = rows[(Math.floor(northing / 100_000) + (zone % 2 === 0 ? 5 : 0)) % 20]!;
  const cut = (metres: number): string =>
    String(Math.floor(metres % 100_000))
      .padStart(5, '0')
      .slice(0, digits);
  return [`${zone}${band}`, `${column}${row}`, cut(easting), cut(northing)];
}

const CODES = '23456789CFGHJMPQRVWX';

/** Ten characters; one more pair of digits is a fifth of the cell's height and a fourth of its width. */
export function plusCodeOf(lat: number, lng: number): string {
  let y = Math.floor((lat + 90) * 8000);
  let x = Math.floor((lng + 180) * 8000);
  let code = '';
  for (let pair = 0; pair < 5; pair++) {
    code = `${CODES[y % 20]}${CODES[x % 20]}${code}`;
    y = Math.floor(y / 20);
    x = Math.floor(x / 20);
  }
  return `${code.slice(0, 8)}+${code.slice(8)}`;
}

const BASE_32 = '0123456789bcdefghjkmnpqrstuvwxyz';

export function geohashOf(lat: number, lng: number, length: number): string {
  const bits = Math.ceil((length * 5) / 2);
  const of = (value: number, range: number, n: number): string =>
    BigInt(Math.min(2 ** n - 1, Math.floor(((value + range) / (2 * range)) * 2 ** n)))
      .toString(2)
      .padStart(n, '0');
  const x = of(lng, 180, bits);
  const y = of(lat, 90, 5 * length - bits);
  const all = [...x].map((bit, i) => bit + (y[i] ?? '')).join('');
  return Array.from({ length }, (_, i) => BASE_32[Number.parseInt(all.slice(5 * i, 5 * i + 5), 2)]).join('');
}
