import type { TSchema } from 'typebox';
import { type JsonObject, plainSchema } from './plain-schema.js';

/** Receives the names of unknown members; returns false to end the search. */
export type Tell = (name: string) => boolean;
/** Searches a value that the schema has accepted. @returns false when the search was ended */
export type FindUnknown = (value: unknown, tell: Tell) => boolean;

/** Members and items that a schema allows, all alternatives merged. */
interface Shape {
  readonly members: Map<string, JsonObject[]>;
  /** Schemas of additional members; null when none are allowed. */
  others: JsonObject[] | null;
  readonly items: JsonObject[];
  isObject: boolean;
}

type Walk = (value: unknown, path: string, tell: Tell) => boolean;

/** @returns null when no object of the schema can have an unknown member */
export function compileUnknownMembers(schema: TSchema): FindUnknown | null {
  const walk = compileWalk([plainSchema(schema, (_, plain) => plain)]);
  return walk && ((value, tell) => walk(value, '', tell));
}

function compileWalk(schemas: readonly JsonObject[]): Walk | null {
  const shape: Shape = { members: new Map(), others: null, items: [], isObject: false };
  for (const schema of schemas) addTo(shape, schema);
  const items = shape.items.length === 0 ? null : compileWalk(shape.items);
  const others = shape.others === null || shape.others.length === 0 ? null : compileWalk(shape.others);
  const members = new Map([...shape.members].map(([name, some]) => [name, compileWalk(some)]));
  if (!shape.isObject && items === null) return null;
  if (shape.others !== null && others === null && items === null && ![...members.values()].some(Boolean))
    return null;
  return (value, path, tell) => {
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value)) return items === null || value.every((item) => items(item, `${path}[]`, tell));
    if (!shape.isObject) return true;
    const before = path === '' ? '' : `${path}.`;
    for (const name of Object.keys(value)) {
      const walk = members.get(name);
      if (walk === undefined && shape.others === null) {
        if (!tell(before + name)) return false;
        continue;
      }
      const next = walk === undefined ? others : walk;
      if (next && !next((value as Record<string, unknown>)[name], before + name, tell)) return false;
    }
    return true;
  };
}

function addTo(shape: Shape, schema: JsonObject): void {
  for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const)
    for (const branch of (schema[keyword] ?? []) as readonly JsonObject[]) addTo(shape, branch);
  if (typeof schema.items === 'object') shape.items.push(schema.items as JsonObject);
  if (schema.type !== 'object' && schema.properties === undefined) return;
  shape.isObject = true;
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, JsonObject>))
    shape.members.set(name, [...(shape.members.get(name) ?? []), member]);
  const { additionalProperties: others } = schema;
  if (others === undefined || others === false) return;
  shape.others ??= [];
  if (typeof others === 'object') shape.others.push(others as JsonObject);
}
