import { isArea } from '../../schema/marker.js';
import type { BlockWrites, MarkerUpdate } from '../../store/block-transactions.js';
import type { FoundMarker } from '../../store/same-place.js';
import { OVERWRITTEN_COLUMNS, planOverwrite, type RowValues } from '../duplicates/overwrite.js';
import { type CopyLine, readCopyLine, writeCopyLine } from '../prepare/copy-line.js';
import { KEY_WORDS } from '../prepare/duplicate-key.js';
import { linesOf, placesOf, readPlace } from '../prepare/places.js';
import { LINE_COLUMNS } from '../prepare/prepare-block.js';
import { copyText } from '../rows/copy-text.js';
import { addRows, type BlockWrite, COLUMNS, copyRows, type Written } from './copy-rows.js';

/** Rows that meet markers of the map change them; where none can be met, the block is copied as it is. */
export async function overwriteRows(writes: BlockWrites, write: BlockWrite): Promise<Written> {
  const { prepared, decision, own, resumed } = write;
  const meets = decision.repeats || resumed || (await writes.hasOtherMarkers(own));
  if (!meets) return copyRows(writes, write);
  const lines = linesOf(prepared);
  const found = await writes.readMarkers(placesOf(lines.map(readPlace)), OVERWRITTEN_COLUMNS);
  return decision.repeats
    ? overwriteInTurn(writes, write, lines, found)
    : overwriteEach(writes, write, lines, found);
}

type Found = readonly (FoundMarker | null)[];

/** Each row is a marker of its own. What agrees with its marker to the letter is not looked at any further. */
async function overwriteEach(
  writes: BlockWrites,
  { prepared, styles }: BlockWrite,
  lines: readonly string[],
  found: Found,
): Promise<Written> {
  const endings = styles.map(
    ({ category, color }) => `\t${copyText(category ?? '')}\t${copyText(color ?? '')}`,
  );
  const isNew = new Uint8Array(prepared.rows);
  const rowOf = new Map<number, number>();
  let unchanged = 0;
  lines.forEach((line, row) => {
    const met = found[row]!;
    if (met === null || met.expired) isNew[row] = 1;
    else if (met.line === overwrittenPart(line) + endings[prepared.styleOf[row]!]!) unchanged++;
    else rowOf.set(met.id, row);
  });
  const { changed, areas } = await writes.update(
    Array.from(rowOf, ([id, row]) => {
      const line = readCopyLine(lines[row]!, LINE_COLUMNS);
      return updateOf(id, line, { ...line, ...styles[prepared.styleOf[row]!]! });
    }),
  );
  let updated = 0;
  for (const [id, row] of rowOf) {
    const changes = changed.get(id);
    // A marker that was deleted or moved since it was found is made anew.
    if (changes === undefined) isNew[row] = 1;
    else if (changes) updated++;
    else unchanged++;
  }
  const expired = found.flatMap((met) => (met?.expired ? [met.id] : []));
  const more = await addRows(writes, prepared, isNew, styles, expired);
  return {
    added: isNew.reduce((sum, row) => sum + row, 0),
    updated,
    unchanged,
    moreMarkers: more.moreMarkers,
    moreAreas: more.moreAreas + areas,
  };
}

/** The columns of a line that `readMarkers` gives of a marker: its type, and from the radius on. */
function overwrittenPart(line: string): string {
  let at = -1;
  let typeFrom = 0;
  let typeTo = 0;
  for (let column = 0; column < RADIUS; column++) {
    at = line.indexOf('\t', at + 1);
    if (column === TYPE - 1) typeFrom = at + 1;
    else if (column === TYPE) typeTo = at;
  }
  return line.slice(typeFrom, typeTo) + line.slice(at);
}

const TYPE = LINE_COLUMNS.indexOf('type');
const RADIUS = LINE_COLUMNS.indexOf('radius');

/** Rows meet each other, too: what they come to one after the other is worked out here, and written once a marker. */
async function overwriteInTurn(
  writes: BlockWrites,
  { prepared, styles }: BlockWrite,
  lines: readonly string[],
  found: Found,
): Promise<Written> {
  const ids = found.flatMap((met) => (met === null || met.expired ? [] : [met.id]));
  const stored = await writes.readColumns([...new Set(ids)], OVERWRITTEN_COLUMNS);
  const rows = lines.map((line) => readCopyLine(line, LINE_COLUMNS));
  const plan = planOverwrite(
    rows.map((line, row) => {
      const { id = 0 } = found[row] ?? {};
      const values = stored.get(id);
      return {
        key: prepared.keys.subarray(row * KEY_WORDS, (row + 1) * KEY_WORDS).join(),
        values: valuesOf({ ...line, ...styles[prepared.styleOf[row]!]! }),
        met: values === undefined ? null : { id, values },
      };
    }),
  );
  const { changed, areas } = await writes.update(
    plan.changes.flatMap(({ id, row, values }) => (id === null ? [] : [updateOf(id, rows[row]!, values)])),
  );
  // A marker that was deleted or moved since it was found is made anew.
  const made = plan.changes.filter(({ id }) => id === null || !changed.has(id));
  const vanished = made.filter(({ id }) => id !== null).length;
  const text = made.map(({ row, values }) => writeCopyLine({ ...rows[row]!, ...values }, COLUMNS)).join('');
  await writes.copy(Buffer.from(text), COLUMNS);
  const gone = await writes.remove(made.flatMap(({ row }) => (found[row]?.expired ? [found[row].id] : [])));
  return {
    added: plan.added + vanished,
    updated: plan.updated - vanished,
    unchanged: plan.unchanged,
    moreMarkers: made.length - gone.markers,
    moreAreas: areas + made.filter(({ values }) => isArea(values.type!)).length - gone.areas,
  };
}

/** @param row what the row is called and where it lies */
const updateOf = (id: number, { name, cell }: CopyLine, values: RowValues): MarkerUpdate => ({
  ...valuesOf(values),
  id,
  name,
  cell,
});

function valuesOf(from: RowValues): RowValues {
  const values = {} as RowValues;
  for (const column of OVERWRITTEN_COLUMNS) values[column] = from[column];
  return values;
}
