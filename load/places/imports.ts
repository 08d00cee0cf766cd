import { join } from 'node:path';
import type pg from 'pg';
import type { AddressQuery } from '../../src/geo/gazetteer/place.js';
import type { MarkerType } from '../../src/schema/marker.js';
import { figure, inRounds, median, rateOf, report, roundsOr, scaled } from '../measure.js';
import { createRandom } from '../seeded-csv.js';
import { type BenchServer, emptyMarkers, onBenchServer } from '../server.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import { allAdded, createMap, upload } from '../upload.js';
import type { Locate } from './accuracy.js';
import { cityQueries, placedRows, writePlacedRows, zipQueries } from './address-rows.js';

const ROWS = 300_000;
const ROUNDS = 5;
/** Typical distance of a house from the centre of its ZIP. */
const JITTER_DEGREES = 0.1;

interface Kind {
  readonly name: string;
  /** File of the measured rows. */
  readonly file: string;
  readonly markerType: MarkerType;
  /** The same rows with coordinates, imported as pins. */
  readonly pins: string;
}

/**
 * Imports of rows without coordinates, each beside the same rows with coordinates as pins; in alternating
 * rounds.
 */
export async function benchPlacedImports(locate: Locate): Promise<void> {
  const rows = scaled(ROWS);
  const rounds = roundsOr(ROUNDS);
  const measured = await inTemporaryFolder(async (folder) => {
    const kinds = await writeKinds(folder, rows, locate);
    return onBenchServer(async (server, client) => {
      const measure = async ({ file, markerType, pins }: Kind) => {
        const asPins = await importRows({ server, client }, { file: pins, markerType: 'pin', rows });
        const rate = await importRows({ server, client }, { file, markerType, rows });
        return { rate, ratio: rate / asPins };
      };
      for (const kind of kinds) await measure(kind); // compiles
      return inRounds(rounds, Object.fromEntries(kinds.map((kind) => [kind.name, () => measure(kind)])));
    });
  });
  report(
    `places: ${rows.toLocaleString('en')} rows to completed, medians of ${rounds} alternating rounds`,
    Object.entries(measured).map(([name, results]) => {
      const value = median(results.map(({ ratio }) => ratio));
      const ratio = { of: 'the same rows with coordinates, as pins', value, goal: '0.75' };
      return figure(name, median(results.map(({ rate }) => rate)), 'rows/s', ratio);
    }),
  );
}

async function writeKinds(folder: string, rows: number, locate: Locate): Promise<Kind[]> {
  const random = createRandom(23);
  const at = (name: string): string => join(folder, `${name}.csv`);
  const byZip = placedRows(locate, rows, (count) => zipQueries(random, count));
  const american = placedRows(locate, rows, (count) => zipQueries(random, count, 0));
  const byCity = placedRows(locate, rows, (count) => cityQueries(random, count));
  const files = { zip: byZip, city: byCity, us: american };
  for (const [name, placed] of Object.entries(files)) {
    const jitterDegrees = name === 'us' ? JITTER_DEGREES : 0;
    await writePlacedRows(at(name), placed, { coordinates: false });
    await writePlacedRows(at(`${name}-pins`), placed, { coordinates: true, jitterDegrees });
  }
  const kind = (name: string, file: string, pins: string, markerType: MarkerType = 'pin'): Kind => ({
    name,
    file: at(file),
    markerType,
    pins: at(pins),
  });
  return [
    kind('by ZIP', 'zip', 'zip-pins'),
    kind('by city, as people spell it', 'city', 'city-pins'),
    kind('with coordinates, marker_type=us_county', 'us-pins', 'us-pins', 'us_county'),
    kind('by ZIP, marker_type=us_county', 'us', 'us-pins', 'us_county'),
  ];
}

/** Imports into a new map of an empty database. @returns rows a second */
async function importRows(
  { server, client }: { server: BenchServer; client: pg.Client },
  { file, markerType, rows }: { file: string; markerType: MarkerType; rows: number },
): Promise<number> {
  await emptyMarkers(client);
  const request = { mapId: await createMap(server), from: file, query: { marker_type: markerType } };
  return rows / allAdded(await upload(server, request), rows).seconds;
}

/** Rows a second that one thread geocodes, in alternating rounds over distinct rows. */
export async function benchGeocodingRates(locate: Locate): Promise<void> {
  const rows = scaled(ROWS);
  const rounds = roundsOr(ROUNDS);
  const kinds = {
    'by ZIP': zipQueries(createRandom(3), rows),
    'by city, as people spell it': cityQueries(createRandom(5), rows),
  };
  const place = (queries: readonly AddressQuery[]): number =>
    queries.reduce((placed, query) => placed + ('code' in locate(query, null) ? 0 : 1), 0);
  const placed = Object.values(kinds).map(place); // compiles
  const measures = Object.entries(kinds).map(([name, queries]) => [
    name,
    () => rateOf(rows, () => place(queries)),
  ]);
  const rates: Record<string, number[]> = await inRounds(rounds, Object.fromEntries(measures));
  report(
    `places: ${rows.toLocaleString('en')} distinct rows geocoded by one thread, medians of ${rounds} rounds`,
    Object.entries(rates).flatMap(([name, measured], at) => [
      figure(name, median(measured), 'rows/s (goal 300,000)'),
      figure('of these placed', (100 * placed[at]!) / rows, '%'),
    ]),
  );
}
