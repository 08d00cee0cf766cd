import type { Json, JsonObject } from './plain-schema.js';

type Schema = Record<string, Json>;

/** Keywords whose value maps names to schemas. */
const SCHEMA_MAPS = new Set(['properties', 'patternProperties']);
/** Keywords whose value is one or several schemas. */
const SCHEMAS = new Set(['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf']);

/**
 * A schema in the form that client generators expect. Enumerations get a type. In requests, members with a
 * default become optional and the default moves to the description, because generators treat a member with a
 * `default` as always present.
 */
export function documentSchema(schema: JsonObject, isRequest: boolean): JsonObject {
  const shown: Schema = {};
  for (const [keyword, value] of Object.entries(schema)) shown[keyword] = within(keyword, value, isRequest);
  const typed = withType(shown);
  return isRequest ? withoutDefaults(typed) : typed;
}

function within(keyword: string, value: Json, isRequest: boolean): Json {
  if (typeof value !== 'object' || value === null) return value;
  const inner = (schema: Json): Json => documentSchema(schema as JsonObject, isRequest);
  if (SCHEMA_MAPS.has(keyword))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(member)]));
  if (!SCHEMAS.has(keyword)) return value;
  return Array.isArray(value) ? value.map(inner) : inner(value);
}

function withType(schema: Schema): Schema {
  if (schema.type !== undefined) return schema;
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  const [type, ...others] = new Set(values.map((value: unknown) => typeof value));
  return type === undefined || others.length > 0 || type === 'object' ? schema : { type, ...schema };
}

function withoutDefaults(schema: Schema): Schema {
  if (typeof schema.properties !== 'object' || schema.properties === null) return schema;
  const properties: Schema = {};
  const optional = new Set<Json>();
  for (const [name, member] of Object.entries(schema.properties as JsonObject)) {
    const { default: value, ...rest } = member as JsonObject;
    if (value !== undefined) optional.add(name);
    const said = `Default: ${JSON.stringify(value)}.`;
    properties[name] =
      value === undefined
        ? member
        : { ...rest, description: rest.description === undefined ? said : `${rest.description} ${said}` };
  }
  const { required, ...others } = schema;
  const still = ((required ?? []) as readonly Json[]).filter((name) => !optional.has(name));
  return { ...others, properties, ...(still.length > 0 && { required: still }) };
}
