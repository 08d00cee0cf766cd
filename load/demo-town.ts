import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImportRequest, importFile } from '../src/commands/import-file.js';
import type { BulkJob } from '../src/schema/job.js';
import { storeRoads } from '../src/store/roads.js';
import { readRoads } from '../src/world/roads/read-roads.js';
import { writeOsmPbf } from './osm-pbf/osm-pbf.js';
import { csvLine } from './seeded-csv.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { planTown, TOWN_CENTER } from './town-plan.js';

export const TOWN_NAME = 'synthetic-town';
export const SHOPS_NAME = 'Shops of a synthetic town';

/** Loads the streets of an invented town into the database, replacing those of an earlier demo. */
export function loadDemoTown(databaseUrl: string): Promise<{ vertices: number; arcs: number }> {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, `${TOWN_NAME}.osm.pbf`);
    const { nodes, ways, bounds } = planTown();
    await writeFile(path, writeOsmPbf(nodes, ways, { bounds }));
    const { packed, tiles, ...roads } = await readRoads(path, TOWN_NAME);
    await storeRoads(databaseUrl, roads, packed, undefined, tiles);
    return roads;
  });
}

/** Degrees east and north of the middle of the town, and minutes. */
const SHOPS: readonly [name: string, east: number, north: number, minutes: number][] = [
  ['Market hall', 0.001, 0.001, 5],
  ['Bakery at the ring', 0.012, 0.006, 3],
  ['Books by the river', -0.006, -0.006, 4],
  ['South bank hardware', 0.004, -0.018, 6],
  ['Bridge café', 0.025, -0.012, 5],
  ['Garden centre', 0.05, 0.02, 8],
  ['By-pass furniture', 0.03, 0.044, 10],
  ['Northern pharmacy', -0.008, 0.034, 5],
  ['West end cycles', -0.052, 0.004, 7],
  ['Harbour market', -0.03, -0.026, 6],
  ['Southern nursery', 0.018, -0.042, 9],
  ['Corner shop', -0.02, 0.018, 3],
];

/** Kinds of services of the town. */
const SERVICES = ['Cafés', 'Schools', 'Pharmacies', 'Libraries'] as const;
const SERVICES_OF_KIND = 6;
/**
 * Radians between two services, so that no two lie in one direction (the golden angle), and degrees from the
 * middle to the last.
 */
const TURN = 2.4;
const FARTHEST = 0.021;

/** Imports services of four kinds around the middle of the town, as pins. */
export const importServices = (target: Target): Promise<BulkJob> => {
  const count = SERVICES.length * SERVICES_OF_KIND;
  const rows = Array.from({ length: count }, (_, i) => {
    const away = FARTHEST * Math.sqrt((i + 0.5) / count);
    const kind = SERVICES[i % SERVICES.length]!;
    const name = `${kind} ${1 + Math.floor(i / SERVICES.length)}`;
    return [name, ...placeAt(1.6 * away * Math.cos(TURN * i), away * Math.sin(TURN * i)), kind];
  });
  return importRows(target, 'Name,Latitude,Longitude,Category', rows);
};

/** Imports a dozen shops of the town, each with its drive-time area. */
export const importShops = (target: Target): Promise<BulkJob> => {
  const rows = SHOPS.map(([name, east, north, minutes]) => [name, ...placeAt(east, north), String(minutes)]);
  return importRows(target, 'Name,Latitude,Longitude,Drive time', rows, { marker_type: 'drive_time' });
};

type Target = Omit<ImportRequest, 'file' | 'query'>;

const placeAt = (east: number, north: number): string[] =>
  [TOWN_CENTER.lat + north, TOWN_CENTER.lon + east].map((degrees) => degrees.toFixed(5));

const importRows = (target: Target, header: string, rows: string[][], query = {}): Promise<BulkJob> =>
  inTemporaryFolder(async (folder) => {
    const file = join(folder, 'rows.csv');
    await writeFile(file, `${header}\n${rows.map(csvLine).join('')}`);
    return importFile({ ...target, file, query: new URLSearchParams(query) });
  });
