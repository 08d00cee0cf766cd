import type { Logger } from '../../base/log.js';

/** A thing that an operator loaded into the database: a layer of boundaries, a road network. */
export interface Stored {
  readonly name: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly version: string;
  readonly bytes: number;
  readonly loadedAt: Date;
}

export interface Held<Thing extends Stored> {
  readonly stored: Thing;
  /** null: its bytes are damaged, or larger than the memory. */
  readonly packed: SharedArrayBuffer | null;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

class UnusableCopy extends Error {}

/**
 * Copies, in shared memory of this process, of what operators loaded into the database. Each change is
 * followed by one reading at a time; a database that does not answer is asked again after growing pauses.
 */
export abstract class LoadedCopies<Thing extends Stored> {
  protected held: ReadonlyMap<string, Held<Thing>> = new Map();
  #reading: Promise<void> | null = null;
  /** Something changed since the current reading began. */
  #isBehind = false;
  #isStopped = false;
  #retryMs = FIRST_RETRY_MS;
  #retry: NodeJS.Timeout | undefined;

  /** @param what the things, in messages: "loaded boundaries" */
  constructor(
    protected readonly log: Logger,
    readonly what: string,
  ) {}

  protected abstract list(): Promise<readonly Thing[]>;
  /** @returns null where the bytes in the database are not those of this version */
  protected abstract read(thing: Thing): Promise<SharedArrayBuffer | null>;
  /** @throws Error where the bytes cannot be used */
  protected abstract check(packed: SharedArrayBuffer, thing: Thing): void;
  /** Puts `held` to use, after each reading. */
  protected abstract use(): void | Promise<void>;

  /** Resolves after the first reading, also where it failed and is tried again. */
  start(): Promise<void> {
    return this.changed();
  }

  /** Reads what changed in the database. Never rejects. */
  changed(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    this.#isBehind = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    await this.#reading;
  }

  async #readAll(): Promise<void> {
    clearTimeout(this.#retry);
    try {
      while (this.#isBehind && !this.#isStopped) {
        this.#isBehind = false;
        if (!(await this.#readOnce())) this.#isBehind = true;
      }
      this.#retryMs = FIRST_RETRY_MS;
    } catch (error) {
      if (this.#isStopped) return;
      this.log.warn({ err: error }, `could not read ${this.what}: trying again`);
      this.#retry = setTimeout(() => void this.changed(), this.#retryMs * (0.5 + Math.random() / 2)).unref();
      this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
    }
  }

  /** @returns false where something was replaced while it was read */
  async #readOnce(): Promise<boolean> {
    const held = new Map<string, Held<Thing>>();
    for (const stored of await this.list()) {
      if (this.#isStopped) return true;
      const known = this.held.get(stored.name);
      const packed = isCurrent(known, stored) ? known.packed : await this.#copy(stored);
      if (packed === 'replaced') return false;
      held.set(stored.name, { stored, packed });
    }
    this.held = held;
    await this.use();
    return true;
  }

  /** @returns null for a thing that cannot be used, which is logged */
  async #copy(stored: Thing): Promise<SharedArrayBuffer | null | 'replaced'> {
    const { name, version, bytes } = stored;
    try {
      const packed = await this.read(stored);
      if (packed === null && !(await this.#isStored(stored))) return 'replaced';
      if (packed === null) throw new UnusableCopy('its bytes are not those that were stored');
      this.#check(packed, stored);
      return packed;
    } catch (error) {
      if (!(error instanceof UnusableCopy || error instanceof RangeError)) throw error;
      const remedy = error instanceof UnusableCopy ? 'load its file again' : 'there is not enough memory';
      this.log.error({ err: error, name, version, bytes }, `cannot use ${this.what}: ${remedy}`);
      return null;
    }
  }

  #check(packed: SharedArrayBuffer, stored: Thing): void {
    try {
      this.check(packed, stored);
    } catch (error) {
      throw new UnusableCopy((error as Error).message);
    }
  }

  async #isStored({ name, version }: Thing): Promise<boolean> {
    return (await this.list()).some((other) => other.name === name && other.version === version);
  }
}

/** A thing that could not be used is read again when it was stored again, even in the same version. */
const isCurrent = <Thing extends Stored>(
  held: Held<Thing> | undefined,
  { version, loadedAt }: Thing,
): held is Held<Thing> =>
  held !== undefined &&
  held.stored.version === version &&
  (held.packed !== null || held.stored.loadedAt.getTime() === loadedAt.getTime());
