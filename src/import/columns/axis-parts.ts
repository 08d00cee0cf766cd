import { directionLetter } from '../../format/cells/joined-degrees.js';
import { anyOf, wordsOf } from '../../recognise/languages/index.js';
import { splitHeader } from '../../recognise/tokens.js';
import type { MappedField } from '../../schema/import-fields.js';
import type { ColumnMapping } from '../../schema/job.js';

type Axis = 'lat' | 'lng';
type Part = 'degrees' | 'minutes' | 'seconds' | 'direction';

/** Meaning of a header for an axis. */
interface AxisPart {
  readonly axis: Axis;
  /** null: the header names the axis alone. */
  readonly part: Part | null;
  /** The header can hardly mean anything else. */
  readonly isSure: boolean;
  /** The other words of the header, which the columns of one axis share. */
  readonly rest: string;
}

const PARTS = ['degrees', 'minutes', 'seconds', 'direction'] as const;
const LAT = anyOf(({ axes }) => axes.lat);
const LNG = anyOf(({ axes }) => axes.lng);
const SURE: Readonly<Record<Part, string>> = {
  degrees: anyOf(({ axes }) => axes.degrees),
  minutes: anyOf(({ axes }) => axes.minutes),
  seconds: anyOf(({ axes }) => axes.seconds),
  direction: anyOf(({ axes }) => axes.direction),
};
const UNSURE: Readonly<Record<Part, string>> = {
  degrees: anyOf(({ axes }) => axes.unsureDegrees),
  minutes: anyOf(({ axes }) => axes.unsureMinutes),
  seconds: anyOf(({ axes }) => axes.unsureSeconds),
  direction: anyOf(({ axes }) => axes.unsureDirection),
};
const any = (words: Readonly<Record<Part, string>>): string => PARTS.map((part) => words[part]).join('|');
const PART = `${any(SURE)}|${any(UNSURE)}`;
const WORD = new RegExp(
  `^(?:(?<before>${PART})?(?<axis>${LAT}|${LNG})(?<behind>${PART})?|(?<alone>${PART}))$`,
);
const IS_LAT = new RegExp(`^(?:${LAT})$`);
const OF_SURE = new Map(PARTS.map((part) => [part, new RegExp(`^(?:${SURE[part]})$`)]));
const OF_UNSURE = new Map(PARTS.map((part) => [part, new RegExp(`^(?:${UNSURE[part]})$`)]));
const LINKS: ReadonlySet<string> = new Set(wordsOf(({ axes }) => axes.links));

/** Longer headers are sentences. */
const MAX_HEADER = 60;
/** Stands in every header of ASCII that names an axis: thousands of others take a while to be split. */
const MAY_NAME_AXIS = new RegExp(`${LAT}|${LNG}|n\\s?(?:/|or|_|-)?\\s?s|e\\s?(?:/|or|_|-)?\\s?w|[^ -~]`, 'i');

/** Reads `LatDir`, `lat_minutes`, `LonD`, `N/S`; null for a header that names no axis. */
export function axisPartOf(header: string): AxisPart | null {
  if (header.length > MAX_HEADER || !MAY_NAME_AXIS.test(header)) return null;
  const words = splitHeader(
    header.replace(/\bN\s?(?:\/|or|_|-)\s?S\b/i, ' ns ').replace(/\bE\s?(?:\/|or|_|-)\s?W\b/i, ' ew '),
  );
  let axis: Axis | null = null;
  const parts: string[] = [];
  const rest: string[] = [];
  for (const word of words) {
    const found = WORD.exec(word)?.groups;
    if (found === undefined) {
      if (!LINKS.has(word)) rest.push(word);
      continue;
    }
    if (found.axis !== undefined) {
      if (axis !== null) return null;
      axis = IS_LAT.test(found.axis) ? 'lat' : 'lng';
    }
    parts.push(...[found.before, found.behind, found.alone].filter((part) => part !== undefined));
  }
  // `Lat Dir (N/S)`
  const letters = parts.find((part) => part === 'ns' || part === 'ew');
  const named = letters === undefined ? parts : [letters];
  if (named.length > 1) return null;
  if (axis === null && letters !== undefined) axis = letters === 'ns' ? 'lat' : 'lng';
  if (axis === null) return null;
  const [word] = named;
  if (word === undefined) return { axis, part: null, isSure: true, rest: rest.join(' ') };
  const sure = PARTS.find((part) => OF_SURE.get(part)!.test(word));
  const part = sure ?? PARTS.find((other) => OF_UNSURE.get(other)!.test(word))!;
  // Letters without an axis stand for much else: the side of a street.
  const isSure = sure !== undefined && !(letters !== undefined && words.length === 1);
  return { axis, part, isSure, rest: rest.join(' ') };
}

