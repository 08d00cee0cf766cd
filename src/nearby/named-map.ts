import type { ReadableMap } from '../store/nearby.js';

/** A map with what an answer says of it: `,"map":5,"mapName":"Depots"`. Made when it is first asked for: few of 20,000 maps ever are. */
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
