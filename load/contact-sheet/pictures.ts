import type { AskedPicture } from '../pictures.js';
import type { REAL_MAPS } from './real-maps.js';

export type MapName = keyof typeof REAL_MAPS | 'shops' | 'services';

export interface SheetPicture {
  map: MapName;
  options: AskedPicture;
}

/**
 * The sheet, row by row: each preset, both map types, papers and orientations, pins in streets, areas, a
 * choropleth and drive times.
 */
export const SHEET: readonly SheetPicture[] = [
  { map: 'places', options: { preset: 'world', format: 'png' } },
  { map: 'counties', options: { preset: 'us', format: 'png', legend: true } },
  { map: 'services', options: { preset: 'pin_coverage', format: 'png', legend: true } },
  { map: 'countries', options: { preset: 'world', format: 'png', legend: true, paper_size: 'a4' } },
  {
    map: 'earthquakes',
    options: { preset: 'pin_coverage', format: 'png', legend: true, map_type: 'satellite' },
  },
  { map: 'shops', options: { preset: 'regions', format: 'png', labels: true } },
];

/** Everything that can be asked for, of one map. */
export function everyPicture(map: MapName): SheetPicture[] {
  const all: SheetPicture[] = [];
  for (const preset of ['pin_coverage', 'us', 'world', 'regions'] as const)
    for (const map_type of ['map', 'satellite'] as const)
      for (const orientation of ['landscape', 'portrait'] as const)
        for (const paper_size of ['letter', 'a4'] as const)
          for (const format of ['png', 'pdf'] as const) {
            // In turns, as all sixteen with each of the above would be a thousand pictures.
            const both = (all.length >> 1) % 2 === 0;
            all.push({
              map,
              options: { preset, format, map_type, orientation, paper_size, legend: both, labels: !both },
            });
          }
  return all;
}
