import { Presets, SingleBar } from 'cli-progress';
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
import { CommandError, printResult } from './result.js';

/** Says of an area that it was made of the points of post codes: no file is that. */
const RESERVED = 'approx';
const MAX_TEXT = 500;

function dataset(text: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(text) || text === RESERVED)
    throw new InvalidArgumentError(`up to 40 of a-z, 0-9 and - are needed, and not "${RESERVED}".`);
  return text;
}

function shortText(text: string): string {
  if (text.length > MAX_TEXT) throw new InvalidArgumentError(`at most ${MAX_TEXT} characters are taken.`);
  return text;
}

const typeOption = (): Option =>
  new Option('--type <type>', 'of the markers whose areas they are').choices(REGION_TYPES);

interface LoadOptions {
  type: RegionType;
  code?: string;
  dataset?: string;
  credit?: string;
  licence?: string;
  replace?: boolean;
}

export function boundariesCommand(): Command {
  const command = new Command('boundaries').description('exact areas of region types, from official files');
  command.addCommand(
    new Command('load')
      .description(
        'take in the areas of the files, each in the place of the one of its code, in every process within seconds',
      )
      .argument('<file...>', 'GeoJSON, TopoJSON or zipped Shapefile; several files are one layer')
      .addOption(typeOption().makeOptionMandatory())
      .option('--code <property>', 'the property that holds the code; found by its name otherwise')
      .option('--dataset <name>', 'first part of region_source; known of the publisher otherwise', dataset)
      .option('--credit <text>', 'whom to name in GET /attributions', shortText)
      .option('--licence <text>', 'of the files', shortText)
      .option('--replace', 'forget what was loaded of the type before')
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
    new Command('list').description('the layers that are loaded, one JSON line each').action(() =>
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
      .description('return to the areas that come embedded')
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

/** Loads of a type at the same time are made again, each over what the other has stored. */
const TRIES = 5;

/** The layer is made before the stored one is touched: what is wrong with the files changes nothing there. */
async function load(isReplacing: boolean, request: Omit<LayerRequest, 'known'>): Promise<void> {
  const bar = new SingleBar(
    { format: '{stage} [{bar}] {percentage}%', stream: process.stderr, gracefulExit: false },
    Presets.shades_classic,
  );
  // Readers of files that no other command needs.
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
            `other areas of ${request.type} are being loaded: load these again when that is done`,
          );
        replaced = stored !== null && stored.dataset !== made.dataset ? stored.dataset : null;
      }
    });
  } finally {
    bar.stop();
  }
  const { type, dataset, features, vertices, packed, version, skipped, property } = layer!;
  if (replaced !== null)
    process.stderr.write(
      `cartload: the areas of ${replaced} that were loaded are replaced by those of ${dataset}\n`,
    );
  if (skipped > 0)
    process.stderr.write(
      `cartload: ${skipped} features without an area, or without a code of ${type} in ${property}, were left out\n`,
    );
  printResult({ type, dataset, features, vertices, bytes: packed.length, version });
}

/** What is loaded of a type; `known` null: it cannot be read, and is replaced. */
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
