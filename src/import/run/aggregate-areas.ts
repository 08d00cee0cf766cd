import { aggregateOf, areaKeyOf } from '../choropleth/areas.js';
import type { Aggregate } from '../choropleth/config.js';
import type { AreaMeasures } from './measure-areas.js';

/** Aggregate of each area, by type and code; null as by `aggregateOf`. */
export interface AreaValues {
  /** How decimals are written, as most of the values that tell it say. */
  mark: '.' | ',';
  areas: Map<string, number | null>;
}

/** Runs on a thread. */
export function aggregateAreas(pages: readonly AreaMeasures[], aggregate: Aggregate): AreaValues {
  let votes = 0;
  for (const page of pages) votes += page.votes.commas - page.votes.points;
  const mark = votes > 0 ? ',' : '.';
  const gathered = new Map<string, { values: number[]; rows: number }>();
  for (const { sources, sourceOf, points, commas } of pages) {
    const ofPage = sources.map((source) => {
      const key = areaKeyOf(source);
      const known = gathered.get(key) ?? { values: [], rows: 0 };
      gathered.set(key, known);
      return known;
    });
    const numbers = mark === ',' ? commas : points;
    for (let row = 0; row < sourceOf.length; row++) {
      const area = ofPage[sourceOf[row]!]!;
      area.rows++;
      if (!Number.isNaN(numbers[row]!)) area.values.push(numbers[row]!);
    }
  }
  const areas = new Map<string, number | null>();
  for (const [key, { values, rows }] of gathered) areas.set(key, aggregateOf(values, rows, aggregate));
  return { mark, areas };
}
