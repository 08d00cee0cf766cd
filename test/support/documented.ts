import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { apiRoutes } from '../../src/api/index.js';
import type { Services } from '../../src/api/services.js';
import type { Dispatch } from '../../src/http/dispatch.js';
import { openApiDocument, openApiRoute } from '../../src/http/openapi.js';
import { PathMatcher } from '../../src/http/path-matcher.js';
import type { Route } from '../../src/http/route.js';

/*
 * Every answer that a test gets from the service is held against the OpenAPI document: what is not documented
 * throws in that test.
 */

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth
type Anything = any;

/** All routes, from data, without a running service. */
export function documentedRoutes(): Route[] {
  const routes = apiRoutes({ publicUrl: () => 'http://localhost/v1', work: {} } as unknown as Services);
  return [...routes, openApiRoute(routes, () => 'http://localhost/v1')];
}

export interface SeenAnswer {
  method: string;
  /** Path from the root, with or without a query. */
  target: string;
  status: number;
  /** '' when absent. */
  header: (name: string) => string;
  /** Names of all headers, where the client has them. */
  headers?: readonly string[];
  /** undefined: not checked. */
  body: string | undefined;
}

/** Statuses of any request below the prefix, whether it matches an operation or not. */
const UNROUTED = new Set([401, 402, 404, 429, 500]);
const EVERYWHERE = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-request-id'];
/** Headers of every answer over HTTP, told by its standards. */
const OF_HTTP =
  /^(access-control-[a-z-]+|cache-control|connection|content-(length|security-policy|type)|cross-origin-resource-policy|date|keep-alive|server-timing|transfer-encoding|uwebsockets|x-(accel-buffering|content-type-options))$/;
const WITHOUT_BODY = new Set([204, 304]);

const routes = documentedRoutes();
export const document = openApiDocument(routes) as Anything;
const operations = new PathMatcher<Anything>();
for (const { method, path } of routes)
  operations.add(method, `/v1${path}`, document.paths[path][method.toLowerCase()]);

// Schemas are compiled on first use: a file uses a few.
const ajv = new Ajv2020({ strict: false, meta: false, validateSchema: false });
(ajvFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ $id: 'document', components: sealed(document.components) as object });
const compiled = new Map<object, ValidateFunction>();

/** A response, with its reference resolved; null: none. */
export const responseOf = (response: Anything): Anything =>
  response?.$ref ? document.components.responses[response.$ref.split('/').at(-1)] : (response ?? null);

/**
 * Checks an answer against the document; paths outside of /v1 are not in it.
 * @returns the body, parsed where it is application/json
 * @throws Error for an undocumented answer
 */
export function checkAnswer(answer: SeenAnswer): unknown {
  const { method, target, status, header, body } = answer;
  const type = header('content-type').split(';')[0]!;
  if (!target.startsWith('/v1/')) return body && type === 'application/json' ? JSON.parse(body) : body;
  const refuse = (problem: string): never => {
    throw new Error(
      `undocumented answer to ${method} ${target.slice(0, 200)}: ${status}: ${problem}\n${body?.slice(0, 2000)}`,
    );
  };
  const path = target.split('?')[0]!;
  // HEAD is answered like GET, and OPTIONS with the methods.
  const operation = (
    operations.match(method, path) ?? (method === 'HEAD' ? operations.match('GET', path) : null)
  )?.value;
  const response = responseOf(operation?.responses[status]);
  const isKnown = operation ? response : UNROUTED.has(status) || (method === 'OPTIONS' && status === 204);
  if (!isKnown) refuse('the status is not among its responses');
  for (const name of EVERYWHERE) if (header(name) === '') refuse(`no ${name}`);
  const { Unauthorized, TooManyRequests } = document.components.responses;
  const described = response?.headers ?? { ...Unauthorized.headers, ...TooManyRequests.headers };
  // OPTIONS is no operation of its own: the document tells its `Allow` in the beginning.
  const known = new Set(
    Object.keys({ ...described, ...(method === 'OPTIONS' && { Allow: 0 }) }).map((name) =>
      name.toLowerCase(),
    ),
  );
  for (const name of answer.headers ?? [])
    if (!known.has(name) && !OF_HTTP.test(name)) refuse(`the header ${name} is not documented`);
  if (status === 201 && !/^https?:/.test(header('location'))) refuse('no Location');
  if (status === 429 && !/^[1-9]\d*$/.test(header('retry-after'))) refuse('no Retry-After');
  if (method === 'HEAD' || WITHOUT_BODY.has(status)) {
    if (body) refuse('it has a body');
    return body;
  }
  const contents = response?.content ?? document.components.responses.Unauthorized.content;
  if (!contents[type]) refuse(`the content type is ${JSON.stringify(type)}`);
  if (body === undefined || !/[/+]json$/.test(type)) return body;
  const parsed: unknown = JSON.parse(body);
  const validate = validatorOf(contents[type].schema);
  if (!validate(parsed)) refuse(ajv.errorsText(validate.errors));
  return type === 'application/json' ? parsed : body;
}

function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const made = ajv.compile(sealed(schema) as object);
  compiled.set(schema, made);
  return made;
}

/**
 * A schema that refuses undocumented members, though clients must ignore them. References lead to the
 * components that ajv knows.
 */
function sealed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(sealed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, sealed(value)]));
  if (typeof copy.$ref === 'string') copy.$ref = `document${copy.$ref}`;
  if (copy.type === 'object' && copy.properties && !('additionalProperties' in copy))
    copy.additionalProperties = false;
  return copy;
}

/** Reads an answer to its end and checks it. */
export async function readDocumented(
  method: string,
  address: string | URL,
  response: Response,
): Promise<{ bytes: ArrayBuffer; body: unknown }> {
  const bytes = await response.arrayBuffer();
  const { status, headers } = response;
  const body = checkAnswer({
    method,
    target: new URL(address).pathname,
    status,
    header: (name) => headers.get(name) ?? '',
    headers: [...headers.keys()],
    body: new TextDecoder().decode(bytes),
  });
  return { bytes, body };
}

/** `fetch` with a complete, checked answer. */
export async function fetchDocumented(address: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, init);
  const { bytes } = await readDocumented(init.method ?? 'GET', address, response);
  const { status, headers } = response;
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers });
}

/** Dispatch without sockets; answers are checked unless they are streams. */
export const documented =
  (dispatch: Dispatch): Dispatch =>
  async (request) => {
    const reply = await dispatch(request);
    const { status, headers = {}, json, bytes } = reply;
    if (request.signal.aborted) return reply;
    const sent = typeof bytes === 'string' || Buffer.isBuffer(bytes) ? String(bytes) : undefined;
    const text = json === undefined ? sent : JSON.stringify(json);
    const jsonType = json === undefined ? '' : 'application/json';
    checkAnswer({
      method: request.method,
      target: request.path,
      status,
      header: (name) => headers[name] ?? (name === 'content-type' ? jsonType : ''),
      body: request.method === 'HEAD' ? undefined : text,
    });
    return reply;
  };
