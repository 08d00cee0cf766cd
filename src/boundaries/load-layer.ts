import { createHash } from 'node:crypto';
import { packRegionLayer } from '../geo/regions/pack-region-layer.js';
import { RegionLayer } from '../geo/regions/region-layer.js';
import type { RegionType } from '../geo/regions/region-type.js';
import { datasetOf, PUBLISHER_OF, type Publisher } from './known-files.js';
import { readFiles } from './read-files.js';
import { BoundaryError } from './refusal.js';

export interface LayerRequest {
  readonly type: RegionType;
  readonly paths: readonly string[];
  /** What the files do not say; null: found, or known of the publisher. */
  readonly property: string | null;
  readonly dataset: string | null;
  readonly credit: string | null;
  readonly licence: string | null;
}

export interface MadeLayer extends Publisher {
  readonly type: RegionType;
  readonly dataset: string;
  /** SHA-256 of `packed`, hexadecimal. */
  readonly version: string;
  readonly packed: Uint8Array;
  /** Areas, and their vertices, as the files have them. */
  readonly features: number;
  readonly vertices: number;
  /** Features of the files that are none of them. */
  readonly skipped: number;
  readonly property: string;
}

/**
 * A layer of areas out of files.
 * @param onProgress called with the share of the files that is read, 0..1
 * @throws BoundaryError that says what is wrong with which file
 */
export async function makeLayer(
  request: LayerRequest,
  onProgress?: (share: number) => void,
): Promise<MadeLayer> {
  const { type, paths, property: wanted } = request;
  const { features, property, vertices, skipped } = await readFiles(
    paths,
    { type, property: wanted },
    onProgress,
  );
  const dataset = request.dataset ?? datasetOf(property);
  const publisher = PUBLISHER_OF[dataset];
  const packed = pack(type, dataset, features);
  return {
    type,
    dataset,
    credit: request.credit ?? publisher?.credit ?? '',
    licence: request.licence ?? publisher?.licence ?? '',
    url: publisher?.url ?? '',
    version: createHash('sha256').update(packed).digest('hex'),
    packed,
    features: new RegionLayer(shared(packed)).size,
    vertices,
    skipped,
    property,
  };
}

function pack(
  ...[type, dataset, features]: [RegionType, string, Parameters<typeof packRegionLayer>[1]]
): Uint8Array {
  try {
    return packRegionLayer({ type, dataset }, features);
  } catch (error) {
    throw new BoundaryError(`the areas cannot be packed: ${(error as Error).message}`);
  }
}

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}
