import { OVERWRITTEN_COLUMNS, type PLACED_COLUMNS } from '../../schema/marker-columns.js';
import { BRANCH_MEMBERS, MAX_CUSTOM_FIELDS, MAX_CUSTOM_FIELDS_BYTES } from '../../schema/marker-terms.js';
import { joinRemoved, type RemovedMembers } from '../../schema/removed-members.js';

/** Texts as in COPY's columns, null for one that the row does not have. */
export type RowValues = Record<(typeof OVERWRITTEN_COLUMNS)[number], string | null> &
  Partial<Record<(typeof PLACED_COLUMNS)[number], string | null>>;

/** A row of the block and the marker that it meets. */
export interface OverwritingRow {
  /** The same for all rows that are one marker: name and place. */
  key: string;
  /** Key of a row without a place of its own: name, place and address. */
  branch?: string | null;
  values: RowValues;
  /** Members that the marker loses before it gets these values; absent or null: none. */
  removed?: RemovedMembers | null;
  /** Its colour is the legend's: it counts where the category is another. */
  derivesColor?: boolean;
  /** Its country is the import's default: it counts where the marker has none. */
  impliesCountry?: boolean;
  /** Its radius is the import's default: it counts where the marker has none. */
  impliesRadius?: boolean;
  /** The marker on the map, as it was found; null when there is none. */
  met: { id: number; values: RowValues } | null;
}

/** Change of one marker by the rows of a block. */
export interface MarkerOverwrite {
  /** Id of the marker on the map; null for one that the block makes. */
  id: number | null;
  /** Row of the block that makes it, or that would where the marker has gone meanwhile. */
  row: number;
  /** All rows of the block on top of each other; no colour where that of the marker stays. */
  values: RowValues;
  /** Members that the marker on the map loses before it gets these values. */
  removed: RemovedMembers | null;
  /** The legend's colour of its category, for a marker that has to be made anew. */
  derivedColor?: string;
  /** The rows that it comes from, besides the one that makes a new marker. */
  updates: number[];
  /**
   * Rows behind the first of these that found everything as they would have it: unchanged if the change is
   * made.
   */
  repeats: number[];
}

export interface OverwritePlan {
  /** Markers that are new, or other than before. */
  changes: MarkerOverwrite[];
  added: number;
  updated: number;
  /** Rows that found everything as they would have it (docs/decisions.md#unchanged-rows). */
  unchanged: number;
  /** Rows that made a pin of a marker of the map, whatever later ones made of it. */
  becamePins: number;
  /** Markers on the map that a row let expire before a later one made a new marker in their place. */
  removed: number[];
  /** Rows, ascending, that would make their marker longer than markers may be; nothing comes of them. */
  tooLong: number[];
}

interface Target {
  change: MarkerOverwrite;
  /** Values of the marker after the rows so far. */
  current: RowValues;
}

/** Effect of a row; `became pin`: it changed a marker of the map that was no pin. */
export const ROW_EFFECTS = ['added', 'updated', 'became pin', 'unchanged', 'too long'] as const;
export type RowEffect = (typeof ROW_EFFECTS)[number];

/**
 * Plans what the rows of a block change, one after the other, gathered into one change a marker: rows that
 * follow each other on one marker cost no statement each, however many they are.
 * @param nowMs what has expired by then is no target
 */
export function planOverwrite(rows: readonly OverwritingRow[], nowMs?: number): OverwritePlan {
  const planner = new OverwritePlanner(nowMs);
  rows.forEach((incoming, row) => {
    planner.add(incoming, row);
  });
  return planner.finish();
}

