import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { type AppError, badRequest } from '../../base/errors.js';
import { ENCRYPTED } from './foreign-files.js';

export interface SheetCell {
  readonly t: 'n' | 's' | 'b' | 'e' | 'z';
  readonly v?: string | number | boolean;
  /** Code of its number format. */
  readonly z?: string;
  readonly l?: { readonly Target?: string };
}
interface CellPosition {
  readonly r: number;
  readonly c: number;
}
export interface Merged {
  readonly s: CellPosition;
  readonly e: CellPosition;
}
export interface Worksheet {
  readonly '!data'?: readonly (readonly (SheetCell | undefined)[] | undefined)[];
  readonly '!rows'?: readonly ({ readonly hidden?: boolean } | undefined)[];
  readonly '!cols'?: readonly ({ readonly hidden?: boolean } | undefined)[];
  readonly '!merges'?: readonly Merged[];
  readonly '!type'?: string;
}
export interface Book {
  readonly SheetNames: readonly string[];
  readonly Sheets: Readonly<Record<string, Worksheet | undefined>>;
  readonly Workbook?: {
    readonly WBProps?: { readonly date1904?: boolean };
    readonly Sheets?: readonly { readonly name?: string; readonly Hidden?: number }[];
  };
}

/** An .xls as it is, or the parts of an .xlsb. */
export type BinaryWorkbook =
  | { readonly bytes: Uint8Array }
  | { readonly parts: readonly (readonly [name: string, bytes: Uint8Array])[] };
export type ParsedWorkbook = { readonly book: Book } | { readonly why: string };

const ENTRY = fileURLToPath(new URL('../../../workers/binary-workbook.js', import.meta.url));
const MIB = 2 ** 20;
/**
 * Memory of V8 for a file by its size: formats that are read at once take it. 60,000 rows of 10 columns are
 * 17 MB of `.xls` and 340 MB of cells in memory, 5 MB of `.xlsb` and 120 MB. The others take what they need
 * for a part of the file.
 */
export const heapMbFor = (bytes: number): number => 512 + 24 * Math.min(64, Math.ceil(bytes / MIB));
/** Memory beside the heap of V8, which the file takes, too. */
const OTHER_MB = 512;
/** Room for the tables: texts that cells share in the file are written with each. */
const mostTableBytesFor = (bytes: number): number => 16 * MIB + 16 * bytes;
/** Milliseconds. A MiB takes about one second on a busy machine. */
const deadlineMsFor = (bytes: number): number => 30_000 + 2_000 * Math.ceil(bytes / MIB);

/**
 * Reads a workbook in a process of its own. A thread cannot hold it: V8 ends the whole process when one
 * allocation goes beyond the limit of a thread, and memory of buffers, which some files multiply, counts for
 * no limit of threads. The thread of the caller waits.
 * @param size of the file in bytes
 * @throws AppError BAD_REQUEST when it is damaged, encrypted, or takes too much
 */
export function parseInProcess(file: BinaryWorkbook, size: number): Book {
  const heapMb = heapMbFor(size);
  const node = [process.execPath, `--max-old-space-size=${heapMb}`, ENTRY];
  // The limit of `ulimit` holds for all writable memory of the process, on Linux; elsewhere V8's own limit
  // remains.
  const limited = `ulimit -d ${(heapMb + OTHER_MB) * 1024} 2>/dev/null; exec "$@"`;
  const { stdout, error, status, signal } = spawnSync('/bin/sh', ['-c', limited, 'sh', ...node], {
    input: serialize(file),
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['pipe', 'pipe', 'ignore'],
    maxBuffer: mostTableBytesFor(size),
    timeout: deadlineMsFor(size),
    killSignal: 'SIGKILL',
  });
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ETIMEDOUT') throw tooMuch('takes too long to read');
  if (code !== undefined && code !== 'ENOBUFS' && code !== 'EPIPE') throw error!;
  if (code === 'ENOBUFS' || signal !== null || status !== 0) throw tooMuch('takes too much memory to read');
  const parsed = deserialize(stdout) as ParsedWorkbook;
  if ('book' in parsed) return parsed.book;
  if (/password|encrypt/i.test(parsed.why)) throw badRequest(ENCRYPTED);
  throw damagedWorkbook(parsed.why.slice(0, 100));
}

const tooMuch = (why: string): AppError =>
  badRequest(`The workbook ${why}: open it in a spreadsheet program and save it as .xlsx or as CSV`);

export const damagedWorkbook = (why: string): AppError =>
  badRequest(
    `The workbook is damaged (${why}): was it cut off on its way? Open it in a spreadsheet program and save it as .xlsx or as CSV`,
  );
