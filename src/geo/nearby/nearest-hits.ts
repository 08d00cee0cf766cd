/** A pin that was found. */
export interface Hit {
  /** Index of its tree in the search; -1 for a pin in no tree. */
  readonly tree: number;
  readonly slot: number;
  readonly id: number;
  /** Haversine (see `haversineTo`). */
  readonly hav: number;
}

/** The best hits so far, at most `limit`, by ascending distance, ties by id. */
export class NearestHits {
  readonly hits: Hit[] = [];
  readonly #limit: number;
  #reach: number;

  /** @param reach haversine beyond which nothing counts; 1: no limit */
  constructor(limit: number, reach: number) {
    this.#limit = limit;
    this.#reach = reach;
  }

  /** Farther pins are ignored; a pin exactly as far may enter by its id. */
  get reach(): number {
    return this.#reach;
  }

  add(hit: Hit): void {
    const { hits } = this;
    if (hit.hav > this.#reach) return;
    const isFull = hits.length === this.#limit;
    if (isFull && !isBefore(hit, hits[hits.length - 1]!)) return;
    // An insertion by hand: splice takes as long as a search of a tree.
    let at = isFull ? hits.length - 1 : hits.length;
    for (; at > 0 && isBefore(hit, hits[at - 1]!); at--) hits[at] = hits[at - 1]!;
    hits[at] = hit;
    if (hits.length === this.#limit) this.#reach = hits[this.#limit - 1]!.hav;
  }
}

const isBefore = (a: Hit, b: Hit): boolean => a.hav < b.hav || (a.hav === b.hav && a.id < b.id);
