import { cut } from '../../base/cut.js';
import type { ShownChange } from '../../schema/dry-run.js';
import { columnsWith, OVERWRITTEN_COLUMNS, PLACED_COLUMNS } from '../../schema/marker-columns.js';
import { codeAmong, LOCATION_CODE, type Match } from '../../schema/match.js';
import type { RowValues } from '../duplicates/overwrite.js';
import { differencesOf } from '../report/change-lines.js';

/** Changes that are shown. */
export const SHOWN_CHANGES = 100;
/** Members of a change, and characters of a text, that are shown. */
const SHOWN_MEMBERS = 50;
const SHOWN_CHARACTERS = 200;

const NUMBERS: ReadonlySet<string> = new Set(columnsWith('type', 'float8'));
const OBJECTS: ReadonlySet<string> = new Set(columnsWith('type', 'json'));

/** How a row changes a marker of the map. Texts as in COPY's columns. */
export function changeOf(id: number, before: RowValues, after: RowValues, match: Match | null): ShownChange {
  const changes: Record<string, [unknown, unknown]> = {};
  for (const column of [...PLACED_COLUMNS, ...OVERWRITTEN_COLUMNS]) {
    const [was = null, is = null] = [before[column], after[column]];
    const isSame =
      NUMBERS.has(column) && was !== null && is !== null ? Number(was) === Number(is) : was === is;
    if (isSame) continue;
    changes[column] = OBJECTS.has(column) ? [parsed(was), parsed(is)] : [was, is];
  }
  const { column, name } = match ?? LOCATION_CODE;
  return {
    marker_id: id,
    code: shown(codeAmong(after[column], name) || null),
    name: shown(after.name ?? null),
    change: 'updated',
    members: differencesOf(changes)
      .slice(0, SHOWN_MEMBERS)
      .map(([member, old, fresh]) => ({
        member: cut(member, SHOWN_CHARACTERS),
        old: shown(old),
        new: shown(fresh),
      })),
  };
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const shown = (value: unknown): string | null =>
  value === null || value === undefined ? null : cut(String(value), SHOWN_CHARACTERS);
