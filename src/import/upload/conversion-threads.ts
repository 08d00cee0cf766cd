import { badRequest } from '../../base/errors.js';
import type { Bulkhead, Caller } from '../../base/threads/bulkhead.js';
import { ThreadCalls } from '../../base/threads/thread-calls.js';
import type { PreviewRow } from '../../format/workbook/sheet-preview.js';
import type { ConvertedPart, ConvertedTable, ShownSheet, SourceFile } from './converted-table.js';

/** Deadline of a conversion: the largest files that are taken need a minute of an idle core. */
const DEADLINE_MS = 600_000;

/** Writes workbooks and GeoJSON as CSV, each on a thread of its own: so many at a time as there are turns. */
export class ConversionThreads {
  readonly #turns: Bulkhead;
  readonly #deadlineMs: number;

  constructor(turns: Bulkhead, { deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {}) {
    this.#turns = turns;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Waits for a turn and starts a thread, which the end of the conversion ends.
   * @param file stays open until then
   * @param caller whose signal ends the wait, and the thread at once
   * @throws AppError RATE_LIMITED when no turn comes; the signal's reason. The conversion throws the latter too, and BAD_REQUEST for a
   *   file that cannot be read and one that takes too long
   */
  async start(file: SourceFile, caller: Caller): Promise<Conversion> {
    return this.#turns.begin(caller, async (turn) => {
      const entry = new URL('../../../workers/conversion.js', import.meta.url);
      const conversion = new Conversion(
        new ThreadCalls(entry, file, [caller.signal, turn.signal]),
        this.#deadlineMs,
      );
      return { value: conversion, ended: conversion.ended };
    });
  }
}

/** One file on its way to CSV. */
export class Conversion {
  readonly #calls: ThreadCalls;
  readonly #timer: NodeJS.Timeout;

  constructor(calls: ThreadCalls, deadlineMs: number) {
    this.#calls = calls;
    this.#timer = setTimeout(
      () =>
        calls.fail(
          badRequest(`The file takes too long to read, over ${deadlineMs / 1000} s: export it as CSV`),
        ),
      deadlineMs,
    );
  }

  get ended(): Promise<unknown> {
    return this.#calls.ended;
  }

  sheets(): Promise<readonly ShownSheet[]> {
    return this.#calls.ask({ ask: 'sheets' });
  }

  /** The first rows of a sheet, cut short. */
  preview(sheet: number): Promise<readonly PreviewRow[]> {
    return this.#calls.ask({ ask: 'preview', sheet });
  }

  /** The table as CSV. To be called once. */
  async *read(sheet: number): AsyncGenerator<Buffer, ConvertedTable> {
    for (;;) {
      const part = await this.#calls.ask<ConvertedPart>({ ask: 'next', sheet });
      if ('table' in part) return part.table;
      yield Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.length);
    }
  }

  /** Ends the thread; whoever asks gets the error. */
  fail(error: unknown): void {
    this.#calls.fail(error);
  }

  /** To be called whatever becomes of the file. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#calls.end();
  }
}
