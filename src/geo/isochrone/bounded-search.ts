import type { RoadGraph } from '../roads/road-graph.js';
import { AT_EDGE_OF_EXTRACT } from '../roads/road-graph.js';

/** Vertices where a search begins, each with the deciseconds that it takes to get there. */
export type Seeds = readonly { vertex: number; deciseconds: number }[];

const UNREACHED = 0xffff_ffff;

/** Result of a search, valid until the next search of the same object. */
export interface Reached {
  /** Shortest time to each vertex, or UNREACHED. */
  deciseconds: Uint32Array;
  /** The first `count` entries are the reached vertices, in the order of their times. */
  vertices: Uint32Array;
  count: number;
  /**
   * The first `openCount` entries are arcs out of reached vertices that take longer than the rest of the
   * budget, and their tails.
   */
  openArcs: Uint32Array;
  openTails: Uint32Array;
  openCount: number;
  /** Tells whether the search met the edge of the extract, behind which the network may go on. */
  truncated: boolean;
}

const NONE = -1;
/** Buckets and vertices between two looks at the clock. */
const LOOK_AT_CLOCK = 1 << 16;

/** Thrown behind the deadline of a search. */
export class SearchTookTooLong extends Error {}

/**
 * Shortest times from a place within a budget: Dijkstra's algorithm with Dial's bucket queue (CACM
 * 12(11), 1969). One bucket a decisecond, used as a ring, as no arc takes longer than the ring is long. A
 * vertex whose time falls leaves its old entry in its bucket, where it is skipped. Memory: 4 bytes per vertex
 * of the graph, 4 per reached vertex, and the waiting entries, whose space is reused.
 */
export class BoundedSearch {
  readonly #deciseconds: Uint32Array;
  readonly #buckets: Int32Array;
  readonly #mask: number;
  #reached = new Uint32Array(1024);
  /** Entries of buckets: the vertex, and the next entry of the same bucket. */
  #entryVertex = new Uint32Array(1024);
  #entryNext = new Int32Array(1024);
  #entries = 0;
  /** Head of the list of free entries. */
  #freeEntry = NONE;
  #openArcs = new Uint32Array(1024);
  #openTails = new Uint32Array(1024);
  #openCount = 0;
  #count = 0;

  constructor(readonly graph: RoadGraph) {
    this.#deciseconds = new Uint32Array(graph.vertices).fill(UNREACHED);
    let longest = 1;
    for (const time of graph.arcDeciseconds) longest = Math.max(longest, time);
    for (const time of graph.edgeForwardDeciseconds) longest = Math.max(longest, time);
    const ring = 2 ** Math.ceil(Math.log2(longest + 2));
    this.#buckets = new Int32Array(ring).fill(NONE);
    this.#mask = ring - 1;
  }

  /**
   * @param deadline in terms of `performance.now()`
   * @throws SearchTookTooLong behind the deadline
   */
  run(seeds: Seeds, budgetDeciseconds: number, deadline = Infinity): Reached {
    const { firstArc, arcHead, arcDeciseconds, vertexFlags } = this.graph;
    const times = this.#deciseconds;
    for (let i = 0; i < this.#count; i++) times[this.#reached[i]!] = UNREACHED;
    this.#count = 0;
    this.#entries = 0;
    this.#freeEntry = NONE;
    this.#openCount = 0;
    let untilClock = 0;
    let waiting = 0;
    let truncated = false;
    for (const { vertex, deciseconds } of seeds) {
      if (deciseconds > budgetDeciseconds || deciseconds >= times[vertex]!) continue;
      if (times[vertex] === UNREACHED) this.#note(vertex);
      times[vertex] = deciseconds;
      this.#push(vertex, deciseconds);
      waiting++;
    }
    for (let now = 0; waiting > 0 && now <= budgetDeciseconds; now++) {
      const bucket = now & this.#mask;
      // Arcs take at least a decisecond, so nothing is added to the bucket that is being emptied.
      let entry = this.#buckets[bucket]!;
      this.#buckets[bucket] = NONE;
      if (--untilClock <= 0) {
        untilClock = LOOK_AT_CLOCK;
        if (performance.now() > deadline) this.#giveUp();
      }
      while (entry !== NONE) {
        waiting--;
        untilClock--;
        const vertex = this.#entryVertex[entry]!;
        const following = this.#entryNext[entry]!;
        this.#entryNext[entry] = this.#freeEntry;
        this.#freeEntry = entry;
        entry = following;
        if (times[vertex] !== now) continue;
        if ((vertexFlags[vertex]! & AT_EDGE_OF_EXTRACT) !== 0) truncated = true;
        for (let arc = firstArc[vertex]!, end = firstArc[vertex + 1]!; arc < end; arc++) {
          const head = arcHead[arc]!;
          const time = now + arcDeciseconds[arc]!;
          if (time > budgetDeciseconds) {
            this.#noteOpen(vertex, arc);
            continue;
          }
          if (time >= times[head]!) continue;
          if (times[head] === UNREACHED) this.#note(head);
          times[head] = time;
          this.#push(head, time);
          waiting++;
        }
      }
    }
    return {
      deciseconds: times,
      vertices: this.#reached,
      count: this.#count,
      openArcs: this.#openArcs,
      openTails: this.#openTails,
      openCount: this.#openCount,
      truncated,
    };
  }

  /** Empties the buckets for the next search and throws. */
  #giveUp(): never {
    this.#buckets.fill(NONE);
    throw new SearchTookTooLong('the search took too long');
  }

  #noteOpen(tail: number, arc: number): void {
    if (this.#openCount === this.#openArcs.length) {
      this.#openArcs = grown(this.#openArcs);
      this.#openTails = grown(this.#openTails);
    }
    this.#openArcs[this.#openCount] = arc;
    this.#openTails[this.#openCount++] = tail;
  }

  #note(vertex: number): void {
    if (this.#count === this.#reached.length) this.#reached = grown(this.#reached);
    this.#reached[this.#count++] = vertex;
  }

  #push(vertex: number, deciseconds: number): void {
    let entry = this.#freeEntry;
    if (entry !== NONE) {
      this.#freeEntry = this.#entryNext[entry]!;
    } else {
      if (this.#entries === this.#entryVertex.length) {
        this.#entryVertex = grown(this.#entryVertex);
        const next = new Int32Array(this.#entryVertex.length);
        next.set(this.#entryNext);
        this.#entryNext = next;
      }
      entry = this.#entries++;
    }
    const bucket = deciseconds & this.#mask;
    this.#entryVertex[entry] = vertex;
    this.#entryNext[entry] = this.#buckets[bucket]!;
    this.#buckets[bucket] = entry;
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length);
  larger.set(array);
  return larger;
}
