import {
  COPY_COLUMNS,
  LINE_COLUMNS,
  OVERWRITTEN_COLUMNS,
  PLACED_COLUMNS,
} from '../../schema/marker-columns.js';
import { isArea } from '../../schema/marker-terms.js';
import { codeAmong, type Match } from '../../schema/match.js';
import type { Alike } from '../../schema/place-texts.js';
import type { BlockWrites } from '../../store/block-transactions.js';
import { UNCHANGED } from '../duplicates/decide.js';
import { meetRows } from '../duplicates/meet-rows.js';
import { type MarkerOverwrite, planOverwrite, type RowValues } from '../duplicates/overwrite.js';
import { overwritingRow } from '../duplicates/overwriting-row.js';
import { overwrittenHashes } from '../duplicates/overwritten-hashes.js';
import { readCopyLine, writeCopyLine } from '../prepare/copy-line.js';
import { linesOf, placeTextsOf } from '../prepare/places.js';
import { type Update, updatesOf, updatesOfLines } from '../prepare/update-columns.js';
import { addRows, type BlockWrite, copyRows, type Written } from './copy-rows.js';
import { selectRows } from './select-rows.js';

const NOTHING = { added: 0, updated: 0, tooLong: [], moreMarkers: 0, moreAreas: 0 };

/** Rows that meet markers of the map change them; where none can be met, the block is copied as it is. */
export async function overwriteRows(writes: BlockWrites, write: BlockWrite): Promise<Written> {
  const { keep, kept, unchanged = 0 } = write.decision;
  const { rows: all, existing } = write.prepared;
  const met = existing?.filter((_, row) => keep[row] === UNCHANGED) ?? [];
  if (kept === 0) return { ...NOTHING, unchanged, met: Array.from(met) };
  if (kept === all) return overwriteAll(writes, write);
  const rows = Array.from(keep.keys()).filter((row) => keep[row] === 1);
  const { tooLong, unmet = [], ...written } = await overwriteAll(writes, selectRows(write, keep));
  return {
    ...written,
    unchanged: written.unchanged + unchanged,
    met: [...written.met, ...met],
    tooLong: tooLong.map((row) => rows[row]!),
    unmet: unmet.map((row) => rows[row]!),
  };
}

async function overwriteAll(writes: BlockWrites, write: BlockWrite): Promise<Written> {
  const { decision, own, resumed } = write;
  const meets = decision.repeats || resumed || (await writes.hasOtherMarkers(own));
  if (!meets) return copyRows(writes, write);
  const isInTurn = decision.repeats || (write.match && !isAllCoded(write));
  return isInTurn ? overwriteInTurn(writes, write) : overwriteEach(writes, write);
}

const isAllCoded = ({ prepared: { rows, coded = null, existing } }: BlockWrite): boolean =>
  existing !== null && (coded?.subarray(0, rows).every((is) => is === 1) ?? false);

/**
 * Overwrites where each row is a marker of its own. A row that agrees with its marker is not looked at any
 * further.
 */
async function overwriteEach(writes: BlockWrites, write: BlockWrite): Promise<Written> {
  const { prepared, decision, nowMs, match = null } = write;
  const alike: Alike[] = [];
  const byCode = match !== null;
  if (decision.changesAll) return changeEach(writes, write, prepared.existing!);
  const hashes = overwrittenHashes(prepared, byCode);
  const { found, agrees } = await (byCode
    ? writes.compareKnown(prepared.existing!, hashes, nowMs)
    : writes.compareMarkers(placeTextsOf(prepared), hashes, nowMs, alike));
  // A marker that two rows meet, one by its place and one by its address, is for these to change in their
  // order.
  const met = found.filter((id) => id > 0);
  if (new Set(met).size < met.length) return overwriteInTurn(writes, write);
  const written = await changeEach(writes, write, found, agrees);
  return { ...written, met: [...written.met, ...alike.map(({ id }) => id)] };
}

