/** Reason for the rejection of rows; each text is stored once per block. */
export type Reason = readonly [code: string, column: string | null, message: string];

/** Consecutive rows (by record and line; line 0: none) that are rejected for one reason. */
export type Run = [reason: number, index: number, line: number, rows: number];

/**
 * Rejected rows of a block as the ledger stores them: a million rows with the same defect take a few hundred
 * bytes.
 */
export interface RejectionRuns {
  reasons: Reason[];
  runs: Run[];
}
