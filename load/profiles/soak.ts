import type { Service } from './api.js';
import { failedOf } from './gates.js';
import type { Seen } from './generate.js';
import { type Memory, readMemory } from './memory.js';
import { allKinds } from './records.js';
import { kindResult } from './result.js';
import { ms, whole } from './show.js';
import { type Look, type Trend, trendOf } from './soak-trend.js';

/** Observations of memory per interval, as a single one may fall before or after a garbage collection. */
const LOOKS_AN_INTERVAL = 12;

/** Observes a service during a long run, and prints a line for each interval. */
export class Soak {
  readonly #looks: Look[] = [];
  readonly #beginMs: number;
  readonly #timer: NodeJS.Timeout;
  #memory: Memory | null = null;
  #seconds = 0;

  constructor(
    service: Service,
    private readonly intervalSeconds: number,
    private readonly say: (line: string) => void,
  ) {
    this.#beginMs = performance.now();
    const look = async (): Promise<void> => {
      this.#memory = await readMemory(service);
      const minutes = (performance.now() - this.#beginMs) / 60_000;
      this.#looks.push({ minutes, rssMb: this.#memory?.rssMb ?? null, p99Ms: null });
    };
    this.#timer = setInterval(look, (intervalSeconds * 1000) / LOOKS_AN_INTERVAL);
  }

  onInterval({ records, seconds }: Seen): void {
    // The end of the run cuts the last interval.
    if (seconds < this.intervalSeconds / 2) return;
    this.#seconds += seconds;
    const all = kindResult(allKinds(records));
    const p99Ms = all.latencyMs?.p99 ?? null;
    this.#looks.push({ minutes: (performance.now() - this.#beginMs) / 60_000, rssMb: null, p99Ms });
    const memory =
      this.#memory === null
        ? 'memory not known'
        : `resident ${whole(this.#memory.rssMb)} MB (heap ${whole(this.#memory.heapMb)}, external ${whole(this.#memory.externalMb)})`;
    const p99 = p99Ms === null ? 'no answer' : `p99 ${ms(p99Ms)} ms`;
    this.say(
      `${this.#seconds >= 60 ? `minute ${(this.#seconds / 60).toFixed(1)}` : `second ${this.#seconds.toFixed(1)}`}: ` +
        `${whole(all.requests / seconds)} requests/s, ${p99}, ${whole(failedOf(all))} failed, ${memory}`,
    );
  }

  end(): Trend {
    clearInterval(this.#timer);
    return trendOf(this.#looks);
  }
}
