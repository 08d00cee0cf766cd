import type { Logger } from './log.js';

export interface Phase {
  name: string;
  /** Then the next phase begins whether this one is done or not. */
  timeoutMs: number;
  run: () => unknown;
}

/** Runs the phases in order. Each is bounded, so the sum of their time-outs bounds the whole. */
export async function runPhases(phases: readonly Phase[], log: Logger): Promise<void> {
  for (const { name, timeoutMs, run } of phases) {
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<'expired'>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, 'expired');
    });
    try {
      const result = await Promise.race([Promise.resolve(run()), expired]);
      if (result === 'expired')
        log.warn({ phase: name, timeoutMs }, 'shutdown goes on without waiting longer');
    } catch (error) {
      log.error({ phase: name, err: error }, 'a shutdown phase failed');
    } finally {
      clearTimeout(timer);
    }
  }
}
