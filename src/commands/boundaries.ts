import { Command, InvalidArgumentError, Option } from 'commander';
import { RegionLayer } from '../geo/regions/region-layer.js';
import { REGION_TYPES, type RegionType } from '../geo/regions/region-type.js';
import {
  BOUNDARIES,
  readBoundaryLayers,
  removeBoundaryLayer,
  storeBoundaryLayer,
} from '../store/boundaries.js';
import type { Sql } from '../store/client.js';
import { readPacked } from '../store/packed-pieces.js';
import type { KnownLayer, LayerRequest, MadeLayer } from '../world/boundaries/load-layer.js';
import { withDatabase } from './database.js';
import { progressBar } from './progress-bar.js';
import { CommandError, printResult } from './result.js';

/** Marks areas built from points of postal codes, so it cannot name a loaded data set. */
const RESERVED = 'approx';
const MAX_TEXT = 500;

function dataset(text: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(text) || text === RESERVED)
    throw new InvalidArgumentError(`it must be up to 40 of a-z, 0-9 and -, and not "${RESERVED}".`);
  return text;
}

function shortText(text: string): string {
  if (text.length > MAX_TEXT) throw new InvalidArgumentError(`it must have at most ${MAX_TEXT} characters.`);
  return text;
}

const typeOption = (): Option =>
  new Option('--type <type>', 'marker type that has these areas').choices(REGION_TYPES);

interface LoadOptions {
  type: RegionType;
  code?: string;
  dataset?: string;
  credit?: string;
  licence?: string;
  replace?: boolean;
}

export function boundariesCommand(): Command {
  const command = new Command('boundaries').description('exact areas of regions, from official files');
  command.addCommand(
    new Command('load')
      .description(
        'load the areas of the files; each replaces the area of its code; every process uses them within seconds',
      )
      .argument('<file...>', 'GeoJSON, TopoJSON or zipped Shapefile; several files form one layer')
      .addOption(typeOption().makeOptionMandatory())
      .option('--code <property>', 'property that holds the code; by default found by its name')
      .option(
        '--dataset <name>',
        'first part of region_source; by default that of the recognised publisher',
        dataset,
      )
      .option('--credit <text>', 'name to show in GET /attributions', shortText)
      .option('--licence <text>', 'licence of the files', shortText)
      .option('--replace', 'remove the areas of the type that were loaded before')
      .action((files: string[], { type, code, replace = false, ...options }: LoadOptions) =>
        load(replace, {
          type,
          paths: files,
          property: code ?? null,
          dataset: options.dataset ?? null,
          credit: options.credit ?? null,
          licence: options.licence ?? null,
        }),
      ),
  );
  command.addCommand(
    new Command('list').description('list the loaded layers, one JSON line each').action(() =>
      withDatabase(async ({ sql }) => {
        for (const { loadedAt, ...layer } of await readBoundaryLayers(sql)) {
          const { type, dataset, credit, licence, features, vertices, bytes, version } = layer;
          printResult({
            type,
            dataset,
            credit,
            licence,
            features,
            vertices,
            bytes,
            version,
            loaded_at: loadedAt,
          });
        }
      }),
    ),
  );
  command.addCommand(
    new Command('remove')
      .description('remove a layer and return to the embedded areas')
      .addOption(typeOption().makeOptionMandatory())
      .action(({ type }: { type: RegionType }) =>
        withDatabase(async ({ sql }) => {
          if (!(await removeBoundaryLayer(sql, type)))
            throw new CommandError(`no areas of ${type} are loaded`);
          printResult({ removed: true });
        }),
      ),
  );
  return command;
}

/**
 * Tries of a load whose type another command loads at the same time: each starts again from the stored layer.
 */
const TRIES = 5;

/** Builds the layer before touching the stored one, so that defective files change nothing. */
async function load(isReplacing: boolean, request: Omit<LayerRequest, 'known'>): Promise<void> {
  const bar = progressBar('{stage} [{bar}] {percentage}%');
  // Loaded here, as no other command needs these readers.
  const { makeLayer } = await import('../world/boundaries/load-layer.js');
  let layer: MadeLayer | null = null;
  let replaced: string | null = null;
  try {
    bar.start(100, 0, { stage: 'reading' });
    await withDatabase(async ({ sql, url }) => {
      for (let attempt = 1; layer === null; attempt++) {
        const stored = isReplacing ? null : await readKnown(sql, request.type);
        const made = await makeLayer({ ...request, known: stored?.known ?? null }, (share) =>
          bar.update(Math.floor(100 * share), { stage: share < 1 ? 'reading' : 'packing' }),
        );
        const { packed, ...about } = made;
        const onPiece = (bytes: number) => bar.update((100 * bytes) / packed.length, { stage: 'storing' });
        const over = isReplacing ? undefined : (stored?.version ?? null);
        if (await storeBoundaryLayer(url, about, packed, onPiece, over)) layer = made;
        else if (attempt === TRIES)
          throw new CommandError(
            `another command is loading areas of ${request.type}: try again when it is done`,
          );
        replaced = stored !== null && stored.dataset !== made.dataset ? stored.dataset : null;
      }
    });
  } finally {
    bar.stop();
  }
  const { type, dataset, features, vertices, packed, version, skipped, property, crossed } = layer!;
  if (replaced !== null)
    process.stderr.write(`cartload: the areas of ${dataset} replaced the loaded areas of ${replaced}\n`);
  if (skipped > 0)
    process.stderr.write(
      `cartload: skipped ${skipped} features without an area, or without a code of ${type} in ${property}\n`,
    );
  const [first] = crossed;
  if (first)
    process.stderr.write(
      `cartload: outlines that cross themselves: ${crossed.length}; the first is that of ${first.code}, at ` +
        `${first.lat.toFixed(4)}, ${first.lng.toFixed(4)}. What they go around twice counts as outside; ogr2ogr -makevalid mends a file\n`,
    );
  printResult({ type, dataset, features, vertices, bytes: packed.length, version });
}

/** The loaded layer of a type; `known` is null when it is unreadable and must be replaced. */
async function readKnown(
  sql: Sql,
  type: RegionType,
): Promise<{ version: string; dataset: string; known: KnownLayer | null } | null> {
  const stored = (await readBoundaryLayers(sql)).find((layer) => layer.type === type);
  if (!stored) return null;
  const { version, dataset, bytes, credit, licence } = stored;
  const packed = await readPacked(sql, BOUNDARIES, { name: type, version, bytes });
  try {
    const known = packed === null ? null : { layer: new RegionLayer(packed), credit, licence };
    return { version, dataset, known: known?.layer.type === type ? known : null };
  } catch {
    return { version, dataset, known: null };
  }
}
