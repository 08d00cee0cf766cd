import type { Sections } from '../gazetteer/sections.js';

/** Longitude and latitude in degrees, one after the other. */
export type LonLatLine = readonly (readonly number[])[];

/** Lines, or closed rings, of one kind: coasts, rivers, borders. */
export interface LineLayer {
  readonly count: number;
  /** First point of each line, then the end of the last line. */
  readonly starts: Uint32Array;
  /** Longitude and latitude of each point in 1e-5 degrees. */
  readonly points: Int32Array;
  /** West, south, east, north of each line in 1e-5 degrees. */
  readonly boxes: Int32Array;
}

/** Packed coordinates per degree: about a metre on the ground, finer than any of the data. */
export const LINE_UNITS_PER_DEGREE = 1e5;

/** @returns columns of a packed file, each named after the layer */
export function packLines(
  name: string,
  lines: readonly LonLatLine[],
): Record<string, Int32Array | Uint32Array> {
  const starts = new Uint32Array(lines.length + 1);
  lines.forEach((line, at) => {
    starts[at + 1] = starts[at]! + line.length;
  });
  const points = new Int32Array(2 * starts[lines.length]!);
  const boxes = new Int32Array(4 * lines.length);
  lines.forEach((line, at) => {
    const xs = line.map(([lon]) => Math.round(lon! * LINE_UNITS_PER_DEGREE));
    const ys = line.map(([, lat]) => Math.round(lat! * LINE_UNITS_PER_DEGREE));
    for (let i = 0; i < line.length; i++) points.set([xs[i]!, ys[i]!], 2 * (starts[at]! + i));
    const least = (values: number[]): number => values.reduce((a, b) => Math.min(a, b));
    const most = (values: number[]): number => values.reduce((a, b) => Math.max(a, b));
    boxes.set([least(xs), least(ys), most(xs), most(ys)], 4 * at);
  });
  return { [`${name}.starts`]: starts, [`${name}.points`]: points, [`${name}.boxes`]: boxes };
}

/** @throws {TypeError} the file has no such layer */
export function readLines(sections: Sections, name: string): LineLayer {
  const starts = sections.get(`${name}.starts`, 'u32');
  return {
    count: starts.length - 1,
    starts,
    points: sections.get(`${name}.points`, 'i32'),
    boxes: sections.get(`${name}.boxes`, 'i32'),
  };
}
