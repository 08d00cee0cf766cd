/** Chains of nodes; those that end where they began are rings. */
export interface Chains {
  rings: number[][];
  open: number[][];
}

/**
 * Joins ways where they end at the same node.
 * @param isDirected ways keep their direction, as a coast has the sea to its right
 */
export function joinWays(ways: readonly ArrayLike<number>[], isDirected: boolean): Chains {
  const joiner = new Joiner(ways, isDirected);
  const chains: Chains = { rings: [], open: [] };
  for (let way = 0; way < ways.length; way++) {
    const chain = joiner.chainOf(way);
    if (chain !== null) (isClosed(chain) ? chains.rings : chains.open).push(chain);
  }
  return chains;
}

const isClosed = (chain: readonly number[]): boolean => chain[0] === chain.at(-1);

class Joiner {
  readonly #ways: readonly ArrayLike<number>[];
  readonly #isDirected: boolean;
  readonly #isUsed: Uint8Array;
  /** Ways by the nodes at which they begin or end. */
  readonly #atNode = new Map<number, number[]>();

  constructor(ways: readonly ArrayLike<number>[], isDirected: boolean) {
    this.#ways = ways;
    this.#isDirected = isDirected;
    this.#isUsed = Uint8Array.from(ways, (way) => (way.length < 2 ? 1 : 0));
    for (const [at, way] of ways.entries())
      for (const node of new Set([way[0]!, way[way.length - 1]!])) {
        const known = this.#atNode.get(node);
        if (known) known.push(at);
        else this.#atNode.set(node, [at]);
      }
  }

  /** The chain that a way is part of; null: of one that is known. */
  chainOf(way: number): number[] | null {
    if (this.#isUsed[way] === 1) return null;
    this.#isUsed[way] = 1;
    const chain = Array.from(this.#ways[way]!);
    this.#grow(chain, true);
    if (!isClosed(chain)) {
      chain.reverse();
      this.#grow(chain, false);
      chain.reverse();
    }
    return chain;
  }

  /** @param isForward whether the chain has the direction of its first way */
  #grow(chain: number[], isForward: boolean): void {
    while (!isClosed(chain)) {
      const end = chain.at(-1)!;
      const next = this.#atNode
        .get(end)!
        .find((at) => this.#isUsed[at] === 0 && this.#goesOn(at, end, isForward));
      if (next === undefined) return;
      this.#isUsed[next] = 1;
      const way = this.#ways[next]!;
      const { length } = way;
      const isAlong = way[0] === end;
      for (let i = 1; i < length; i++) chain.push(way[isAlong ? i : length - 1 - i]!);
    }
  }

  #goesOn(at: number, end: number, isForward: boolean): boolean {
    const way = this.#ways[at]!;
    return !this.#isDirected || way[isForward ? 0 : way.length - 1] === end;
  }
}
