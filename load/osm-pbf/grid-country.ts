import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createRandom } from '../seeded-csv.js';
import { headerBlob, nodesBlob, type OsmNode, type OsmWay, waysBlob } from './osm-pbf.js';

/** Streets of a town in each direction, their distance in metres, and the bends between two junctions. */
const STREETS = 24;
const SPACING_DEGREES = 0.0016;
const BENDS = 2;
const BUILDINGS_A_BLOCK = 6;
const TOWN_DEGREES = STREETS * SPACING_DEGREES + 0.02;
const BLOCK_ITEMS = 8000;

const STREET_TAGS: readonly Record<string, string>[] = [
  { highway: 'primary', maxspeed: '50', lanes: '2', surface: 'asphalt' },
  { highway: 'residential', maxspeed: '30', surface: 'asphalt', sidewalk: 'both' },
  { highway: 'residential', oneway: 'yes' },
  { highway: 'tertiary', maxspeed: '30 mph', lit: 'yes' },
];

/**
 * Writes a country of grid towns joined by roads, with houses as OpenStreetMap files have them: most of it is
 * data that a reader of streets skips. From a fixed seed.
 * @param bytes approximate size of the file
 * @returns size of the file and number of junctions
 */
export async function writeGridCountry(
  path: string,
  bytes: number,
): Promise<{ bytes: number; junctions: number }> {
  const towns = Math.max(2, Math.round(bytes / 47_700));
  const out = createWriteStream(path);
  let written = 0;
  const write = async (blob: Buffer): Promise<void> => {
    written += blob.length;
    if (!out.write(blob)) await once(out, 'drain');
  };
  await write(headerBlob());
  const random = createRandom(7);
  const nodes: OsmNode[] = [];
  const ways: OsmWay[] = [];
  let id = 0;
  let wayId = 0;
  const columns = Math.ceil(Math.sqrt(towns));
  // Ways wait until all nodes are written, as in sorted files.
  const wayBlobs: Buffer[] = [];
  let gate = 0;
  for (let town = 0; town < towns; town++) {
    const west = 5 + (town % columns) * TOWN_DEGREES;
    const south = 45 + Math.floor(town / columns) * TOWN_DEGREES * 0.7;
    const node = (x: number, y: number): number => {
      nodes.push({ id: ++id, lon: west + x * SPACING_DEGREES, lat: south + y * SPACING_DEGREES * 0.7 });
      return id;
    };
    const junctions = Array.from({ length: STREETS }, (_, y) =>
      Array.from({ length: STREETS }, (_, x) => node(x + random() * 0.2, y + random() * 0.2)),
    );
    for (const isAlong of [true, false]) {
      for (let street = 0; street < STREETS; street++) {
        const refs: number[] = [];
        for (let at = 0; at < STREETS; at++) {
          refs.push(isAlong ? junctions[street]![at]! : junctions[at]![street]!);
          if (at + 1 === STREETS) continue;
          for (let bend = 1; bend <= BENDS; bend++) {
            const along = at + bend / (BENDS + 1);
            const aside = street + random() * 0.2;
            refs.push(isAlong ? node(along, aside) : node(aside, along));
          }
        }
        ways.push({ id: ++wayId, refs, tags: { ...STREET_TAGS[street % 4]!, name: `Street ${street}` } });
      }
    }
    if (town % columns > 0)
      ways.push({
        id: ++wayId,
        refs: [gate, junctions[0]![0]!],
        tags: { highway: 'secondary', maxspeed: '90' },
      });
    gate = junctions[0]![STREETS - 1]!;
    for (let house = 0; house < (STREETS - 1) ** 2 * BUILDINGS_A_BLOCK; house++) {
      const block = Math.floor(house / BUILDINGS_A_BLOCK);
      const x = (block % (STREETS - 1)) + 0.2 + random() * 0.6;
      const y = Math.floor(block / (STREETS - 1)) + 0.2 + random() * 0.6;
      const corners = [node(x, y), node(x + 0.07, y), node(x + 0.07, y + 0.09), node(x, y + 0.09)];
      const tags = {
        building: 'yes',
        'addr:housenumber': String(1 + (house % 90)),
        'addr:street': 'Street 1',
      };
      ways.push({ id: ++wayId, refs: [...corners, corners[0]!], tags });
    }
    while (nodes.length >= BLOCK_ITEMS) await write(nodesBlob(nodes.splice(0, BLOCK_ITEMS)));
    while (ways.length >= BLOCK_ITEMS) wayBlobs.push(waysBlob(ways.splice(0, BLOCK_ITEMS)));
  }
  await write(nodesBlob(nodes));
  for (const blob of [...wayBlobs, waysBlob(ways)]) await write(blob);
  out.end();
  await once(out, 'close');
  return { bytes: written, junctions: towns * STREETS * STREETS };
}
