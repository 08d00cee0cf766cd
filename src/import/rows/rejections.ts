import type { RowError } from '../../schema/job.js';
import type { Reason } from '../../schema/rejection-runs.js';
import type { RowDefect } from './incoming-row.js';

/**
 * The rejected rows of a block, by column and in file order: a block in which all is wrong crosses threads as
 * cheaply as one in which nothing is.
 */
export interface Rejections {
  /** Record of the upload and line of the file (0: none) for each row. */
  records: Uint32Array;
  fileLines: Uint32Array;
  /** Index into the reasons for each row. */
  reasonOf: Uint32Array;
  /** JSON of Reason[] in UTF-8: only who reads them pays for them. */
  reasons: Uint8Array;
}

export class RejectionCollector {
  readonly #records: number[] = [];
  readonly #fileLines: number[] = [];
  readonly #reasonOf: number[] = [];
  readonly #reasons: Reason[] = [];
  readonly #indexes = new Map<string, number>();

  get rows(): number {
    return this.#records.length;
  }

  /** @param line 0 where the upload has no lines */
  add(record: number, line: number, { code, column, message }: RowDefect): void {
    const key = `${code}\0${column ?? ''}\0${message}`;
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.#reasons.push([code, column, message]) - 1;
      this.#indexes.set(key, index);
    }
    this.#records.push(record);
    this.#fileLines.push(line);
    this.#reasonOf.push(index);
  }

  finish(): Rejections {
    return {
      records: Uint32Array.from(this.#records),
      fileLines: Uint32Array.from(this.#fileLines),
      reasonOf: Uint32Array.from(this.#reasonOf),
      // Not from the shared pool of buffers: it is transferred to another thread.
      reasons: new TextEncoder().encode(JSON.stringify(this.#reasons)),
    };
  }
}

export const readReasons = ({ reasons }: Rejections): Reason[] =>
  JSON.parse(Buffer.from(reasons.buffer, reasons.byteOffset, reasons.length).toString('utf8'));

/** Error of a rejected row as its job shows it. @param line 0: none */
export const rowErrorOf = (index: number, line: number, [code, column, message]: Reason): RowError => ({
  index,
  line: line || null,
  code,
  column,
  message,
});

/** A row of a block that is rejected after it was read. */
export interface RefusedRow {
  row: number;
  defect: RowDefect;
}

/** The rejected rows of a block with further ones, in file order. */
export function withRefused(
  {
    records,
    fileLines,
    rejections,
  }: { records: Uint32Array; fileLines: Uint32Array; rejections: Rejections },
  refused: readonly RefusedRow[],
): Rejections {
  const reasons = readReasons(rejections);
  const known = Array.from(rejections.records, (record, i) => {
    const [code, column, message] = reasons[rejections.reasonOf[i]!]!;
    return { record, line: rejections.fileLines[i]!, defect: { code, column, message } as RowDefect };
  });
  const further = refused.map(({ row, defect }) => ({
    record: records[row]!,
    line: fileLines[row]!,
    defect,
  }));
  const collector = new RejectionCollector();
  for (const { record, line, defect } of [...known, ...further].sort((a, b) => a.record - b.record))
    collector.add(record, line, defect);
  return collector.finish();
}
