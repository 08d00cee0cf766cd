import fc, { type Arbitrary } from 'fast-check';
import type { JsonObject } from '../../src/http/plain-schema.js';
import { anyCharacter, documentedValuesOf } from '../support/arbitrary-of-schema.js';
import { document } from '../support/documented.js';
import { anyJson, type Content, contentOf, damage, damaged } from './bodies.js';
import { ODD_CONTENT_TYPES, ODD_JSON, ODD_TEXTS } from './odd-values.js';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth
type Anything = any;

/** A request with placeholders for ids (`{map_id}`), so that it is the same in every run. */
export interface FuzzedRequest {
  operationId: string;
  method: string;
  /** Path and query as sent, from /v1 on. */
  target: string;
  /** Lower-case names. `authorization` only where it differs from the usual one. */
  headers: Record<string, string>;
  body: Buffer | undefined;
}

const named: Record<string, JsonObject> = document.components.schemas;
const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: anyCharacter, maxLength: 20 }));
const oddJson = fc.constantFrom(...ODD_JSON);

/** Mostly the usual value, else the odd one. */
const mostly = <T>(usual: Arbitrary<T>, odd: Arbitrary<T>, usually = 6): Arbitrary<T> =>
  fc.oneof({ arbitrary: usual, weight: usually }, { arbitrary: odd, weight: 1 });

/** Half surrogates have no encoding: they are sent as invalid UTF-8. */
const encoded = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80');
const BROKEN_ENCODINGS = ['%', '%zz', '%2', '%C3', '%ff', '%00', '+', '%25', '%2F', '..', ''];

const partOfPath = (name: string): Arbitrary<string> =>
  mostly(
    fc.constant(`{${name}}`),
    fc.oneof(
      oddText.map((text) => encoded(text.slice(0, 3000))),
      fc.constantFrom(...BROKEN_ENCODINGS),
    ),
    9,
  );

/** Generators for texts with a documented form. */
const SPECIAL: Record<string, Arbitrary<string>> = {
  expires: fc.constant('{expires}'),
  signature: fc.constant('{signature}'),
  page_token: fc.constantFrom('{page_token}', '{page_token}A', 'e30', 'AAAA'),
  maps: fc.constantFrom('{map_id}', '{map_id},{map_id}', '1', '999999999', '{map_id},'),
  map_id: fc.constantFrom('{map_id}', '1', '999999999'),
  bounds: fc.constantFrom(
    '-10,-10,10,10',
    '10,-10,-10,10',
    '-90,170,90,-170',
    '1,2,3',
    'a,b,c,d',
    '1e400,1,1,1',
    ',,,',
  ),
  near: fc.constantFrom(
    '1,2,50',
    '1,2,0',
    '91,2,1',
    '1,2',
    '-90,180,20038',
    '1,2,1e400',
    '1,2,-1',
    ' 1, 2, 3',
  ),
  demographics: fc.oneof(
    documentedValuesOf(named.DemographicsConfig!, named).map((value) => JSON.stringify(value)),
    oddJson,
  ),
  choropleth: fc.oneof(
    documentedValuesOf(named.ChoroplethConfig!, named).map((value) => JSON.stringify(value)),
    oddJson,
  ),
};

function pairOf({ name, schema }: Anything): Arbitrary<string> {
  const usual = SPECIAL[name] ?? documentedValuesOf(schema, named).map(String);
  const value = mostly(
    usual.map((text) => encoded(text).replaceAll('%7B', '{').replaceAll('%7D', '}')),
    fc.oneof(
      oddText.map((text) => encoded(text.slice(0, 3000))),
      fc.constantFrom(...BROKEN_ENCODINGS),
    ),
    4,
  );
  return value.map((text) => `${name}=${text}`);
}

const ODD_PAIRS = [
  '=',
  '&',
  'a',
  'a=%zz',
  '__proto__=1',
  'page_size=1&page_size=2',
  'constructor=1',
  '%00=1',
  'a[]=1',
  '?',
];

function queryOf(parameters: Anything[]): Arbitrary<string> {
  const pairs = parameters.map((parameter) =>
    parameter.required
      ? mostly(pairOf(parameter), fc.constant(''))
      : fc.option(pairOf(parameter), { freq: 1, nil: '' }),
  );
  const odd = mostly(fc.constant(''), fc.constantFrom(...ODD_PAIRS), 12);
  return fc.tuple(...pairs, odd).map((each) => each.filter((pair) => pair !== '').join('&'));
}

const headersOf: Arbitrary<Record<string, string>> = mostly(
  fc.constant({}),
  fc
    .tuple(
      fc.constantFrom(
        'authorization',
        'content-type',
        'content-encoding',
        'x-request-id',
        'idempotency-key',
        'range',
        'if-none-match',
        'if-range',
        'accept',
        'x-forwarded-for',
      ),
      fc.oneof(
        oddText,
        fc.constantFrom(
          'gzip',
          'br',
          'identity',
          'bytes=0-1',
          'bytes=9-1',
          '*',
          'Bearer ',
          'Basic eA==',
          'k',
        ),
        fc.constantFrom(...ODD_CONTENT_TYPES),
      ),
    )
    .map(([name, value]) => ({ [name]: value.slice(0, 6000) })),
  4,
);

function requestsOf(method: string, path: string, operation: Anything): Arbitrary<FuzzedRequest> {
  const parameters: Anything[] = operation.parameters ?? [];
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const known = contentOf(operation);
  const none = fc.constant<Content | null>(null);
  return fc
    .record({
      parts: fc.tuple(...inPath.map(partOfPath)),
      query: queryOf(parameters.filter((parameter) => parameter.in === 'query')),
      sent: known
        ? mostly<Content | null>(known, fc.oneof(none, anyJson), 15)
        : mostly<Content | null>(none, anyJson, 15),
      damage,
      headers: headersOf,
      method: mostly(
        fc.constant(method),
        fc.constantFrom('GET', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'post', 'X'),
        60,
      ),
    })
    .map(({ parts, query, sent, damage, headers, method }) => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[inPath.indexOf(name)]!);
      return printable({
        operationId: operation.operationId,
        method,
        target: `/v1${filled}${query === '' ? '' : `?${query}`}`,
        headers: {
          ...(sent && { 'content-type': sent.type }),
          ...(damage.kind === 'gzip' && { 'content-encoding': 'gzip' }),
          ...headers,
        },
        body: sent ? damaged(sent.bytes, damage) : undefined,
      });
    });
}

/** Printed length of a long body. Bytes are printed as Latin-1. */
const PRINTED = 2000;
const printable = (request: FuzzedRequest): FuzzedRequest =>
  Object.defineProperty(request, fc.toStringMethod, {
    value: () => {
      const { method, target, headers, body } = request;
      const text = JSON.stringify(body?.toString('latin1') ?? null);
      return `${method} ${target} ${JSON.stringify(headers)} ${text.slice(0, PRINTED)}`;
    },
  });

/** Weight of operations with a body, which can be wrong in more ways than a query. */
const WEIGHT_OF_BODIES = 3;

/**
 * Requests to all operations of the document: nearly correct, or wrong in every way that we could think of.
 */
export const requests: Arbitrary<FuzzedRequest> = fc.oneof(
  ...Object.entries<Record<string, Anything>>(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      arbitrary: requestsOf(method.toUpperCase(), path, operation),
      weight: operation.requestBody ? WEIGHT_OF_BODIES : 1,
    })),
  ),
);
