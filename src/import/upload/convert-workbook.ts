import type { AnyWorkbook, RowCount, ShownSheet } from '../../format/workbook/any-workbook.js';
import { openAnyWorkbook } from '../../format/workbook/open-workbook.js';
import { columnOfPlace, rowOfPlace, type SheetExtras } from '../../format/workbook/sheet-changes.js';
import type { SheetRow } from '../../format/workbook/sheet-preview.js';
import type { Concept } from '../../recognise/concepts.js';
import { lexicon, wordKey } from '../../recognise/lexicon.js';
import { findHeader } from '../columns/table/find-header.js';
import { findMergedHead } from '../columns/table/merged-head.js';
import type { ConvertedTable, SourceFile } from './converted-table.js';

/** A workbook as tables of CSV. */
export class WorkbookConverter {
  readonly #book: AnyWorkbook;
  readonly #file: SourceFile;

  private constructor(book: AnyWorkbook, file: SourceFile) {
    this.#book = book;
    this.#file = file;
  }

  /** @throws AppError BAD_REQUEST when it is no workbook, or a damaged one. So do the others */
  static async open(file: SourceFile): Promise<WorkbookConverter> {
    return new WorkbookConverter(await openAnyWorkbook(file), file);
  }

  get sheets(): readonly ShownSheet[] {
    return this.#book.sheets.map(({ name, isVisible }) => ({ name, isVisible }));
  }

  async preview(sheet: number): Promise<readonly SheetRow[]> {
    return this.#book.preview(sheet);
  }

  async countRows(sheet: number, mostBytes: number): Promise<RowCount> {
    return this.#book.countRows(sheet, mostBytes);
  }

  async *read(sheet: number): AsyncGenerator<Buffer, ConvertedTable> {
    const { fillsMerged = false } = this.#file;
    const extras = await this.#book.extrasOf(sheet, fillsMerged);
    const changes = await this.#changesIn(sheet, extras);
    const findings = yield* this.#book.read(sheet, changes);
    const { width, merged, mergedDown, tallRows, notes } = findings;
    return {
      ...{ header: null, width, merged, tallRows: tallRows.runs, notes },
      ...(mergedDown.length > 0 && !fillsMerged && { mergedDown }),
    };
  }

  /** @returns null: the cells stay as they are */
  async #changesIn(sheet: number, { merges, links }: SheetExtras): Promise<SheetExtras | null> {
    const { fillsMerged = false, headerRow = null, linkHeaders = [] } = this.#file;
    if (links.size === 0 && (!fillsMerged || merges.length === 0)) return null;
    const rows = await this.#book.preview(sheet);
    const below = fillsMerged ? (headerRow ?? lastHeaderRow(rows, merges)) : Number.POSITIVE_INFINITY;
    const changes = {
      merges: merges.filter(({ firstRow }) => firstRow > below),
      links: linksOfColumns(rows, links, linkHeaders),
    };
    return changes.merges.length === 0 && changes.links.size === 0 ? null : changes;
  }
}

/** The row above the data, by its texts and by cells that are merged in it. */
function lastHeaderRow(rows: readonly SheetRow[], merges: SheetExtras['merges']): number {
  if (rows.length === 0) return 0;
  const found = rows[findHeader(rows).at]!.row;
  const merged = merges.map(({ firstRow, ...range }) => ({ ...range, row: firstRow }));
  return findMergedHead(rows, found, merged)?.bottom ?? found;
}

const LINKED: readonly Concept[] = ['website', 'photo', 'video', 'url'];

/**
 * Links in columns whose headers say that they hold addresses of the web: a name that leads somewhere stays a
 * name.
 */
function linksOfColumns(
  rows: readonly SheetRow[],
  links: SheetExtras['links'],
  linkHeaders: readonly string[],
): SheetExtras['links'] {
  const first = new Map<number, number>();
  for (const place of links.keys()) {
    const column = columnOfPlace(place);
    first.set(column, Math.min(first.get(column) ?? Number.POSITIVE_INFINITY, rowOfPlace(place)));
  }
  const isLinked = (text: string): boolean =>
    linkHeaders.includes(text) ||
    (lexicon()
      .get(wordKey(text))
      ?.any.some((each) => LINKED.includes(each)) ??
      false);
  const columns = new Set(
    [...first].flatMap(([column, row]) =>
      rows.some((above) => above.row < row && isLinked(above.cells[column] ?? '')) ? [column] : [],
    ),
  );
  return new Map([...links].filter(([place]) => columns.has(columnOfPlace(place))));
}
