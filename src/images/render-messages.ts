import type { Trace } from '../base/tracing/trace.js';
import type { SatelliteSettings } from '../services/imagery/open-satellite.js';
import type { ImageOrder } from './renderer.js';

/**
 * Message to a process that draws. It has all that a picture needs, as the process keeps no data of a map.
 */
export interface RenderRequest {
  /** Number of the request within this process; the answer repeats it. */
  readonly number: number;
  readonly databaseUrl: string;
  readonly satellite: SatelliteSettings;
  readonly job: ImageOrder;
  /** Trace to pass on to tile services; null: the picture is part of none. */
  readonly trace: Trace | null;
  /** Absolute path. */
  readonly toFile: string;
  /** Milliseconds from now until the picture is ended. */
  readonly deadlineMs: number;
  /** Milliseconds of computing, of all its threads, after which the process ends itself. */
  readonly mostCpuMs: number;
}

/** Facts about a drawn picture, for the log. */
export interface Drawn {
  /** Size of the file. */
  readonly bytes: number;
  readonly markers: number;
  /** Absent: false. */
  readonly isIncomplete?: boolean;
  /** Milliseconds by step. */
  readonly ms: Readonly<Record<string, number>>;
}

/** `cpuMs`: processor time of all threads for the request. */
export type RenderAnswer = { readonly number: number; readonly rssBytes: number; readonly cpuMs: number } & (
  | { readonly drawn: Drawn }
  | { readonly failed: RenderFailure }
);

/** An error on its way between processes, which keeps neither class nor members. */
export interface RenderFailure {
  readonly message: string;
  readonly stack: string;
  /**
   * `code` of the error, which shows whether an error of the database or the disk may pass; '' without a
   * code.
   */
  readonly code: string;
  /** Tells whether the error is an ImageFailed. */
  readonly isFinal: boolean;
}
