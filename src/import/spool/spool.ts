import type { OpenBlob } from '../../blob/blob-store.js';

/** Store of uploads that wait for their imports, and of rejected and skipped rows that clients may fetch. */
export interface Spool {
  /** Goes with the jobs whose uploads lie there: processes that reach it have the same, and work on them. */
  readonly identity: string;
  /** Begins to keep the upload of a job that is not made yet. */
  receive(jobId: string): Promise<IncomingUpload>;
  /**
   * Brings the upload of a job to this machine, where it is not there.
   * @throws JobPostponed: it cannot be had at the moment; Error in words for the client: it is gone; the
   * signal's reason
   */
  bring(jobId: string, signal: AbortSignal): Promise<LocalUpload>;
  /** Removes the upload, if there is one. */
  removeUpload(jobId: string): Promise<void>;
  /** Begins the file of rejected or skipped rows, which takes the place of one that there is. */
  writeRejects(jobId: string, kind?: RowsFile): Promise<NewFile>;
  /** Opens the file of rejected or skipped rows; the caller closes it. @returns null: there is none */
  openRejects(jobId: string, kind?: RowsFile): Promise<OpenBlob | null>;
}

/** A file of rows that did not become markers: rejected ones, or duplicates. */
export type RowsFile = 'errors' | 'skipped';

/** A file that is there whole and durably, or is not there. */
export interface NewFile {
  write(bytes: Uint8Array): Promise<void>;
  /** It is durable when this is done. */
  commit(): Promise<void>;
  /** Removes what was written and is not committed. */
  discard(): Promise<void>;
}

export interface IncomingUpload extends NewFile {
  /** Removes what was written, committed or not. */
  discard(): Promise<void>;
  /** Reads a range of bytes that were written before, `endByte` excluded. */
  read(startByte: number, endByte: number): Promise<Buffer>;
  /** Where threads read what was written; until it is committed. */
  readonly path: string;
  /** To be called after the last read in this process, committed or not. */
  release(): Promise<void>;
}

export interface LocalUpload {
  readonly path: string;
  /** @throws JobPostponed: it cannot be read at the moment, which may be why an import failed */
  assertReadable(): Promise<void>;
  /** To be called after the last read in this process. */
  release(): Promise<void>;
}