/**
 * Changes markers by a row each, which no other row meets, and adds the other rows.
 * @param found for each row the id of its marker, as from `findMarkers`
 * @param agrees 1 for each row that equals its marker; absent: none does
 */
async function changeEach(
  writes: BlockWrites,
  { prepared, derivesColor, onNew, match = null }: BlockWrite,
  found: Float64Array,
  agrees?: Uint8Array,
): Promise<Written> {
  const byCode = match !== null;
  const isNew = new Uint8Array(prepared.rows);
  const expired: number[] = [];
  const rows: number[] = [];
  let unchanged = 0;
  found.forEach((id, row) => {
    if (id <= 0) isNew[row] = 1;
    if (id < 0) expired.push(-id);
    if (id <= 0) return;
    if (agrees?.[row] === 1 && !prepared.removed?.has(row)) unchanged++;
    else rows.push(row);
  });
  let updated = 0;
  const tooLong: number[] = [];
  const ids = rows.map((row) => found[row]!);
  const { overwritten, areas, becamePins } = await writes.update(
    ids,
    (at) =>
      updatesOfLines(
        prepared,
        derivesColor,
        at.map((i) => rows[i]!),
        at.map((i) => ids[i]!),
        byCode,
      ),
    match,
  );
  for (const [i, row] of rows.entries()) {
    const outcome = overwritten.get(ids[i]!);
    // A marker that was deleted or moved since it was found is made anew.
    if (outcome === undefined) isNew[row] = 1;
    else if (outcome === 'changed') updated++;
    else if (outcome === 'unchanged') unchanged++;
    else tooLong.push(row);
  }
  const unmet = onNew === 'skip' ? [...isNew.keys()].filter((row) => isNew[row] === 1) : [];
  for (const row of unmet) isNew[row] = 0;
  const added = isNew.reduce((sum, row) => sum + row, 0);
  const more = await addRows(writes, prepared, { keep: isNew, kept: added }, onNew === 'skip' ? [] : expired);
  return {
    added,
    updated,
    unchanged,
    tooLong,
    unmet,
    met: Array.from(found.filter((id) => id > 0)),
    moreMarkers: more.moreMarkers,
    moreAreas: more.moreAreas + areas,
    becamePins,
  };
}

/**
 * Rows meet each other, too: what they come to one after the other is worked out here, and written once a
 * marker.
 */
