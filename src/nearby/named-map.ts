import type { ReadableMap } from '../store/nearby.js';

/**
 * A map with the JSON that answers contain of it: `,"map":5,"mapName":"Depots"`. Created on first use: few of
 * 20,000 maps ever need it.
 */
export class NamedMap implements ReadableMap {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly markers: number;
  #json: Buffer | null = null;

  constructor({ id, name, active, markers }: ReadableMap) {
    this.id = id;
    this.name = name;
    this.active = active;
    this.markers = markers;
  }

  get json(): Buffer {
    this.#json ??= Buffer.from(`,"map":${this.id},"mapName":${JSON.stringify(this.name)}`);
    return this.#json;
  }
}
