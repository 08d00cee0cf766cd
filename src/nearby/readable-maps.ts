import type { Sql } from '../store/client.js';
import { listReadableMaps, type ReadableMap } from '../store/nearby.js';

/** With what an answer says of it: `,"map":5,"mapName":"Depots"`. */
export interface NamedMap extends ReadableMap {
  readonly json: Buffer;
}

type ById = ReadonlyMap<number, NamedMap>;

/** The bound keeps accounts that come once from filling the memory. */
const MAX_ACCOUNTS = 10_000;

/** Which maps an account can read, until somebody says that it may have changed. */
export class ReadableMaps {
  readonly #sql: Sql;
  readonly #lists = new Map<number, ById | Promise<ById>>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** By id, archived maps included. */
  of(accountId: number): ById | Promise<ById> {
    return this.#lists.get(accountId) ?? this.#read(accountId);
  }

  forget(accountId: number): void {
    this.#lists.delete(accountId);
  }

  clear(): void {
    this.#lists.clear();
  }

  #read(accountId: number): Promise<ById> {
    const lists = this.#lists;
    const reading: Promise<ById> = listReadableMaps(this.#sql, accountId).then(
      (maps) => new Map(maps.map((map) => [map.id, { ...map, json: mapJson(map) }])),
    );
    if (lists.size >= MAX_ACCOUNTS) lists.clear();
    lists.set(accountId, reading);
    reading.then(
      (maps) => {
        // Unless it was forgotten meanwhile.
        if (lists.get(accountId) === reading) lists.set(accountId, maps);
      },
      () => {
        if (lists.get(accountId) === reading) lists.delete(accountId);
      },
    );
    return reading;
  }
}

const mapJson = ({ id, name }: ReadableMap): Buffer =>
  Buffer.from(`,"map":${id},"mapName":${JSON.stringify(name)}`);
