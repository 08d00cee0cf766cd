import type { MetricFamily } from '../metrics/family.js';
import { Conversation, type Peer } from './conversation.js';
import type { Counter } from './counter.js';
import type { OfChild, OfSupervisor, ProcessRole } from './questions.js';
import { SharedCounter } from './shared-counter.js';

/** Above the time that the supervisor gives each process for its metrics. */
const SCRAPE_MS = 3000;

export interface SiblingsOptions {
  start(place: ProcessRole): Promise<string>;
  retire(): void;
}

/** Link of a process to the others on its port, through their supervisor. */
export class Siblings {
  /** Counts the requests of all processes. */
  readonly counter: Counter;
  /** Metrics of this process. */
  metrics: () => Promise<MetricFamily[]> = async () => [];
  readonly #supervisor: Conversation<OfSupervisor>;

  constructor(peer: Peer, { start, retire }: SiblingsOptions) {
    this.#supervisor = new Conversation<OfSupervisor>(peer, {
      start,
      metrics: () => this.metrics(),
      beat: () => {},
      retire,
    } satisfies OfChild);
    this.counter = new SharedCounter((subjects, deadlineMs) =>
      this.#supervisor.ask('count', subjects, deadlineMs),
    );
  }

  /** Metrics of all processes as text. */
  scrape(): Promise<string> {
    return this.#supervisor.ask('scrape', null, SCRAPE_MS);
  }
}
