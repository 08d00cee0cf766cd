/** Hashes by which the rows of a block are compared with their markers. */
export interface RowHashes {
  /** PostgreSQL's hashtextextended of each row's line of COPY text over `columns`; a bigint[] in binary. */
  hashes: Buffer;
  columns: readonly string[];
  /** Random number of 64 bits, so that no client can craft rows whose hashes collide. */
  seed: string;
}
