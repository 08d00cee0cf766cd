export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** Called for each schema with an $id and its plain form; returns the replacement. */
export type OnNamed = (id: string, schema: JsonObject) => JsonObject;

/** Schemas with an $id that were met, and what replaces them. */
export type Known = Map<object, JsonObject>;

/** Keywords whose value maps names to schemas. */
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** Keywords whose value is data. */
const DATA = new Set(['default', 'const', 'enum', 'example', 'examples', 'required', 'type']);

/**
 * The JSON Schema of a TypeBox schema, in the form that reads best in messages and in the OpenAPI document: a
 * union of literals is an `enum`, and a record is `additionalProperties` (TypeBox writes the pattern `^.*$`,
 * which a name with a line break does not match: its value would go unchecked).
 * @param known of earlier calls that replaced named schemas by the same
 */
export function plainSchema(schema: unknown, onNamed: OnNamed, known?: Known): JsonObject {
  const source = schema as Record<string, Json>;
  const same = known?.get(source);
  if (same !== undefined) return same;
  const plain: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(source)) {
    if (keyword !== '$id') plain[keyword] = plainKeyword(keyword, value, onNamed, known);
  }
  const simplified = recordAsAdditional(literalsAsEnum(plain));
  if (typeof source.$id !== 'string') return simplified;
  const replacement = onNamed(source.$id, simplified);
  known?.set(source, replacement);
  return replacement;
}

function plainKeyword(keyword: string, value: Json, onNamed: OnNamed, known?: Known): Json {
  if (DATA.has(keyword) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => plainSchema(item, onNamed, known));
  if (!SCHEMA_MAPS.has(keyword)) return plainSchema(value, onNamed, known);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, plainSchema(member, onNamed, known)]),
  );
}

function literalsAsEnum(schema: Record<string, Json>): Record<string, Json> {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const members = anyOf as readonly JsonObject[];
  if (members.length === 0 || !members.every((member) => Object.hasOwn(member, 'const'))) return schema;
  return { ...rest, enum: members.map((member) => member.const!) };
}

function recordAsAdditional(schema: Record<string, Json>): Record<string, Json> {
  const { patternProperties, ...rest } = schema;
  const values = (patternProperties as JsonObject | undefined)?.['^.*$'];
  return values === undefined ? schema : { ...rest, additionalProperties: values };
}
