import { cut } from '../../base/cut.js';
import type { PreviewMarker, PreviewRow, RowOutcome } from '../../schema/dry-run.js';
import type { RowError } from '../../schema/job.js';
import { ADDRESS_MEMBERS, TEXT_MEMBERS } from '../../schema/marker-terms.js';
import { TOO_LONG } from '../duplicates/too-long-reason.js';
import { rowErrorOf } from '../rows/rejections.js';
import type { ExaminedBlock } from './examine-block.js';
import type { PreviewLegend } from './preview-legend.js';
import { type SampleRow, SHOWN_CHARACTERS } from './sample-row.js';

const CUT = `Long rows are shown in part here: texts up to ${SHOWN_CHARACTERS} characters, custom fields up to 64 KiB a row. An import takes them whole.`;

/** Gathers the first records of an upload as they would become markers. */
export class PreviewRows {
  readonly rows: PreviewRow[] = [];
  readonly #mapId: number;
  readonly #records: number;
  readonly #legend: PreviewLegend;
  #isCut = false;

  constructor(mapId: number, records: number, legend: PreviewLegend) {
    this.#mapId = mapId;
    this.#records = records;
    this.#legend = legend;
  }

  /** Blocks come in file order. */
  add(block: ExaminedBlock, outcomes: readonly RowOutcome[], errors: readonly RowError[]): void {
    const rows = new Map<number, PreviewRow>();
    for (const error of errors) {
      if (error.index >= this.#records) break;
      rows.set(error.index, {
        index: error.index,
        line: error.line,
        outcome: 'rejected',
        marker: null,
        error,
      });
    }
    // Samples are the block's first rows, one for one.
    block.samples.forEach((sample, row) => {
      const outcome = outcomes[row]!;
      if (outcome === 'rejected') return;
      const style = block.styleOf[row]!;
      const category = block.styles.categories[style]!;
      const color = this.#legend.colorOf(
        { category, color: block.styles.colors[style]! },
        outcome !== 'skipped',
      );
      rows.set(sample.record, {
        index: sample.record,
        line: block.fileLines[row] || null,
        outcome,
        marker: this.#markerOf(sample, category, color),
        error: null,
      });
    });
    this.rows.push(...[...rows.values()].sort((a, b) => a.index - b.index));
  }

  /** Tells the outcome of a row that is shown, where it is known only later. */
  settle(record: number, fileLine: number, outcome: RowOutcome): void {
    const row = this.rows.find(({ index }) => index === record);
    if (row === undefined) return;
    row.outcome = outcome;
    if (outcome !== 'rejected') return;
    row.marker = null;
    row.error = rowErrorOf(record, fileLine, TOO_LONG);
  }

  get notes(): string[] {
    return this.#isCut ? [CUT] : [];
  }

  #markerOf(sample: SampleRow, category: string | null, color: string | null): PreviewMarker {
    const { columns, customFields, extras } = sample;
    const { radius, region_source } = columns;
    const texts = { ...columns, category: category === null ? null : cut(category, SHOWN_CHARACTERS) };
    this.#isCut ||= sample.isCut || (category?.length ?? 0) > SHOWN_CHARACTERS;
    return {
      id: null,
      map_id: this.#mapId,
      name: columns.name!,
      type: columns.type as PreviewMarker['type'],
      address: Object.fromEntries(
        ADDRESS_MEMBERS.flatMap((member) => (columns[member] === null ? [] : [[member, columns[member]]])),
      ),
      lat: Number(columns.lat),
      lng: Number(columns.lng),
      radius: radius === null ? null : Number(radius),
      radius_unit: radius === null ? null : 'miles',
      ...(Object.fromEntries(TEXT_MEMBERS.map((member) => [member, texts[member]])) as Pick<
        PreviewMarker,
        (typeof TEXT_MEMBERS)[number]
      >),
      color,
      custom_fields: customFields,
      region_source,
      created_at: null,
      updated_at: null,
      ...extras,
    };
  }
}
