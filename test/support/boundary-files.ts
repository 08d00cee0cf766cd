import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feature, Polygon, Position } from 'geojson';
import type { Test } from 'tap';
import { temporaryFolder } from './temporary-folder.js';

/** A square by its south-west corner, counterclockwise. */
export const square = (lng: number, lat: number, size = 0.1): Position[] => [
  [lng, lat],
  [lng + size, lat],
  [lng + size, lat + size],
  [lng, lat + size],
  [lng, lat],
];

export const area = (properties: object, ...rings: Position[][]): Feature<Polygon> => ({
  type: 'Feature',
  properties: { ...properties },
  geometry: { type: 'Polygon', coordinates: rings },
});

export const collection = (features: readonly object[], members: object = {}): string =>
  JSON.stringify({ type: 'FeatureCollection', ...members, features });

/** Writes files that are removed with the test; returns their paths. */
export async function boundaryFiles(
  t: Test,
): Promise<(name: string, contents: string | Uint8Array) => Promise<string>> {
  const directory = temporaryFolder(t);
  return async (name, contents) => {
    const path = join(directory, name);
    await writeFile(path, contents);
    return path;
  };
}
