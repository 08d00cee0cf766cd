import type { Json, JsonObject } from './plain-schema.js';

/**
 * The example of an answer: the schema's own, or one assembled from the examples of its members.
 * @param named resolves a reference
 * @returns undefined when a member lacks an example
 */
export function exampleOf(schema: JsonObject, named: (reference: string) => JsonObject): Json | undefined {
  if (schema.example !== undefined) return schema.example;
  if (typeof schema.$ref === 'string') return exampleOf(named(schema.$ref), named);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(alternatives)) return exampleOf(alternatives[0], named);
  if (schema.items !== undefined) {
    const item = exampleOf(schema.items as JsonObject, named);
    return item === undefined ? undefined : [item];
  }
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>).map(
    ([name, member]) => [name, exampleOf(member, named)] as const,
  );
  const isWhole = members.length > 0 && members.every(([, example]) => example !== undefined);
  return isWhole ? (Object.fromEntries(members) as JsonObject) : undefined;
}