async function overwriteInTurn(
  writes: BlockWrites,
  { prepared, derivesColor, nowMs, onNew, match = null }: BlockWrite,
): Promise<Written> {
  const alike: number[] = [];
  const found = await meetRows((...of) => writes.findMarkers(...of), prepared, match, nowMs, alike);
  const stored = await writes.readColumns(
    [...new Set(found)].filter((id) => id > 0),
    match === null ? OVERWRITTEN_COLUMNS : [...OVERWRITTEN_COLUMNS, ...PLACED_COLUMNS],
  );
  // A change by somebody else to a marker since the codes of the map were read leaves its row without one.
  const codes = new Map<number, string>();
  if (match !== null)
    for (const [id, values] of stored) codes.set(id, codeAmong(values[match.column], match.name));
  const rows = linesOf(prepared).map((line) => readCopyLine(line, LINE_COLUMNS));
  const plan = planOverwrite(
    rows.map((line, row) => {
      const values = stored.get(found[row]!);
      const isOther =
        match !== null &&
        prepared.coded?.[row] === 1 &&
        codes.get(found[row]!) !== codeAmong(line[match.column], match.name);
      const met = values === undefined || isOther ? null : { id: found[row]!, values };
      return overwritingRow(prepared, row, line, met, match, derivesColor?.[prepared.styleOf[row]!] === 1);
    }),
    nowMs,
  );
  const updateOf = ({ id, row, values, removed, updates }: MarkerOverwrite): Update => {
    const code = codes.get(id!) ?? '';
    const { name, cell } = rows[row]!;
    const known = code === '' ? { name, cell } : { ...placeOf(values), code };
    const written = writtenBy(rows, updates);
    const implied = { derives_color: 'false', implies_country: 'false', implies_radius: 'false' };
    const members = removed === null ? null : JSON.stringify(removed);
    return { id: id!, values: { ...values, ...known, ...implied, written, removed: members } };
  };
  const updates = plan.changes.filter(({ id }) => id !== null).map(updateOf);
  const isKnownByCode = ({ values }: Update): boolean => values.code !== undefined;
  const byPlace = await updateMarkers(
    writes,
    updates.filter((update) => !isKnownByCode(update)),
    null,
  );
  const byCode = await updateMarkers(writes, updates.filter(isKnownByCode), match);
  const overwritten = new Map([...byPlace.overwritten, ...byCode.overwritten]);
  const areas = byPlace.areas + byCode.areas;
  // A marker that was deleted or moved since it was found is made anew.
  const lacking = plan.changes.filter(({ id }) => id === null || !overwritten.has(id));
  const [made, unmade] = onNew === 'skip' ? [[], lacking] : [lacking, []];
  // Too long as PostgreSQL writes them, or with members that others added since the marker was found: rows
  // that repeat them are refused, too.
  const refused = plan.changes.filter(({ id }) => id !== null && overwritten.get(id) === 'too long');
  const refusedUpdates = refused.flatMap((change) => change.updates);
  const refusedRepeats = refused.flatMap((change) => change.repeats);
  const unmetRows = unmade.flatMap(({ id, row, updates }) => (id === null ? [row, ...updates] : updates));
  const unmetRepeats = unmade.flatMap(({ repeats }) => repeats);
  const vanished = made.filter(({ id }) => id !== null).length;
  const text = made
    .map(({ row, values, derivedColor, updates, id }) => {
      const color = values.color ?? derivedColor ?? null;
      const country = values.country ?? rows[row]!.country;
      const line = rows[row]!;
      const placed = values.name === undefined || values.name === null ? placeOf(line) : {};
      const written = writtenBy(rows, id === null ? [row, ...updates] : updates);
      return writeCopyLine({ ...line, ...values, ...placed, color, country, written }, COPY_COLUMNS);
    })
    .join('');
  await writes.copy(Buffer.from(text), COPY_COLUMNS);
  const expired = made.flatMap(({ row }) => (found[row]! < 0 ? [-found[row]!] : []));
  const gone = await writes.removeExpired([...plan.removed, ...expired]);
  return {
    added: onNew === 'skip' ? 0 : plan.added + vanished,
    updated:
      plan.updated -
      vanished -
      refusedUpdates.length -
      unmade.reduce((sum, { updates }) => sum + updates.length, 0),
    unchanged: plan.unchanged - refusedRepeats.length - unmetRepeats.length,
    unmet: [...unmetRows, ...unmetRepeats].sort((a, b) => a - b),
    met: [...found.filter((id) => id > 0), ...alike],
    tooLong: [...plan.tooLong, ...refusedUpdates, ...refusedRepeats].sort((a, b) => a - b),
    moreMarkers: made.length - gone.markers,
    moreAreas: areas + made.filter(({ values }) => isArea(values.type!)).length - gone.areas,
    becamePins: plan.becamePins,
  };
}

/**
 * Hash of the only row that changes a marker; null: several do. An earlier one that found all as it would
 * have it is none of them.
 */
const writtenBy = (
  rows: readonly Record<'written', string | null>[],
  changing: readonly number[],
): string | null => (changing.length === 1 ? rows[changing[0]!]!.written : null);

const placeOf = ({ name, lat, lng, cell }: Pick<RowValues, (typeof PLACED_COLUMNS)[number]>) => ({
  name: name ?? null,
  lat: lat ?? null,
  lng: lng ?? null,
  cell: cell ?? null,
});

const updateMarkers = (writes: BlockWrites, updates: readonly Update[], match: Match | null) =>
  writes.update(
    updates.map(({ id }) => id),
    (at) =>
      updatesOf(
        at.map((i) => updates[i]!),
        match !== null,
      ),
    match,
  );