interface Joined {
  readonly mapping: ColumnMapping[];
  readonly notes: readonly string[];
}

const AXES: readonly Axis[] = ['lat', 'lng'];
const NAMES: Readonly<Record<Axis, string>> = { lat: 'latitude', lng: 'longitude' };
/** Share of the sample's cells that must be what the header says. */
const MOST = 0.8;
const WHOLE = /^[+-]?\d{1,3}(?:[.,]0*)?$/;
const SIXTIETHS = /^[0-5]?\d(?:[.,]\d*)?$/;

/** Tells whether a header row may have columns that hold parts of an axis. */
export const mayHaveAxisParts = (headers: readonly string[]): boolean =>
  headers.some((header) => {
    const found = axisPartOf(header);
    return found !== null && found.part !== null && found.part !== 'degrees';
  });

/**
 * Joins minutes, seconds and hemispheres in columns of their own to their axis. Without them a place is
 * another one, so that an axis whose parts cannot be joined is none.
 * @param rows of the sample
 */
export function joinAxes(mapping: readonly ColumnMapping[], rows: readonly (readonly string[])[]): Joined {
  const joiner = new AxisJoiner(mapping, rows);
  const unjoined = AXES.flatMap((axis) => joiner.join(axis) ?? []);
  return unjoined.length === 0 ? { mapping: joiner.mapping, notes: [] } : joiner.withoutAxes(unjoined);
}

/** A latitude without a longitude, or the other way round. */
export interface LoneAxis {
  readonly header: string;
  readonly axis: Axis;
}

/** The only axis that columns are read as; null: there are both, or none. */
export function loneAxisOf(mapping: readonly ColumnMapping[]): LoneAxis | null {
  const [lat, lng] = AXES.map((axis) => mapping.find(({ field }) => field === axis));
  if ((lat === undefined) === (lng === undefined)) return null;
  return lat === undefined ? { header: lng!.header, axis: 'lng' } : { header: lat.header, axis: 'lat' };
}

/**
 * Names the axis that a lone one lacks, such as
 * `"Breite" holds latitudes, and no column is read as the longitude (lng)`.
 */
export function tellLoneAxis({ header, axis }: LoneAxis): string {
  const other = axis === 'lat' ? 'lng' : 'lat';
  return `${quote(header)} ${axis === 'lat' ? 'holds latitudes' : 'holds longitudes'}, and no column is read as the ${NAMES[other]} (${other})`;
}

/** The columns without a guessed axis that has no partner, which is no place, and without its parts. */
export function withoutLoneAxis(mapping: readonly ColumnMapping[], { axis }: LoneAxis): ColumnMapping[] {
  const other = axis === 'lat' ? 'longitude' : 'latitude';
  return mapping.map((column): ColumnMapping => {
    const { index, header, field, how } = column;
    const isGuess = how === 'inferred' || how === 'pattern';
    if (!isGuess || !/^(?:lat|lng)(?:_(?!lng)|$)/.test(field ?? '')) return column;
    return { index, header, field: null, how: 'custom', confidence: 1, why: `no column holds its ${other}` };
  });
}

class AxisJoiner {
  readonly mapping: ColumnMapping[];
  readonly #rows: readonly (readonly string[])[];
  readonly #parts: readonly (AxisPart | null)[];

  constructor(mapping: readonly ColumnMapping[], rows: readonly (readonly string[])[]) {
    this.mapping = [...mapping];
    this.#rows = rows;
    this.#parts = mapping.map(({ header }) => axisPartOf(header));
  }

