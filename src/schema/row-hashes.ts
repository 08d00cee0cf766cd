/** What is compared of the rows of a block with their markers. */
export interface RowHashes {
  /** PostgreSQL's hashtextextended of a line of COPY text a row, of these columns, tabs between; a bigint[] in binary. */
  hashes: Buffer;
  columns: readonly string[];
  /** A number of 64 bits: nobody can write rows that agree with others. */
  seed: string;
}
