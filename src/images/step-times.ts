/** Time of a picture by step, in whole milliseconds. */
export class StepTimes {
  readonly ms: Record<string, number> = {};
  #sinceMs = performance.now();

  /** The step that ends here. */
  end(step: string): void {
    const nowMs = performance.now();
    this.ms[step] = (this.ms[step] ?? 0) + Math.round(nowMs - this.#sinceMs);
    this.#sinceMs = nowMs;
  }
}
