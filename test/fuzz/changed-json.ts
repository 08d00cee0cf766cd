import fc, { type Arbitrary } from 'fast-check';
import { ODD_JSON, ODD_TEXTS } from './odd-values.js';

type Change = {
  kind: 'none' | 'set' | 'drop' | 'add' | 'wrap' | 'whole';
  at: number;
  json: string;
  name: string;
};
const change: Arbitrary<Change> = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constant('none' as const), weight: 4 },
    fc.constantFrom('set', 'set', 'set', 'drop', 'add', 'wrap', 'whole'),
  ),
  at: fc.nat({ max: 30 }),
  json: fc.constantFrom(...ODD_JSON, ...ODD_TEXTS.map((text) => JSON.stringify(text))),
  name: fc.constantFrom(...ODD_TEXTS),
});

/** A value as JSON with one change. */
function changedJson(value: unknown, { kind, at, json, name }: Change): string {
  if (kind === 'whole') return json;
  if (kind === 'wrap') return `[${JSON.stringify(value)}]`;
  const text = JSON.stringify(value);
  if (kind === 'none' || typeof value !== 'object' || value === null || text === '{}') return text;
  const places = membersOf(value);
  const [owner, member] = places[at % places.length]!;
  return rewritten(value, owner, member, { kind, json, name });
}

function membersOf(value: object): [object, string][] {
  return Object.entries(value).flatMap(([name, member]): [object, string][] => [
    [value, name],
    ...(typeof member === 'object' && member !== null ? membersOf(member) : []),
  ]);
}

function rewritten(
  value: unknown,
  owner: object,
  member: string,
  changed: Pick<Change, 'kind' | 'json' | 'name'>,
): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).flatMap(([name, each]): string[] => {
    const isHere = value === owner && name === member;
    if (isHere && changed.kind === 'drop') return [];
    const text = isHere && changed.kind === 'set' ? changed.json : rewritten(each, owner, member, changed);
    return [Array.isArray(value) ? text : `${JSON.stringify(name)}:${text}`];
  });
  if (value === owner && changed.kind === 'add')
    parts.push(
      Array.isArray(value) ? changed.json : `${JSON.stringify(changed.name)}:${changed.json || 'null'}`,
    );
  return Array.isArray(value) ? `[${parts.join()}]` : `{${parts.join()}}`;
}

/** JSON of values, some of them with one change. */
export const jsonBytes = (values: Arbitrary<unknown>): Arbitrary<Buffer> =>
  fc.tuple(values, change).map(([value, how]) => Buffer.from(changedJson(value, how)));
