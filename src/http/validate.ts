import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Static, TObject, TSchema } from 'typebox';
import { badRequest } from '../base/errors.js';
import { type Coerce, coercionOf } from './coerce.js';
import { parseJsonBody } from './json.js';
import { plainSchema } from './plain-schema.js';
import { describeErrors } from './schema-message.js';
import { compileUnknownMembers, type Tell } from './unknown-members.js';

/** Checks a value, fills defaults in. @returns null, or what is wrong, naming the member */
export type Check = (value: unknown) => string | null;
/** From texts by name to typed values. @returns what is wrong, or null and the values in place */
export type CheckTexts = (texts: Record<string, unknown>) => string | null;

export type Compile = (schema: TSchema) => Check;

/**
 * One address with nothing around it, beyond ASCII too. Without quoted names, whose commas and brackets some mail servers read as
 * two addresses.
 */
const EMAIL = /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/**
 * Compiles schemas, once, at the start. Members that a schema does not know are ignored.
 * @throws Error when compiling a schema with an unknown keyword or format
 */
export function createCompile(): Compile {
  const ajv = new Ajv({
    // All errors of a body of 1 MiB are half a million objects.
    allErrors: false,
    useDefaults: true,
    // A member must be the value's own: `constructor` is not there just because every object inherits one.
    ownProperties: true,
    strictTypes: false,
    verbose: true,
    meta: false,
    validateSchema: false,
  });
  ajv.addKeyword('example');
  ajv.addFormat('date-time', (text: string) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)));
  ajv.addFormat('email', EMAIL);
  // These only describe.
  for (const format of ['int32', 'int64', 'float', 'double', 'binary', 'byte', 'uri'])
    ajv.addFormat(format, true);
  return (schema) => {
    const validate: ValidateFunction = ajv.compile(plainSchema(schema, (_, plain) => plain));
    return (value) => (validate(value) ? null : describeErrors(validate.errors as ErrorObject[]));
  };
}

/** For parameters of path and query, which arrive as texts. */
export function compileTexts(schema: TObject, compile: Compile): CheckTexts {
  const check = compile(schema);
  const coercions: [string, Coerce][] = Object.entries(schema.properties).map(([name, member]) => [
    name,
    coercionOf(plainSchema(member, (_, plain) => plain)),
  ]);
  return (texts) => {
    for (const [name, coerce] of coercions) {
      const text = texts[name];
      if (typeof text === 'string') texts[name] = coerce(text);
    }
    return check(texts);
  };
}

/**
 * For JSON outside a route's body, such as a part of a form.
 * @returns a function of bytes, their name in messages, and who hears of unknown members; it throws AppError BAD_REQUEST
 */
export function compileJson<T extends TSchema>(
  schema: T,
): (bytes: Buffer, what: string, tell?: Tell) => Static<T> {
  const check = createCompile()(schema);
  const findUnknown = compileUnknownMembers(schema);
  return (bytes, what, tell) => {
    const value = parseJsonBody(bytes, what);
    const problem = check(value);
    if (problem !== null) throw badRequest(`${what}: ${problem}`);
    if (tell) findUnknown?.(value, tell);
    return value as Static<T>;
  };
}