  /** @returns the part that cannot be joined; null: none */
  join(axis: Axis): ColumnMapping | null {
    const column = this.#columnOf(axis);
    if (column === null) return null;
    const own = this.#parts[column.index] ?? null;
    if (own !== null && own.axis !== axis) return null;
    const isWhole = this.#share(column.index, (cell) => WHOLE.test(cell)) >= MOST;
    for (const part of ['minutes', 'seconds', 'direction'] as const) {
      const sibling = this.#siblingOf(axis, part, own?.rest ?? '', column.index);
      // Decimal degrees beside degrees, minutes and seconds say the place already.
      if (sibling === null || (part !== 'direction' && !isWhole)) continue;
      const share = this.#share(sibling.index, (cell) => isPart(axis, part, cell));
      if (share >= MOST)
        this.#give(sibling, `${axis}_${part}`, `joined to the ${NAMES[axis]} in ${quote(column.header)}`);
      else if (share >= 0 && this.#parts[sibling.index]!.isSure) return sibling;
    }
    return null;
  }

  /** The columns without both axes: one alone is no place. Axes that the client names stay. */
  withoutAxes(unjoined: readonly ColumnMapping[]): Joined {
    const lost = this.mapping.filter(
      ({ field, how }) => how !== 'explicit' && /^(?:lat|lng)(?:_(?!lng)|$)/.test(field ?? ''),
    );
    const notes = unjoined.map(
      ({ header }) =>
        `The coordinates were not read: ${quote(header)} belongs to them, and its values are not understood. Write signed decimal degrees in one column, or name the columns with column_mapping.`,
    );
    const mapping = this.mapping.map((column): ColumnMapping => {
      if (!lost.includes(column)) return column;
      const { index, header } = column;
      const why = `${quote(unjoined[0]!.header)} belongs to the coordinates and cannot be joined`;
      return { index, header, field: null, how: 'custom', confidence: 1, why };
    });
    return { mapping, notes: lost.length === 0 ? [] : notes };
  }

  /**
   * The column of an axis; its whole degrees where another part of it was taken for the axis, or none was.
   */
  #columnOf(axis: Axis): ColumnMapping | null {
    const current = this.mapping.find(({ field }) => field === axis) ?? null;
    const part = current === null ? 'none' : (this.#parts[current.index]?.part ?? null);
    if (part === null || part === 'degrees' || current?.how === 'explicit') return current;
    const degrees = this.mapping.find(({ index, how }) => {
      const own = this.#parts[index];
      if (how === 'explicit' || how === 'ignored' || own?.axis !== axis) return false;
      if (own.part !== null && own.part !== 'degrees') return false;
      const minutes = this.#siblingOf(axis, 'minutes', own.rest, index);
      return minutes !== null && this.#share(index, (cell) => WHOLE.test(cell)) >= MOST;
    });
    if (degrees === undefined) return current;
    if (current !== null) this.#give(current, null, '');
    return this.#give(degrees, axis, `the whole degrees of the ${NAMES[axis]}`);
  }

  #siblingOf(axis: Axis, part: Part, rest: string, column: number): ColumnMapping | null {
    const found = this.mapping.find(({ index, how, field }) => {
      const own = this.#parts[index];
      if (how === 'explicit' && field === null) return false;
      if (index === column || how === 'ignored' || how === 'exact' || own?.axis !== axis || own.part !== part)
        return false;
      return own.rest === rest || (part === 'direction' && own.rest === '' && !own.isSure);
    });
    if (found === undefined || this.#parts[found.index]!.isSure) return found ?? null;
    return this.#isDoubtful(axis, part) ? null : found;
  }

  /**
   * `lat_min` beside `lat_max` is the least latitude; N and S beside signed degrees are the sides of a
   * street.
   */
  #isDoubtful(axis: Axis, part: Part): boolean {
    if (part === 'direction')
      return AXES.some((each) => {
        const column = this.mapping.find(({ field }) => field === each);
        return column !== undefined && this.#share(column.index, (cell) => cell.startsWith('-')) > 0;
      });
    const words = axis === 'lat' ? LAT : LNG;
    const most = new RegExp(`(?:${words})[ _-]?max|max[ _-]?(?:${words})`, 'i');
    return this.mapping.some(({ header }) => most.test(header));
  }

  /** Share of the filled cells that pass; -1: none is filled. */
  #share(index: number, test: (cell: string) => boolean): number {
    const cells = this.#rows.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length === 0 ? -1 : cells.filter(test).length / cells.length;
  }

  #give({ index }: ColumnMapping, field: MappedField | null, why: string): ColumnMapping {
    const { header } = this.mapping[index]!;
    const read =
      field === null ? ({ field, how: 'custom' } as const) : ({ field, how: 'inferred', why } as const);
    this.mapping[index] = { index, header, ...read, confidence: 1 };
    return this.mapping[index];
  }
}

const isPart = (axis: Axis, part: Part, cell: string): boolean =>
  part === 'direction' ? directionLetter(cell, axis) !== null : SIXTIETHS.test(cell);

const quote = (header: string): string => JSON.stringify(header.slice(0, MAX_HEADER));