/** Does what `planOverwrite` does, a row at a time. */
export class OverwritePlanner {
  readonly #nowMs: number;
  readonly #targets = new Map<string, Target>();
  /** Nothing is to come of these: what they made has expired, and a later row is in its place. */
  readonly #dropped = new Set<MarkerOverwrite>();
  readonly #plan: OverwritePlan = {
    changes: [],
    added: 0,
    updated: 0,
    unchanged: 0,
    becamePins: 0,
    removed: [],
    tooLong: [],
  };

  constructor(nowMs = Number.NEGATIVE_INFINITY) {
    this.#nowMs = nowMs;
  }

  add(incoming: OverwritingRow, row: number): RowEffect {
    const plan = this.#plan;
    const { key, branch = null, values, removed = null, derivesColor = false } = incoming;
    const found = incoming.met === null ? undefined : this.#targets.get(`id ${incoming.met.id}`);
    const met = found !== undefined && this.#dropped.has(found.change) ? null : incoming.met;
    const known = (met === null ? undefined : found) ?? this.#live(branch ?? key);
    const isOver = known !== undefined && hasExpired(known.current, this.#nowMs);
    if (isOver) {
      this.#dropped.add(known.change);
      if (known.change.id !== null) plan.removed.push(known.change.id);
    }
    const target = isOver ? undefined : known;
    const derived = derivesColor && values.color !== null ? { derivedColor: values.color } : {};
    if (target === undefined && (met === null || isOver)) {
      const change = { id: null, row, values, removed: null, ...derived, updates: [], repeats: [] };
      this.#register(incoming, { change, current: values });
      plan.changes.push(change);
      plan.added++;
      return 'added';
    }
    const before = target?.current ?? met!.values;
    const { effect, wanted, next } = meetMarker(before, incoming);
    if (effect === 'too long') {
      plan.tooLong.push(row);
      return effect;
    }
    const changes = effect !== 'unchanged';
    if (changes) plan.updated++;
    else plan.unchanged++;
    if (target === undefined) {
      const updates = changes ? [row] : [];
      const change = { id: met!.id, row, values: wanted, removed, ...derived, updates, repeats: [] };
      this.#register(incoming, { change, current: next });
      if (changes) plan.changes.push(change);
      plan.becamePins += Number(effect === 'became pin');
      return effect;
    }
    const { change } = target;
    change.values = overlay(without(change.values, removed), wanted);
    change.removed = joinRemoved(change.removed, removed);
    Object.assign(change, derived);
    if (!changes) {
      if (change.updates.length > 0) change.repeats.push(row);
      return effect;
    }
    target.current = next;
    if (change.updates.length === 0 && change.id !== null) plan.changes.push(change);
    change.updates.push(row);
    if (change.id === null) return 'updated';
    plan.becamePins += Number(effect === 'became pin');
    return effect;
  }

  finish(): OverwritePlan {
    const { changes } = this.#plan;
    return { ...this.#plan, changes: changes.filter((change) => !this.#dropped.has(change)) };
  }

  #live(name: string): Target | undefined {
    const target = this.#targets.get(name);
    return target === undefined || this.#dropped.has(target.change) ? undefined : target;
  }

  #register({ key, branch = null }: OverwritingRow, made: Target): void {
    if (made.change.id !== null) this.#targets.set(`id ${made.change.id}`, made);
    if (branch !== null) this.#targets.set(branch, made);
    if (branch === null || this.#live(key) === undefined) this.#targets.set(key, made);
  }
}

interface Meeting {
  effect: Exclude<RowEffect, 'added'>;
  /** Values that the row writes over those of the marker. */
  wanted: RowValues;
  /** Values of the marker then. */
  next: RowValues;
}

/** Effect of a row on the marker that it meets. */
export function meetMarker(before: RowValues, incoming: OverwritingRow): Meeting {
  const { values, removed = null, derivesColor = false } = incoming;
  const { impliesCountry = false, impliesRadius = false } = incoming;
  const current = without(before, removed);
  const keepsColor = derivesColor && current.category === values.category;
  const keepsCountry = impliesCountry && current.country !== null;
  const keepsRadius = impliesRadius && current.radius !== null;
  const wanted = {
    ...values,
    ...(keepsColor && { color: null }),
    ...(keepsCountry && { country: null }),
    ...(keepsRadius && { radius: current.radius }),
  };
  if (current === before && !differs(current, wanted)) return { effect: 'unchanged', wanted, next: current };
  const next = overlay(current, wanted);
  if (growsTooLong(before, next)) return { effect: 'too long', wanted, next };
  const becamePin = next.type === 'pin' && before.type !== 'pin';
  return { effect: becamePin ? 'became pin' : 'updated', wanted, next };
}

