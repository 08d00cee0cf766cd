import {
  LINE_COLUMNS,
  UPDATED_BY_CODE_COLUMNS,
  UPDATED_COLUMNS,
  type UpdatedColumn,
  type UpdatedRows,
} from '../../schema/marker-columns.js';
import { addLine, type JoinedTexts, joinTexts } from './joined-texts.js';
import { lineBytes, lineStart } from './places.js';
import type { PreparedBlock } from './prepare-block.js';

/** Values of a row that overwrites the marker `id`; null for those that it does not have. */
export interface Update {
  id: number;
  values: Readonly<
    Record<Exclude<(typeof UPDATED_COLUMNS)[number], 'id'>, string | null> &
      Partial<Record<UpdatedColumn, string | null>>
  >;
}

function updatedRows<Name extends UpdatedColumn>(
  names: readonly Name[],
  fill: (columns: Readonly<Record<Name, JoinedTexts>>) => void,
): UpdatedRows {
  const { columns, ...separators } = joinTexts(names, fill);
  const differing = new Map<UpdatedColumn, Buffer>();
  const shared = new Map<UpdatedColumn, string | null>();
  for (const name of names) {
    const column = columns[name];
    if (column.isShared && !OWN_COLUMNS.includes(name)) shared.set(name, column.first);
    else differing.set(name, column.finish());
  }
  return { differing, shared, ...separators };
}

/** Columns that tell one row from another. */
const OWN_COLUMNS: readonly UpdatedColumn[] = ['id', 'name', 'cell'];

/** @param byCode the markers are those that have the code of the row */
export function updatesOf(updates: readonly Update[], byCode = false): UpdatedRows {
  const names: readonly UpdatedColumn[] = byCode ? UPDATED_BY_CODE_COLUMNS : UPDATED_COLUMNS;
  return updatedRows(names, (columns) => {
    for (const { id, values } of updates)
      for (const name of names) columns[name].add(name === 'id' ? String(id) : (values[name] ?? null));
  });
}

const lineNames = (names: readonly UpdatedColumn[]): (UpdatedColumn | null)[] =>
  LINE_COLUMNS.map((name) =>
    name !== 'id' && names.includes(name as never) ? (name as UpdatedColumn) : null,
  );

/**
 * Rows of a block that overwrite markers, each with the values of its line. Bytes are copied from the lines:
 * as strings, which lived until the block was written, a row took 5 to 6 µs more of the 44 of processor time
 * that it takes in all.
 * @param rows of the block; `ids` has the marker of each
 * @param byCode the rows have the codes of these markers
 */
export function updatesOfLines(
  prepared: PreparedBlock,
  derivesColor: Uint8Array | undefined,
  rows: readonly number[],
  ids: readonly number[],
  byCode = false,
): UpdatedRows {
  const { lineEnds, styleOf, styles, removed, impliesCountry, impliesRadius } = prepared;
  const bytes = lineBytes(prepared);
  const names: readonly UpdatedColumn[] = byCode ? UPDATED_BY_CODE_COLUMNS : UPDATED_COLUMNS;
  return updatedRows(names, (columns) => {
    const ofLine = lineNames(names).map((name) => (name === null ? null : columns[name]));
    for (const [i, row] of rows.entries()) {
      addLine(ofLine, bytes, { start: lineStart(prepared, row), end: lineEnds[2 * row]! });
      const style = styleOf[row]!;
      const members = removed?.get(row);
      columns.id.add(String(ids[i]));
      if (byCode) columns.code.add(null);
      columns.removed.add(members === undefined ? null : JSON.stringify(members));
      columns.category.add(styles.categories[style]!);
      columns.color.add(styles.colors[style]!);
      columns.derives_color.add(String(derivesColor?.[style] === 1));
      columns.implies_country.add(String(impliesCountry?.[row] === 1));
      columns.implies_radius.add(String(impliesRadius?.[row] === 1));
    }
  });
}
