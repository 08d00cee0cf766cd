import type { MappedField } from './fields.js';
import { matchPatterns } from './header-patterns.js';

/** What is asked of an inferrer. */
export interface InferRequest {
  /** In file order; '' where the file has none. */
  headers: readonly string[];
  /** Indexes of the columns that nothing has decided; the others are context. */
  open: readonly number[];
  /** Fields that other columns have. */
  taken: readonly string[];
}

/** How a column is read: a field, `custom`, or `ignore` for what holds nothing. */
export interface InferredColumn {
  label: Exclude<MappedField, 'house_number'> | 'custom' | 'ignore';
  /** 0..1 */
  confidence: number;
  /** A few words for people. */
  why: string;
}

export interface InferenceAnswer {
  /** One for each header. */
  columns: readonly InferredColumn[];
  /** Columns that make a street line together. */
  houseNumber: { street: number; number: number } | null;
  /** The latitude column holds longitudes and the other way round. */
  swapped: boolean;
}

export interface InferredColumns extends InferenceAnswer {
  how: 'inferred' | 'pattern';
  notes: string[];
}

/** One that may fail: the process's own, or a service. */
export type Inferrer = (request: InferRequest) => Promise<InferenceAnswer>;

/**
 * Asks inferrers in turn until one answers; when none does, the patterns of header names decide.
 * @param inferrers with the note that tells of their failure
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
