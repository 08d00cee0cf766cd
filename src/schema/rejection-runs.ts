/** Why a row was rejected; the texts of a block stand once each. */
export type Reason = readonly [code: string, column: string | null, message: string];

/** Rows that follow each other in record and line (0: none) and are rejected for one reason. */
export type Run = [reason: number, index: number, line: number, rows: number];

/** How the ledger keeps the rejected rows of a block: a million rows that lack the same thing are a few hundred bytes. */
export interface RejectionRuns {
  reasons: Reason[];
  runs: Run[];
}
