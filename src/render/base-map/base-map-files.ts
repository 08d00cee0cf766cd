import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type LineLayer, readLines } from '../../geo/base-map/line-layer.js';
import { MapNames } from '../../geo/base-map/names.js';
import { Sections } from '../../geo/gazetteer/sections.js';

/** Scale of the data: 1:50 million or 1:10 million. */
export type BaseMapScale = '50m' | '10m';

export const BASE_MAP_LAYERS = [
  'land',
  'lakes',
  'rivers',
  'countries',
  'states',
  'usLand',
  'usStates',
  'usCounties',
] as const;
/**
 * Rings of land, of lakes and of the US without the Great Lakes; lines of rivers, and of borders without
 * coasts, each once: those of the US are good to 1:10 million, those of other countries' states to 1:50
 * million.
 */
export type BaseMapLayers = Readonly<Record<(typeof BASE_MAP_LAYERS)[number], LineLayer>>;

/**
 * The files of the base map, each read when it is first needed and kept: 5 MB at most take some milliseconds.
 */
export class BaseMapFiles {
  readonly #directory: URL;
  readonly #scales = new Map<BaseMapScale, BaseMapLayers>();
  #names: MapNames | undefined;

  /** @param directory of `npm run build` */
  constructor(directory: URL) {
    this.#directory = directory;
  }

  /** @throws Error when the geodata were not built */
  layers(scale: BaseMapScale): BaseMapLayers {
    let layers = this.#scales.get(scale);
    if (!layers) {
      const sections = this.#read(`base-map-${scale}.bin`);
      layers = Object.fromEntries(
        BASE_MAP_LAYERS.map((name) => [name, readLines(sections, name)]),
      ) as BaseMapLayers;
      this.#scales.set(scale, layers);
    }
    return layers;
  }

  /** @throws Error when the geodata were not built */
  get names(): MapNames {
    this.#names ??= new MapNames(this.#read('base-map-names.bin'));
    return this.#names;
  }

  #read(name: string): Sections {
    const file = openSync(new URL(name, this.#directory), 'r');
    try {
      const bytes = new Uint8Array(new SharedArrayBuffer(fstatSync(file).size));
      for (let at = 0; at < bytes.length; ) {
        const read = readSync(file, bytes, at, bytes.length - at, at);
        if (read === 0) throw new Error(`${name} became shorter while it was read`);
        at += read;
      }
      return new Sections(bytes.buffer as SharedArrayBuffer);
    } finally {
      closeSync(file);
    }
  }
}
