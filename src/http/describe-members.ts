import { GLOSSARY } from '../schema/glossary.js';
import type { Json, JsonObject } from './plain-schema.js';

/**
 * A description for a member or parameter that has none of its own; undefined: the glossary does not know it
 * either.
 */
export const describedBy = (name: string, schema = ''): string | undefined =>
  own(`${schema}.${name}`) ?? own(name);

const own = (key: string): string | undefined => (Object.hasOwn(GLOSSARY, key) ? GLOSSARY[key] : undefined);

/**
 * Describes the members of a schema, at every depth, that say nothing of themselves.
 * @param id of the schema, or ''
 */
export function describeMembers(schema: JsonObject, id = ''): JsonObject {
  const described = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (typeof value !== 'object' || value === null) return [keyword, value];
    if (keyword === 'properties')
      return [
        keyword,
        Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, withText(name, member as JsonObject, id)]),
        ),
      ];
    if (keyword === 'items') return [keyword, describeMembers(value as JsonObject, id)];
    if (keyword === 'anyOf' || keyword === 'oneOf')
      return [keyword, (value as readonly JsonObject[]).map((one) => describeMembers(one, id))];
    return [keyword, value];
  });
  return Object.fromEntries(described);
}

function withText(name: string, member: JsonObject, id: string): JsonObject {
  const inner = describeMembers(member, id);
  const text = saysWhat(member) ? undefined : describedBy(name, id);
  return text === undefined ? inner : { ...inner, description: text };
}

/** Itself, by its reference, or, where it may be null, by the other alternative. */
export const saysWhat = (schema: JsonObject): boolean =>
  schema.description !== undefined ||
  schema.$ref !== undefined ||
  ((schema.anyOf ?? schema.oneOf ?? []) as readonly JsonObject[]).some(
    ({ description, $ref }) => description !== undefined || $ref !== undefined,
  );
