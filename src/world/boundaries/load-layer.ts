import { createHash } from 'node:crypto';
import { packRegionLayer, type RegionFeature } from '../../geo/regions/pack-region-layer.js';
import { RegionLayer } from '../../geo/regions/region-layer.js';
import type { RegionType } from '../../geo/regions/region-type.js';
import { type CrossedOutline, crossedOutlines } from './crossed-outlines.js';
import { datasetOf, PUBLISHER_OF, type Publisher } from './known-files.js';
import { MAX_VERTICES } from './limits.js';
import { readFiles } from './read-files.js';
import { BoundaryError } from './refusal.js';

export interface LayerRequest {
  readonly type: RegionType;
  readonly paths: readonly string[];
  /** Property that holds the codes; null: found by name. */
  readonly property: string | null;
  readonly dataset: string | null;
  readonly credit: string | null;
  readonly licence: string | null;
  /**
   * The loaded layer of the type. Its areas stay where the files lack their codes, if both are of the same
   * data set; null or absent: none.
   */
  readonly known?: KnownLayer | null;
}

export interface KnownLayer {
  readonly layer: RegionLayer;
  readonly credit: string;
  readonly licence: string;
}

export interface MadeLayer extends Publisher {
  readonly type: RegionType;
  readonly dataset: string;
  /** SHA-256 of `packed`, hexadecimal. */
  readonly version: string;
  readonly packed: Uint8Array;
  /** Areas and vertices of the files. */
  readonly features: number;
  readonly vertices: number;
  /** Features of the files without a code or area. */
  readonly skipped: number;
  readonly property: string;
  /** Areas of the files whose outlines cross themselves. */
  readonly crossed: readonly CrossedOutline[];
}

/**
 * Packs areas of files into a layer.
 * @param onProgress called with the share of the files that is read, 0..1
 * @throws BoundaryError that says what is wrong with which file
 */
export async function makeLayer(
  request: LayerRequest,
  onProgress?: (share: number) => void,
): Promise<MadeLayer> {
  const { type, paths, property: wanted } = request;
  const { features, outlines, property, vertices, skipped } = await readFiles(
    paths,
    { type, property: wanted },
    onProgress,
  );
  const dataset = request.dataset ?? datasetOf(property);
  const publisher = PUBLISHER_OF[dataset];
  const known = request.known?.layer.dataset === dataset ? request.known : null;
  const kept = { vertices: 0 };
  const packed = pack(type, dataset, known ? withKnown(features, known.layer, kept) : features);
  const all = vertices + kept.vertices;
  if (all > MAX_VERTICES)
    throw new BoundaryError(
      `the areas have ${all} vertices together with those that are loaded, more than ${MAX_VERTICES}: load generalised files, or --replace`,
    );
  return {
    type,
    dataset,
    credit: request.credit ?? known?.credit ?? publisher?.credit ?? '',
    licence: request.licence ?? known?.licence ?? publisher?.licence ?? '',
    url: publisher?.url ?? '',
    version: createHash('sha256').update(packed).digest('hex'),
    packed,
    features: new RegionLayer(shared(packed)).size,
    vertices: all,
    skipped,
    property,
    crossed: await crossedOutlines(outlines),
  };
}

/** The areas of the files, then those of the loaded layer whose codes the files lack. */
function* withKnown(
  features: Iterable<RegionFeature>,
  known: RegionLayer,
  kept: { vertices: number },
): Generator<RegionFeature> {
  const codes = new Set<string>();
  for (const feature of features) {
    codes.add(feature.code);
    yield feature;
  }
  for (let region = 0; region < known.size; region++) {
    const code = known.codeOf(region);
    if (codes.has(code)) continue;
    const polygons = known.geometryOf(region).coordinates;
    for (const rings of polygons) for (const ring of rings) kept.vertices += ring.length;
    yield { code, polygons };
  }
}

function pack(
  ...[type, dataset, features]: [RegionType, string, Parameters<typeof packRegionLayer>[1]]
): Uint8Array {
  try {
    return packRegionLayer({ type, dataset }, features);
  } catch (error) {
    throw new BoundaryError(`cannot pack the areas: ${(error as Error).message}`);
  }
}

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}
