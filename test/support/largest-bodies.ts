import type { JsonObject } from '../../src/http/plain-schema.js';

// biome-ignore lint/suspicious/noExplicitAny: values of any schema
type Anything = any;

/** Levels of a value, and members of an object, up to which bodies are read. */
const MOST_LEVELS = 32;
const MOST_MEMBERS = 10_000;

/** A text of a schema: as long as it may be, or as short as goes. */
function textOf(schema: JsonObject, isLong: boolean, n: number): string {
  if (schema.format === 'email') return `${'e'.repeat(isLong ? 60 : 1)}${n}@example.com`;
  if (schema.format === 'date-time') return '2999-01-01T00:00:00Z';
  const longest = Number(schema.maxLength ?? 1000);
  const number = String(n);
  return isLong && longest > number.length ? number + '\u{e9}'.repeat(longest - number.length) : number;
}

/** Values of a schema of the document that are as large as it lets them be. */
export class LargestValues {
  readonly #named: Readonly<Record<string, JsonObject>>;
  #n = 0;

  constructor(named: Readonly<Record<string, JsonObject>>) {
    this.#named = named;
  }

  /**
   * @param most items of arrays and members of records that have no bound of their own, for each level one
   * number
   */
  of(schema: JsonObject, isLong: boolean, most: readonly number[]): Anything {
    const reference = schema.$ref;
    if (typeof reference === 'string')
      return this.of(this.#named[reference.split('/').at(-1)!]!, isLong, most);
    if (Array.isArray(schema.enum)) return schema.enum.at(-1);
    if (schema.const !== undefined) return schema.const;
    const branches = (schema.anyOf ?? schema.oneOf) as JsonObject[] | undefined;
    if (branches) return this.of(branches[0]!, isLong, most);
    const types = [schema.type].flat();
    const [items = 1, ...further] = most;
    if (types.includes('array')) {
      const length = Math.min(items, Number(schema.maxItems ?? items));
      return Array.from({ length }, () => this.of(schema.items as JsonObject, isLong, further));
    }
    if (types.includes('string')) return textOf(schema, isLong, ++this.#n);
    if (types.includes('object')) return this.#object(schema, isLong, most);
    if (types.includes('integer') || types.includes('number')) return schema.maximum ?? schema.minimum ?? 1;
    return types.includes('boolean') ? true : null;
  }

  #object(schema: JsonObject, isLong: boolean, most: readonly number[]): Anything {
    const required = new Set((schema.required ?? []) as string[]);
    const members = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>)
      .filter(([name]) => isLong || required.has(name))
      .map(([name, member]) => [name, this.of(member, isLong, most)]);
    const [items = 1, ...further] = most;
    if (schema.additionalProperties && typeof schema.additionalProperties === 'object')
      for (let i = 0; i < Math.min(items, Number(schema.maxProperties ?? items)); i++)
        members.push([`n${++this.#n}`, this.of(schema.additionalProperties as JsonObject, isLong, further)]);
    return Object.fromEntries(members);
  }
}

const repeated = (piece: string, bytes: number, separator = ','): string =>
  Array(Math.max(1, Math.floor(bytes / (piece.length + 1))))
    .fill(piece)
    .join(separator);

/**
 * Bodies of at most so many bytes, each large in a way of its own, whatever they are sent to.
 * @param valid members that are required
 */
export function largeJson(
  bytes: number,
  valid: Readonly<Record<string, unknown>>,
): Record<string, () => string> {
  const start = Object.entries(valid)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
    .join('');
  const room = bytes - start.length - 100;
  const levels = MOST_LEVELS - 2;
  const members = (count: number, value: string): string =>
    Array.from({ length: count }, (_, i) => `"${i}n":${value}`).join(',');
  const wide = () => `{${members(Math.min(MOST_MEMBERS - 10, Math.floor(room / 12)), '1')}}`;
  return {
    'a long text': () => `{${start}"x":"${'x'.repeat(room)}"}`,
    'a text of escapes': () => `{${start}"x":"${'\\ud83d\\ude00'.repeat(Math.floor(room / 12))}"}`,
    'a long name': () => `{${start}"${'x'.repeat(room)}":1}`,
    'many members': () => `{${start}${members(Math.min(MOST_MEMBERS - 10, Math.floor(room / 12)), '1')}}`,
    'too many members': () => `{${start}${members(Math.floor(room / 12), '1')}}`,
    'many wide objects': () => `{${start}"x":[${repeated(wide(), room)}]}`,
    'many small objects': () => `{${start}"x":[${repeated('{"a":1}', room)}]}`,
    'many empty arrays': () => `{${start}"x":[${repeated('[]', room)}]}`,
    'many zeros': () => `{${start}"x":[${repeated('0', room)}]}`,
    'many long numbers': () => `{${start}"x":[${repeated('1234567890.12345678901234567890', room)}]}`,
    'deep arrays': () => `{${start}"x":[${repeated('['.repeat(levels) + ']'.repeat(levels), room)}]}`,
    'too deep arrays': () => `{${start}"x":${'['.repeat(room / 2)}${']'.repeat(room / 2)}}`,
    'a deep object': () =>
      `{${start}"x":[${repeated(`${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}`, room)}]}`,
    blanks: () => `{${start}"x":${' '.repeat(room)}1}`,
    'no end': () => `{${start}"x":[${repeated('"a"', room)}`,
    'a number without an end': () => `{${start}"x":${'9'.repeat(room)}}`,
  };
}