const hasExpired = ({ expires_at }: RowValues, nowMs: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= nowMs;

/**
 * Values without removed members; the same object where none goes. The key of a vague address goes with any
 * part of the address.
 */
function without(values: RowValues, removed: RemovedMembers | null): RowValues {
  if (removed === null) return values;
  const left = { ...values };
  for (const column of OVERWRITTEN_COLUMNS) {
    if (removed.columns.includes(column)) {
      left[column] = null;
      if (BRANCH_MEMBERS.includes(column as never) && values[column] !== null) left.address_key = null;
    }
    if (isJson(column) && left[column] !== null) {
      const names = new Set(removed[column as 'custom_fields' | 'extras']);
      const members = Object.entries(JSON.parse(left[column]));
      const kept = members.filter(([name]) => !names.has(name));
      if (kept.length < members.length)
        left[column] = kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
    }
  }
  return OVERWRITTEN_COLUMNS.every((column) => left[column] === values[column]) ? values : left;
}

/**
 * Type, radius and area are the row's, whatever was there; of the others what the row lacks stays. JSON
 * objects merge by member.
 */
function overlay(under: RowValues, over: RowValues): RowValues {
  const values = { ...under };
  for (const column of OVERWRITTEN_COLUMNS) {
    const value = over[column];
    if (column === 'radius' || isPlacing(column)) values[column] = value;
    else if (column === 'address_key')
      values[column] = value ?? (movesAddress(under, over) ? null : under[column]);
    else if (value !== null) {
      const below = under[column];
      values[column] = isJson(column) && below !== null ? mergeJson(below, value) : value;
    }
  }
  if (knowsByCode(over)) {
    if (renames(under, over)) values.name = over.name!;
    if (moves(under, over))
      for (const column of ['lat', 'lng', 'cell'] as const) values[column] = over[column]!;
    values.address_key = over.address_key;
  }
  return values;
}

/** A row that may name and place its marker anew. */
const knowsByCode = ({ name }: RowValues): boolean => name !== undefined && name !== null;
const renames = (under: RowValues, over: RowValues): boolean => under.name?.trim() !== over.name!.trim();
const moves = (under: RowValues, over: RowValues): boolean => under.cell !== over.cell;

/** `"":"x"` and a comma or brace. */
const LEAST_CHARACTERS_OF_FIELD = 7;
const membersOf = (object: string): number => Object.keys(JSON.parse(object)).length;

/**
 * Tells whether a row with a place of its own says another address than the one that the marker was told
 * apart by.
 */
const movesAddress = (under: RowValues, over: RowValues): boolean =>
  BRANCH_MEMBERS.some(
    (column) =>
      over[column] !== null && over[column].trim().toLowerCase() !== under[column]?.trim().toLowerCase(),
  );

/**
 * Tells whether custom fields grow beyond what a marker may have. A character of UTF-16 has at most three
 * bytes in UTF-8.
 */
function growsTooLong({ custom_fields: before }: RowValues, { custom_fields: after }: RowValues): boolean {
  if (after === null || after.length <= LEAST_CHARACTERS_OF_FIELD * MAX_CUSTOM_FIELDS) return false;
  const count = membersOf(after);
  if (count > MAX_CUSTOM_FIELDS && count > membersOf(before ?? '{}')) return true;
  if (after.length * 3 <= MAX_CUSTOM_FIELDS_BYTES) return false;
  return Buffer.byteLength(after) > Math.max(MAX_CUSTOM_FIELDS_BYTES, Buffer.byteLength(before ?? ''));
}

function differs(current: RowValues, row: RowValues): boolean {
  if (knowsByCode(row) && (renames(current, row) || moves(current, row))) return true;
  for (const column of OVERWRITTEN_COLUMNS) {
    const is = current[column];
    const wanted = row[column];
    if (is === wanted || column === 'address_key') continue;
    if (isPlacing(column)) return true;
    if (column === 'radius') {
      if (is === null || wanted === null || Number(is) !== Number(wanted)) return true;
    } else if (wanted !== null) {
      if (is === null) return true;
      if (column === 'expires_at' ? Date.parse(is) !== Date.parse(wanted) : !isJson(column)) return true;
      if (isJson(column) && !holdsJson(is, wanted)) return true;
    }
  }
  return false;
}

/** Tells whether a marker takes a column as the row has it, null included. */
const isPlacing = (column: keyof RowValues): boolean =>
  column === 'type' || column === 'region_source' || column === 'area';

const isJson = (column: keyof RowValues): boolean => column === 'custom_fields' || column === 'extras';

/** Merges JSON objects of texts; members of `over` win. */
const mergeJson = (under: string, over: string): string =>
  under === over ? over : JSON.stringify({ ...JSON.parse(under), ...JSON.parse(over) });

function holdsJson(held: string, wanted: string): boolean {
  const members = JSON.parse(held) as Record<string, unknown>;
  return Object.entries(JSON.parse(wanted)).every(
    ([name, value]) => Object.hasOwn(members, name) && members[name] === value,
  );
}
