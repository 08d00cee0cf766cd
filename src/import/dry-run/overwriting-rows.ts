import type { RowOutcome } from '../../schema/dry-run.js';
import { earlierOf, isUnmet, TELLS_NONE } from '../duplicates/decide.js';
import { type MatchedRow, type MatchedRows, matchedKey } from '../duplicates/matched-rows.js';
import { ROW_EFFECTS, type RowEffect } from '../duplicates/overwrite.js';
import { TOO_LONG } from '../duplicates/too-long-reason.js';
import { UploadKeys } from '../duplicates/upload-keys.js';
import type { ImportOptions } from '../options.js';
import { recordRejections } from '../report/rejection-runs.js';
import { type RefusedRow, withRefused } from '../rows/rejections.js';
import type { ExaminedBlock } from './examine-block.js';
import type { Judgement } from './judge-rows.js';

const FIRST = 1;
const REPEAT = 2;
/** With one of the others: the row meets no marker of the map, as that belongs to the row with its code. */
export const APART = 4;

export const outcomeOf = (effect: RowEffect): RowOutcome =>
  effect === 'too long' ? 'rejected' : effect === 'became pin' ? 'updated' : effect;

/**
 * Judges rows that overwrite. A row that no earlier row of the upload shares its marker with has the effect
 * that it has alone; the effect of the others depends on those before them, so they count as updated until
 * `follow-repeats.ts` has settled them.
 */
export class OverwritingRows {
  readonly #keys = new UploadKeys();
  readonly #markers = new UploadKeys();
  /** For each record of the upload: REPEAT for one that repeats others, FIRST for one that is repeated. */
  readonly #marks: Uint8Array;
  /** Rows that repeat others. */
  repeats = 0;

  readonly #matched: MatchedRows | null;

  readonly #onNew: ImportOptions['onNew'];

  /** @param matched of an import that matches by code; null: it does not */
  constructor(records: number, matched: MatchedRows | null, onNew: ImportOptions['onNew'] = 'add') {
    this.#marks = new Uint8Array(records);
    this.#matched = matched;
    this.#onNew = onNew;
  }

  /** Blocks come here in file order. */
  judge(block: ExaminedBlock, headRecords: number): Judgement {
    const tooLong = { reason: TOO_LONG, records: [] as number[], fileLines: [] as number[] };
    let becamePins = 0;
    const refused: RefusedRow[] = [];
    const metByRefused: number[] = [];
    const outcomes = Array.from(block.records, (record, row): RowOutcome => {
      const { defect, isCoded, met = [] } = this.#match(block, row);
      if (defect !== null) {
        refused.push({ row, defect });
        metByRefused.push(...(met.length === 0 ? [TELLS_NONE] : met));
        return 'rejected';
      }
      if (this.#onNew === 'skip' && isUnmet(block, row)) return 'skipped';
      const effect = this.#effectOf(block, row, isCoded);
      if (effect === 'became pin') becamePins++;
      if (effect === 'too long') {
        tooLong.records.push(record);
        tooLong.fileLines.push(block.fileLines[row]!);
      }
      return outcomeOf(effect);
    });
    const rejections = refused.length === 0 ? block.rejections : withRefused(block, refused);
    const rejected = recordRejections(rejections, tooLong, headRecords);
    return { outcomes, rejected, becamePins, metByRefused };
  }

  #match(block: ExaminedBlock, row: number): Pick<MatchedRow, 'defect' | 'isCoded' | 'met'> {
    if (this.#matched === null) return { defect: null, isCoded: false };
    // No row meets a marker of an empty map.
    block.existing ??= new Float64Array(block.rows);
    const before = block.existing[row];
    const match = this.#matched.judge(block, row);
    if (block.existing[row] !== before && !Number.isNaN(before)) this.#marks[block.records[row]!]! |= APART;
    return match;
  }

  /** Marks of some records: not 0 for rows that share a marker with others. */
  marksOf(firstRecord: number, records: number): Uint8Array {
    return this.#marks.slice(firstRecord, firstRecord + records);
  }

  isRepeat(record: number): boolean {
    return (this.#marks[record]! & REPEAT) !== 0;
  }

  #effectOf(block: ExaminedBlock, row: number, isCoded: boolean): RowEffect {
    const record = block.records[row]!;
    const id = block.existing?.[row] ?? 0;
    const { rows, keys, branches, expired, records, existing } = block;
    // Without lines of the file the row that is repeated is told by its record, from 1.
    const byKey = isCoded
      ? null
      : earlierOf({ rows, keys, branches, expired, records, existing }, row, this.#keys);
    const byMarker = id > 0 ? this.#earlierOn(id, record) : null;
    if (byKey === null && byMarker === null) return id > 0 ? ROW_EFFECTS[block.effects![row]!]! : 'added';
    for (const first of [byKey, byMarker])
      if (first !== null && !this.isRepeat(first - 1)) this.#marks[first - 1]! |= FIRST;
    this.#marks[record]! |= REPEAT;
    this.repeats++;
    return 'updated';
  }

  /** First row, counted from 1, that met the marker; null: it is this one. */
  #earlierOn(id: number, record: number): number | null {
    const key = matchedKey(id);
    return this.#markers.add(key, 0, record + 1) ? null : this.#markers.lineOf(key, 0);
  }
}
