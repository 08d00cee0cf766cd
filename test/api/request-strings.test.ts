import t from 'tap';
import { document } from '../support/documented.js';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth
type Anything = any;

/** Patterns that bound the length by themselves, and formats. */
const isBounded = (schema: Anything): boolean =>
  ['maxLength', 'enum', 'const', 'format'].some((keyword) => keyword in schema) ||
  /^\^[^*+]*\$$/.test(schema.pattern ?? '');

/** Paths of the strings of a schema that may have any length. Files are bounded as a body. */
function* unboundedStrings(schema: Anything, path: string, seen: readonly string[] = []): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  if (typeof schema.$ref === 'string') {
    if (seen.includes(schema.$ref)) return;
    const named = document.components.schemas[schema.$ref.split('/').at(-1)];
    yield* unboundedStrings(named, path, [...seen, schema.$ref]);
    return;
  }
  const types: unknown[] = [schema.type].flat();
  if (types.includes('string') && !isBounded(schema) && schema.contentMediaType === undefined) yield path;
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* unboundedStrings(member, `${path}.${name}`, seen);
  for (const [pattern, member] of Object.entries(schema.patternProperties ?? {}))
    yield* unboundedStrings(member, `${path}{${pattern}}`, seen);
  yield* unboundedStrings(schema.additionalProperties, `${path}{}`, seen);
  yield* unboundedStrings(schema.items, `${path}[]`, seen);
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* unboundedStrings(part, path, seen);
}

t.test('every string that a client sends has a longest length', async (t) => {
  const unbounded = Object.entries<Anything>(document.paths).flatMap(([path, item]) =>
    Object.entries<Anything>(item).flatMap(([method, { parameters = [], requestBody }]) =>
      [
        ...parameters
          .filter((parameter: Anything) => parameter.in === 'query')
          .flatMap(({ name, schema }: Anything) => [...unboundedStrings(schema, name)]),
        ...Object.entries<Anything>(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
          // Bodies of imports are uploads, whose records have their own bounds.
          path.endsWith('/bulk') && method === 'post' && type !== 'multipart/form-data'
            ? []
            : [...unboundedStrings(schema, type)],
        ),
      ].map((found) => `${method} ${path} ${found}`),
    ),
  );
  t.same(unbounded, []);
});
