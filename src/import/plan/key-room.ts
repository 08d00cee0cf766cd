import { TurnRefused } from '../../base/threads/fair-queue.js';

/**
 * Most markers whose keys all imports and dry runs of a process hold at a time. They take some 600 MB, and as
 * many again for the 5,000,000 of a map while its keys are read.
 */
export const MAX_HELD_KEYS = 8_000_000;

interface Waiting {
  readonly markers: number;
  readonly enter: () => void;
}

/** Bounds the keys of maps that a process holds. */
export class KeyRoom {
  readonly #most: number;
  readonly #waitMs: number;
  #held = 0;
  /** In the order of their calls: no smaller ones overtake a large one. */
  readonly #waiting = new Set<Waiting>();

  /** @param waitMs longest wait of an import, whose place others wait for */
  constructor(most = MAX_HELD_KEYS, waitMs = 60_000) {
    this.#most = most;
    this.#waitMs = waitMs;
  }

  /** Markers whose keys are held. */
  get held(): number {
    return this.#held;
  }

  /** Imports and dry runs that wait for room. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** A share for an import or a dry run, which ends with it. */
  begin(): KeyShare {
    let own = 0;
    const enter = (markers: number): void => {
      own += markers;
      this.#held += markers;
    };
    return {
      take: (markers) => {
        const isFree = this.#waiting.size === 0 && this.#fits(markers);
        if (isFree) enter(markers);
        return isFree;
      },
      wait: async (markers, signal, maxWaitMs = this.#waitMs) => {
        signal.throwIfAborted();
        if (this.#waiting.size === 0 && this.#fits(markers)) enter(markers);
        else await this.#wait(markers, () => enter(markers), signal, maxWaitMs);
      },
      end: () => {
        this.#held -= own;
        own = 0;
        this.#admit();
      },
    };
  }

  /** More than there is room for at all fits in alone. */
  #fits(markers: number): boolean {
    return this.#held === 0 || this.#held + markers <= this.#most;
  }

  #admit(): void {
    for (const waiting of this.#waiting) {
      if (!this.#fits(waiting.markers)) return;
      this.#waiting.delete(waiting);
      waiting.enter();
    }
  }

  #wait(markers: number, take: () => void, signal: AbortSignal, maxWaitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown): void => {
        this.#waiting.delete(waiting);
        end();
        reject(reason);
        this.#admit();
      };
      const onAbort = (): void => leave(signal.reason);
      const seconds = maxWaitMs / 1000;
      const message = `other imports by code hold the memory for the codes of maps: none was free within ${seconds} s`;
      const timer = setTimeout(() => leave(new TurnRefused(message, maxWaitMs)), maxWaitMs);
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const enter = (): void => {
        end();
        take();
        resolve();
      };
      const waiting: Waiting = { markers, enter };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', onAbort);
    });
  }
}

/** Keys that one import or dry run holds. */
export interface KeyShare {
  /** Takes room for the keys of so many markers, if there is any now. */
  take(markers: number): boolean;
  /**
   * Takes it when there is some.
   * @throws the signal's reason; TurnRefused when there is none for too long
   */
  wait(markers: number, signal: AbortSignal, maxWaitMs?: number): Promise<void>;
  end(): void;
}
