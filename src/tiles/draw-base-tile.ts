import { geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { readLines } from '../geo/base-map/line-layer.js';
import { MapNames } from '../geo/base-map/names.js';
import { Sections } from '../geo/gazetteer/sections.js';
import { BASE_MAP_LAYERS, type BaseMapLayers } from '../render/base-map/base-map-files.js';
import type pg from '../store/pg.js';
import { baseFeatures, type FeaturesByLayer } from './base-features.js';
import { streetFeatures } from './street-features.js';
import { BUFFER, EXTENT, type TileAddress } from './tile-place.js';

/** Packed files of the base map in shared memory. */
export interface BaseFiles {
  /** Detail of the scale that suits the zoom. */
  readonly lines: { readonly name: string; readonly bytes: SharedArrayBuffer };
  readonly names: SharedArrayBuffer;
}

/** Layers that this thread has opened, by the name of their file. */
const opened = new Map<string, BaseMapLayers>();

/**
 * Draws a tile of the base map, on a thread.
 * @param files null: streets alone
 * @returns no bytes where nothing lies in it
 */
export async function drawBaseTile(
  pool: pg.Pool,
  files: BaseFiles | null,
  place: TileAddress,
): Promise<Uint8Array> {
  if (files === null) return encode(await streetFeatures(pool, place), place);
  const { name, bytes } = files.lines;
  let layers = opened.get(name);
  if (layers === undefined) {
    const sections = new Sections(bytes);
    layers = Object.fromEntries(
      BASE_MAP_LAYERS.map((layer) => [layer, readLines(sections, layer)]),
    ) as BaseMapLayers;
    opened.set(name, layers);
  }
  return encode(baseFeatures(layers, new MapNames(new Sections(files.names)), place), place);
}

/** Deepest zoom at which GeoJSON-VT simplifies, plus one. */
const DEEPEST = 24;

function encode(features: FeaturesByLayer, { z, x, y }: TileAddress): Uint8Array {
  const options = { maxZoom: DEEPEST, extent: EXTENT, buffer: BUFFER, clip: true, wrap: false };
  const layers = Object.entries(features).flatMap(([name, some]) => {
    if (some.length === 0) return [];
    // Names stand in one tile each.
    const buffer = name === 'places' ? 0 : BUFFER;
    const tile = geoJSONToTile({ type: 'FeatureCollection', features: [...some] }, z, x, y, {
      ...options,
      buffer,
    });
    return tile.features.length > 0 ? [[name, tile] as const] : [];
  });
  return fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: EXTENT });
}
