import { fstat as fstatFd } from 'node:fs';
import { promisify } from 'node:util';
import { badRequest } from '../../base/errors.js';
import { entryOf } from '../../base/threads/entry.js';
import type { Caller, FairQueue } from '../../base/threads/fair-queue.js';
import { ThreadCalls } from '../../base/threads/thread-calls.js';
import type { RowCount, ShownSheet } from '../../format/workbook/any-workbook.js';
import { heapMbFor } from '../../format/workbook/binary-workbook.js';
import type { SheetRow } from '../../format/workbook/sheet-preview.js';
import type { ConvertedPart, ConvertedTable, SourceFile } from './converted-table.js';

const fstat = promisify(fstatFd);

/** Deadline of a conversion: the largest files that are taken need a minute of an idle core. */
const DEADLINE_MS = 600_000;
/**
 * Work for a file by its size: some hundred times what files of any size take. Beyond, a file is made to keep
 * the thread busy.
 */
const activeMsFor = (bytes: number): number => 60_000 + (10_000 * bytes) / 1e6;
const LOOK_MS = 500;

export interface ConversionLimits {
  readonly deadlineMs: number;
  /** Work of the thread, whatever it waits for. */
  readonly activeMsFor: (bytes: number) => number;
}

/** Writes workbooks and GeoJSON as CSV, each on a thread of its own: so many at a time as there are turns. */
export class ConversionThreads {
  readonly #turns: FairQueue;
  readonly #limits: ConversionLimits;

  constructor(turns: FairQueue, limits: Partial<ConversionLimits> = {}) {
    this.#turns = turns;
    this.#limits = { deadlineMs: DEADLINE_MS, activeMsFor, ...limits };
  }

  /**
   * Waits for a turn and starts a thread, which the end of the conversion ends.
   * @param file stays open until then
   * @param caller whose signal ends the wait, and the thread at once
   * @throws AppError RATE_LIMITED when no turn comes; the signal's reason. The conversion throws the latter
   * too, and BAD_REQUEST for a file that cannot be read and one that takes too long
   */
  async start(file: SourceFile, caller: Caller): Promise<Conversion> {
    return this.#turns.begin(caller, async (turn) => {
      const entry = entryOf('conversion');
      const { size } = await fstat(file.fd);
      const { deadlineMs, activeMsFor } = this.#limits;
      const calls = new ThreadCalls(entry, file, [caller.signal, turn.signal], heapMbFor(size));
      const conversion = new Conversion(calls, { deadlineMs, activeMs: activeMsFor(size) });
      return { value: conversion, ended: conversion.ended };
    });
  }
}

/** One file on its way to CSV. */
export class Conversion {
  readonly #calls: ThreadCalls;
  readonly #timer: NodeJS.Timeout;

  constructor(calls: ThreadCalls, { deadlineMs, activeMs }: { deadlineMs: number; activeMs: number }) {
    this.#calls = calls;
    const sinceMs = performance.now();
    this.#timer = setInterval(
      () => {
        if (performance.now() - sinceMs >= deadlineMs)
          calls.fail(
            badRequest(`The file takes too long to read, over ${deadlineMs / 1000} s: export it as CSV`),
          );
        else if (calls.activeMs >= activeMs)
          calls.fail(
            badRequest(
              `The file takes over ${Math.round(activeMs / 1000)} s of work to read, far more than files of its size do: save it anew in a spreadsheet program, or export it as CSV`,
            ),
          );
      },
      Math.min(LOOK_MS, deadlineMs, activeMs),
    );
  }

  get ended(): Promise<unknown> {
    return this.#calls.ended;
  }

  sheets(): Promise<readonly ShownSheet[]> {
    return this.#calls.ask({ ask: 'sheets' });
  }

  /** The first rows of a sheet, cut short. */
  preview(sheet: number): Promise<readonly SheetRow[]> {
    return this.#calls.ask({ ask: 'preview', sheet });
  }

  /** Rows of a sheet that have a value, some perhaps missing. */
  countRows(sheet: number, mostBytes = Number.POSITIVE_INFINITY): Promise<RowCount> {
    return this.#calls.ask({ ask: 'count', sheet, mostBytes });
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
    clearInterval(this.#timer);
    await this.#calls.end();
  }
}
