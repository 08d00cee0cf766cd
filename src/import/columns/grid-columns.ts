import { gridCodeIn, isGeohash, isUtmZone, SHORT_PLUS_CODE } from '../../format/cells/grid-codes.js';
import { readNumber } from '../../format/cells/number.js';
import { splitHeader } from '../../recognise/tokens.js';
import type { MappedField } from '../../schema/import-fields.js';
import type { ColumnMapping } from '../../schema/job.js';

/** Headers of codes that hold both coordinates, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const CODES =
  /\b(?:utm|mgrs|usng|utmref|utm ref|meldegitter|plus ?codes?|open ?location ?codes?|olc|codes? plus|codigos? plus|codic[ei] plus|(?:military )?grid ?(?:ref|refs|reference|references|square|coordinates?|coords?)|(?:planquadrat|gitterreferenz|quadrillage|carroyage|cuadricula|quadricula|reticolato|rasterreferentie))\b/;
/** Headers of coordinates in whatever notation. */
const COORDINATES = /\b(?:coord|koord|gps|lat ?l(?:o?ng?|ong)\b)/;
const GEOHASH = /\bgeo ?hash/;

const ZONE = /\b(?:zone|zona|fuseau|huso|fuso|utm)\b/;
const EASTING =
  /\b(?:easting|eastings|east|este|est|ost|oost|ostwert|rechtswert|estant|leste|utm (?:e|x)|e|x)\b/;
const NORTHING = /\b(?:northing|northings|north|norte|nord|noord|nordwert|hochwert|utm (?:n|y)|n|y)\b/;

/** Stands in every header of ASCII that one of these fits, but for eastings and northings: thousands of others take a while to be split. */
const MAY_FIT =
  /utm|mgrs|usng|meldegitter|plus|open|olc|grid|planquadrat|gitterreferenz|quadrillage|carroyage|cuadricula|quadricula|reticolato|rasterreferentie|coord|koord|gps|lat|hash|zon[ea]|fuseau|huso|fuso|[^ -~]/i;

/** Share of the sample's filled cells that must be what the header says. */
const MOST = 0.8;

type Rows = readonly (readonly string[])[];

/** Whether a header row may have columns of codes of a grid. */
export const mayHaveGrid = (headers: readonly string[]): boolean =>
  headers.some((header) => {
    if (!MAY_FIT.test(header)) return false;
    const words = wordsOf(header);
    return [CODES, COORDINATES, GEOHASH, ZONE].some((each) => each.test(words));
  });

/**
 * Reads UTM coordinates, MGRS references, Plus Codes and geohashes of columns whose headers say so, unless other columns say where all rows
 * of the sample are: features without a geometry have empty columns of degrees.
 * @param rows of the sample
 */
export function findGrid(mapping: readonly ColumnMapping[], rows: Rows): ColumnMapping[] {
  if (mapping.some(({ field }) => field === 'lat_lng' || field === 'geohash' || field === 'utm_zone'))
    return [...mapping];
  const axes = mapping.filter(({ field }) => field === 'lat' || field === 'lng');
  const isPlaced = (row: readonly string[]): boolean => axes.every(({ index }) => row[index]?.trim());
  if (axes.length === 2 && rows.every(isPlaced)) return [...mapping];
  // Thousands of headers take a while to be split.
  const open = mapping
    .filter(({ how }) => how === 'custom' || how === 'inferred' || how === 'pattern')
    .map((column) => ({ column, words: wordsOf(column.header) }));
  const find = (headers: RegExp, test: (cell: string) => boolean): ColumnMapping | undefined =>
    open.find(({ column, words }) => headers.test(words) && shareOf(rows, column.index, test) >= MOST)
      ?.column;
  const code = find(CODES, isCode) ?? find(COORDINATES, isCode);
  if (code !== undefined)
    return give(mapping, [[code, 'lat_lng', 'the header says so, and its codes are places']]);
  const geohash = find(GEOHASH, isGeohash);
  if (geohash !== undefined) return give(mapping, [[geohash, 'geohash', 'the header says so']]);
  const zone = find(ZONE, isUtmZone);
  const easting = find(EASTING, (cell) => isWithin(cell, 100_000, 900_000));
  const northing = find(NORTHING, (cell) => isWithin(cell, 0, 10_000_000));
  if (!zone || !easting || !northing || easting === northing) return [...mapping];
  const saysUtm = [zone, easting, northing].some(({ header }) => /\butm\b/.test(wordsOf(header)));
  if (!saysUtm && !rows.every((row) => mayBeUtm(row[zone.index] ?? '', row[northing.index] ?? '')))
    return [...mapping];
  return give(mapping, [
    [zone, 'utm_zone', 'zones of UTM beside an easting and a northing'],
    [easting, 'utm_easting', 'metres beside a zone of UTM'],
    [northing, 'utm_northing', 'metres beside a zone of UTM'],
  ]);
}

const wordsOf = (header: string): string => splitHeader(header).join(' ');

const isCode = (cell: string): boolean => {
  const name = gridCodeIn(cell, '');
  return name !== null && name !== SHORT_PLUS_CODE && !name.startsWith('what3words');
};

function isWithin(cell: string, from: number, to: number): boolean {
  const meters = /^\d{1,8}(?:[.,]\d{1,6})?$/.test(cell) ? readNumber(cell) : Number.NaN;
  return meters >= from && meters <= to;
}

/** Metres: grids of single countries count from a corner of theirs, so that those of small ones have lower northings. */
const BEYOND_SMALL_GRIDS = 1_300_000;
const BANDS = 'CDEFGHJKLMNPQRSTUVWX';

/** Whether a zone without a word on UTM is one: the letter of its band agrees with the northing, or a hemisphere stands with a far one. */
function mayBeUtm(zone: string, northing: string): boolean {
  const [, letter] = /^\s*\d\d ?([A-Z])\s*$/i.exec(zone) ?? [];
  const meters = readNumber(northing.trim());
  if (letter === undefined || Number.isNaN(meters)) return northing.trim() === '';
  const band = letter.toUpperCase();
  if (band === 'N' || band === 'S') return meters >= BEYOND_SMALL_GRIDS;
  const lat = (band < 'N' ? meters - 10_000_000 : meters) / 110_900;
  const south = 8 * BANDS.indexOf(band) - 80;
  return BANDS.includes(band) && lat >= south - 1 && lat <= south + (band === 'X' ? 13 : 9);
}

/** Share of the filled cells that pass; -1: none is filled. */
function shareOf(rows: Rows, index: number, test: (cell: string) => boolean): number {
  const cells = rows.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== '');
  return cells.length === 0 ? -1 : cells.filter(test).length / cells.length;
}

/** Gives fields to columns; what they were read as goes. */
function give(
  mapping: readonly ColumnMapping[],
  given: readonly (readonly [ColumnMapping, MappedField, string])[],
): ColumnMapping[] {
  return mapping.map((column): ColumnMapping => {
    const found = given.find(([each]) => each === column);
    if (found === undefined) return column;
    const [{ index, header }, field, why] = found;
    return { index, header, field, how: 'inferred', confidence: 1, why };
  });
}
