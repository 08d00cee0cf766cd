import { matchPatterns } from './header-patterns.js';
import type { InferenceAnswer, InferRequest } from './inference.js';

export interface InferredColumns extends InferenceAnswer {
  how: 'inferred' | 'pattern';
  notes: string[];
}

/** An inferrer that may fail: the process's own, or a service. */
export type Inferrer = (request: InferRequest) => Promise<InferenceAnswer>;

/** An inferrer outside of this process. */
export interface InferenceService {
  /** Asked before the built-in inferrer; fails when the service does not answer in time. */
  askService:
    | ((request: InferRequest, rows: readonly (readonly string[])[]) => Promise<InferenceAnswer>)
    | null;
  /** Hears why an inferrer did not answer; the import goes on. */
  onInferrerFailure: (error: unknown) => void;
}

/**
 * Asks inferrers in turn until one answers; when none does, the patterns of header names decide.
 * @param inferrers each with the note for its failure
 */
export async function inferWithFallback(
  inferrers: readonly { ask: Inferrer; noteOnFailure: string }[],
  request: InferRequest,
  onFailure: (error: unknown) => void,
): Promise<InferredColumns> {
  const notes: string[] = [];
  for (const { ask, noteOnFailure } of inferrers) {
    try {
      return { ...(await ask(request)), how: 'inferred', notes };
    } catch (error) {
      onFailure(error);
      notes.push(noteOnFailure);
    }
  }
  return { ...matchPatterns(request), how: 'pattern', notes };
}
