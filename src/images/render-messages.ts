import type { Trace } from '../base/tracing/trace.js';
import type { SatelliteSettings } from '../services/imagery/open-satellite.js';
import type { ImageOrder } from './renderer.js';

/** What a process that draws is told: all it needs, as it keeps nothing of a map. */
export interface RenderRequest {
  /** Of the requests to this process. The answer has it, too. */
  readonly number: number;
  readonly databaseUrl: string;
  readonly satellite: SatelliteSettings;
  readonly job: ImageOrder;
  /** Tile services are told; null: it is part of none. */
  readonly trace: Trace | null;
  /** Absolute path. */
  readonly toFile: string;
  /** When it will be ended, in milliseconds from now. */
  readonly deadlineMs: number;
  /** Milliseconds of computing, of all its threads, after which the process ends itself. */
  readonly mostCpuMs: number;
}

/** Of a picture that was drawn, for the log. */
export interface Drawn {
  /** Of the file. */
  readonly bytes: number;
  readonly markers: number;
  /** Absent, too: no. */
  readonly isIncomplete?: boolean;
  /** Where the time went, by step. */
  readonly ms: Readonly<Record<string, number>>;
}

/** `cpuMs`: what it cost, of all threads. */
export type RenderAnswer = { readonly number: number; readonly rssBytes: number; readonly cpuMs: number } & (
  | { readonly drawn: Drawn }
  | { readonly failed: RenderFailure }
);

/** An error on its way between processes, which keeps neither class nor members. */
export interface RenderFailure {
  readonly message: string;
  readonly stack: string;
  /** As `code` of the error, which tells whether a database or a disk may be better later; '' without. */
  readonly code: string;
  /** A ImageFailed. */
  readonly isFinal: boolean;
}
