import fc, { type Arbitrary } from 'fast-check';
import type { TSchema } from 'typebox';
import { type JsonObject, plainSchema } from '../../src/http/plain-schema.js';

/** Arbitrary values of a schema. Supports the keywords that src/schema uses and throws on others. */
export function valuesOf(schema: TSchema): Arbitrary<unknown> {
  return arbitraryOf(plainSchema(schema, (_, plain) => plain));
}

/** The same for a schema of the OpenAPI document, which refers to named ones. */
export function documentedValuesOf(
  schema: JsonObject,
  named: Record<string, JsonObject>,
): Arbitrary<unknown> {
  const inlined = (of: JsonObject): JsonObject =>
    JSON.parse(JSON.stringify(of), (_, value) =>
      typeof value?.$ref === 'string' ? inlined(named[value.$ref.split('/').at(-1)]!) : value,
    );
  return arbitraryOf(inlined(schema));
}

/**
 * Any code point, half surrogates included. `unit: 'binary'` does the same after building a table of them
 * for 1.2 s.
 */
export const anyCharacter = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));

const DESCRIBING = new Set([
  'propertyNames',
  'description',
  'default',
  'example',
  'examples',
  'title',
  '~kind',
  '~optional',
]);
const KNOWN = new Set([
  ...[
    'type',
    'enum',
    'const',
    'anyOf',
    'oneOf',
    'discriminator',
    'properties',
    'patternProperties',
    'required',
    'additionalProperties',
    'items',
    'pattern',
  ],
  ...[
    'format',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'minItems',
    'maxItems',
    'maxProperties',
  ],
]);

function arbitraryOf(schema: JsonObject): Arbitrary<unknown> {
  for (const keyword of Object.keys(schema)) {
    if (!KNOWN.has(keyword) && !DESCRIBING.has(keyword)) throw new Error(`unknown keyword ${keyword}`);
  }
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const branches = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(branches)) return fc.oneof(...branches.map((part) => arbitraryOf(part as JsonObject)));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: numberOf(schema.minimum, -1e9), max: numberOf(schema.maximum, 1e9) });
    case 'number':
      return fc.double({
        // Larger numbers are unsafe integers, which are refused before a schema sees them.
        min: numberOf(schema.minimum ?? schema.exclusiveMinimum, Number.MIN_SAFE_INTEGER),
        minExcluded: schema.exclusiveMinimum !== undefined,
        max: numberOf(schema.maximum, Number.MAX_SAFE_INTEGER),
        noNaN: true,
      });
    case 'string':
      return stringsOf(schema);
    case 'array':
      return fc.array(arbitraryOf(schema.items as JsonObject), {
        minLength: numberOf(schema.minItems, 0),
        maxLength: Math.min(numberOf(schema.maxItems, 5), 5),
      });
    case 'object':
      return objectsOf(schema);
    default:
      throw new Error(`unknown type in ${JSON.stringify(schema)}`);
  }
}

function stringsOf({ pattern, format, minLength, maxLength }: JsonObject): Arbitrary<string> {
  if (format === 'date-time') {
    return fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (format === 'email') return fc.emailAddress();
  const max = Math.min(numberOf(maxLength, 50), 50);
  if (typeof pattern === 'string' && pattern !== '\\S') {
    return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= max);
  }
  const text = fc.string({ unit: 'grapheme', minLength: numberOf(minLength, 0), maxLength: max });
  return pattern === '\\S' ? text.filter((value) => /\S/.test(value)) : text;
}

function objectsOf({
  properties,
  patternProperties,
  required,
  additionalProperties,
}: JsonObject): Arbitrary<unknown> {
  if (properties === undefined) {
    const values = additionalProperties ? arbitraryOf(additionalProperties as JsonObject) : fc.jsonValue();
    return fc.dictionary(fc.string({ unit: anyCharacter }), values, { maxKeys: 5 });
  }
  const members = Object.entries(properties as Record<string, JsonObject>);
  const named = fc.record(Object.fromEntries(members.map(([name, member]) => [name, arbitraryOf(member)])), {
    requiredKeys: (required as string[] | undefined) ?? [],
  });
  const patterns = Object.entries((patternProperties ?? {}) as Record<string, JsonObject>).map(
    ([pattern, value]) =>
      fc.dictionary(fc.stringMatching(new RegExp(pattern)), arbitraryOf(value), { maxKeys: 2 }),
  );
  return fc.tuple(named, ...patterns).map((parts) => Object.assign({}, ...parts));
}

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;
