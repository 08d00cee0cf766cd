/**
 * A binary min-heap of numbers with priorities. In typed arrays, and to be used again: with plain ones, made for each search, a
 * search takes a quarter longer.
 */
export class NodeQueue {
  #nodes = new Float64Array(1024);
  #priorities = new Float64Array(1024);
  #size = 0;

  /** Priority of the first; Infinity when there is none. */
  get nearest(): number {
    return this.#size > 0 ? this.#priorities[0]! : Number.POSITIVE_INFINITY;
  }

  clear(): void {
    this.#size = 0;
  }

  push(node: number, priority: number): void {
    if (this.#size === this.#nodes.length) this.#grow();
    const nodes = this.#nodes;
    const priorities = this.#priorities;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (priorities[parent]! <= priority) break;
      nodes[at] = nodes[parent]!;
      priorities[at] = priorities[parent]!;
      at = parent;
    }
    nodes[at] = node;
    priorities[at] = priority;
  }

  /** Takes the first. Not to be called on an empty queue. */
  pop(): number {
    const nodes = this.#nodes;
    const priorities = this.#priorities;
    const first = nodes[0]!;
    const size = --this.#size;
    const node = nodes[size]!;
    const priority = priorities[size]!;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && priorities[child + 1]! < priorities[child]!) child++;
      if (priorities[child]! >= priority) break;
      nodes[at] = nodes[child]!;
      priorities[at] = priorities[child]!;
      at = child;
    }
    nodes[at] = node;
    priorities[at] = priority;
    return first;
  }

  #grow(): void {
    this.#nodes = doubled(this.#nodes);
    this.#priorities = doubled(this.#priorities);
  }
}

function doubled(array: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(array.length * 2);
  larger.set(array);
  return larger;
}
