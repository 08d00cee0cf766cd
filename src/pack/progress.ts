/** Work of one file. */
interface Work {
  /** Seconds that it takes on a free core, roughly. */
  readonly seconds: number;
  beganMs: number | null;
  endedMs: number | null;
}

/** How far the build of several files is, each on a thread of its own, in their order. */
export class Progress {
  readonly #works: readonly Work[];
  readonly #threads: number;

  /** @param seconds what each file takes on a free core */
  constructor(seconds: readonly number[], threads: number, nowMs: number) {
    this.#works = seconds.map((each, index) => ({
      seconds: each,
      beganMs: index < threads ? nowMs : null,
      endedMs: null,
    }));
    this.#threads = threads;
  }

  /** A file is there, and its thread begins the next one. */
  end(index: number, nowMs: number): void {
    this.#works[index]!.endedMs = nowMs;
    const next = this.#works.find(({ beganMs }) => beganMs === null);
    if (next) next.beganMs = nowMs;
  }

  /**
   * @returns work done from 0 to 1, and an estimate of the seconds left, by the pace of the files that are
   * there
   */
  at(nowMs: number): { share: number; secondsLeft: number } {
    const pace = this.#pace(nowMs);
    const left = this.#works.map(({ seconds, beganMs, endedMs }) => {
      if (endedMs !== null) return 0;
      const done = beganMs === null ? 0 : (pace * (nowMs - beganMs)) / 1000;
      // A file that takes longer than it should is about to be there.
      return Math.max(seconds * 0.05, seconds - done);
    });
    const sum = sumOf(left);
    return {
      share: 1 - sum / sumOf(this.#works.map(({ seconds }) => seconds)),
      secondsLeft: Math.ceil(Math.max(sum / this.#threads, ...left) / pace),
    };
  }

  /**
   * Seconds of work that a thread does in a second: of files that are there, and of those that take longer
   * than on a free core.
   */
  #pace(nowMs: number): number {
    const known = this.#works
      .map(({ seconds, beganMs, endedMs }) => ({
        seconds,
        took: ((endedMs ?? nowMs) - (beganMs ?? nowMs)) / 1000,
        isThere: endedMs !== null,
      }))
      .filter(({ seconds, took, isThere }) => isThere || took > seconds);
    const took = sumOf(known.map((work) => work.took));
    return took === 0 ? 1 : sumOf(known.map(({ seconds }) => seconds)) / took;
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
