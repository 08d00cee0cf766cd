import type { ErrorObject } from 'ajv';
import { cut, quote } from '../base/cut.js';
import { didYouMean } from '../base/near-name.js';

const MAX_NAME = 200;
/** Characters of a value that are shown: enough to find it. */
const MAX_VALUE = 40;
const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  'date-time': 'a date and time such as 2026-12-31T00:00:00Z',
};

/**
 * JSON: a number in quotes is a text. Parameters of a query are all texts. Those of a path are not shown:
 * keys and addresses of people get into paths by mistake.
 */
export type ValueSource = 'json' | 'query' | 'path';

/** One sentence for the errors of Ajv: `page_size must be >= 1, not 0`. */
export function describeErrors(errors: readonly ErrorObject[], source: ValueSource = 'json'): string {
  const message = describeBranches(errors, source !== 'path');
  const { keyword, params, data } = errors[0]!;
  const isQuoted =
    source === 'json' && errors.length === 1 && keyword === 'type' && isTextOf(data, String(params.type));
  return isQuoted ? `${message}: write it without quotes` : message;
}

/** A number, true or false in quotes. */
const isTextOf = (data: unknown, type: string): boolean =>
  typeof data === 'string' &&
  (type === 'boolean'
    ? /^(?:true|false)$/.test(data)
    : /^(?:number|integer)$/.test(type) && data.trim() !== '' && Number.isFinite(Number(data)));

function describeBranches(errors: readonly ErrorObject[], showsValue: boolean): string {
  const tell = (error: ErrorObject): string => describe(error) + (showsValue ? seenIn(error) : '');
  const last = errors.at(-1)!;
  if (last.keyword !== 'anyOf' && last.keyword !== 'oneOf') return tell(errors[0]!);
  // The errors before it are those of the branches; the branch with the deepest error matched best.
  const branches = errors.slice(0, -1);
  const deepest = branches.reduce((best, error) =>
    error.instancePath.length > best.instancePath.length ? error : best,
  );
  if (deepest.instancePath.length > last.instancePath.length) {
    // The deepest place may be a union itself.
    const ofDeepest = branches.filter(({ instancePath }) => instancePath === deepest.instancePath);
    return describeBranches(ofDeepest, showsValue);
  }
  const types = branches
    .filter((error) => error.keyword === 'type')
    .map((error) => typeName(error.params.type));
  if (types.length === branches.length)
    return `${nameOf(last.instancePath)} must be ${[...new Set(types)].join(' or ')}${showsValue ? seenIn(branches[0]!) : ''}`;
  return tell(branches.find((error) => error.keyword !== 'type') ?? last);
}

const WITH_VALUE = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);

/** Goes on in a message: the value that was refused, in part, or its length. */
function seenIn({ keyword, params, data }: ErrorObject): string {
  if (keyword === 'maxLength') return `, not ${(data as string).length}`;
  if (keyword === 'maxItems') return `, not ${(data as unknown[]).length}`;
  if (!WITH_VALUE.has(keyword) || params.pattern === '\\S') return '';
  const near =
    keyword === 'enum' && typeof data === 'string' ? didYouMean(data, params.allowedValues, ' (', ')') : '';
  return `, not ${shownValue(data)}${near}`;
}

/**
 * Part of a key: who sends one in a wrong place finds it in no message, and so in no log of a program
 * between.
 */
const KEY = /ck_[0-9A-Za-z]{8}/;

const shownValue = (value: unknown): string =>
  typeof value === 'string'
    ? KEY.test(value)
      ? 'an API key'
      : quote(value, MAX_VALUE)
    : Array.isArray(value)
      ? 'an array'
      : typeof value === 'object' && value !== null
        ? 'an object'
        : String(value);

function describe({ instancePath, keyword, params, parentSchema, message }: ErrorObject): string {
  const name = nameOf(instancePath);
  switch (keyword) {
    case 'required':
      return `${memberOf(instancePath, String(params.missingProperty))} is required`;
    case 'additionalProperties':
      return `${memberOf(instancePath, String(params.additionalProperty))} is not expected`;
    case 'type':
      return `${name} must be ${[params.type].flat().map(typeName).join(' or ')}`;
    case 'enum':
      return `${name} must be one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`;
    case 'const':
      return `${name} must be ${JSON.stringify(params.allowedValue)}`;
    case 'pattern':
      if (params.pattern === '\\S') return `${name} must not be blank`;
      // An example says more than a pattern.
      return parentSchema?.example === undefined
        ? `${name} must match ${params.pattern}`
        : `${name} must be written like ${(parentSchema.examples ?? [parentSchema.example]).join(' or ')}`;
    case 'minLength':
      return `${name} must have at least ${params.limit} ${params.limit === 1 ? 'character' : 'characters'}`;
    case 'maxLength':
      return `${name} must have at most ${params.limit} characters`;
    case 'minItems':
      return `${name} must have at least ${params.limit} ${params.limit === 1 ? 'item' : 'items'}`;
    case 'maxItems':
      return `${name} must have at most ${params.limit} items`;
    case 'maxProperties':
      return `${name} must have at most ${params.limit} members`;
    case 'format':
      return `${name} must be ${FORMAT_NAMES[params.format] ?? `in the format "${params.format}"`}`;
    default:
      return `${name} ${message ?? 'is not valid'}`;
  }
}

const typeName = (type: unknown): string => TYPE_NAMES[String(type)] ?? String(type);

const memberOf = (instancePath: string, member: string): string =>
  short(instancePath === '' ? member : `${nameOf(instancePath)}.${member}`);

/** `/markers/0/custom_fields/a~1b` -> `markers[0].custom_fields.a/b`. */
function nameOf(instancePath: string): string {
  if (instancePath === '') return 'the body';
  const parts = instancePath.slice(1).split('/');
  const name = parts.map((part) =>
    /^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`,
  );
  return short(name.join('').replace(/^\./, ''));
}

/** Names of custom fields may be long. */
const short = (name: string): string => cut(name, MAX_NAME);
