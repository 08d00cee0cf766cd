import { badRequest, notFound } from '../errors.js';
import { parseJsonBody } from './json.js';
import type { HttpRequest, Reply } from './message.js';
import { parseQuery } from './query.js';
import type { Call, Principal, Route, Turns } from './route.js';
import { type Compile, compileTexts } from './validate.js';

type Texts = Readonly<Record<string, string>>;
type AnyCall = Call<unknown, unknown, unknown, unknown, unknown>;

/** A route made ready to run: its schemas are compiled. */
export interface Endpoint {
  readonly route: Route;
  /**
   * From the path's parameters to the reply: params, own, query, body, turns, handle.
   * @throws AppError NOT_FOUND, then BAD_REQUEST, then RATE_LIMITED, then what the handler throws
   */
  readonly run: (request: HttpRequest, principal: Principal, params: Texts) => Promise<Reply>;
}

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
const JSON_TYPE = /^application\/(?:json|[a-z0-9.-]+\+json)$/;
const UTF8 = /^"?utf-?8"?$/;

/** @throws Error when path and params schema name different parameters, or a schema does not compile */
export function createEndpoint(route: Route, compile: Compile): Endpoint {
  checkParamNames(route);
  const checkParams = route.params ? compileTexts(route.params, compile) : null;
  const checkQuery = route.query ? compileTexts(route.query, compile) : null;
  const queryNames = new Set(Object.keys(route.query?.properties ?? {}));
  const checkBody = route.body ? compile(route.body) : null;
  const maxBodyBytes = route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  const own = route.own as ((principal: Principal, params: unknown) => Promise<unknown>) | undefined;
  const turns = route.turns as Turns<unknown> | ((call: AnyCall) => Turns<unknown>) | null | undefined;
  const handle = route.handle as unknown as (call: AnyCall) => Promise<Reply>;

  // Without a query nothing of it is judged: what handle finds missing is missing, whatever stands behind the question mark.
  const readQuery = (text: string): unknown => {
    if (!checkQuery) return {};
    const query: Record<string, unknown> = text === '' ? {} : parseQuery(text, queryNames);
    const problem = checkQuery(query);
    if (problem !== null) throw badRequest(problem);
    return query;
  };
  const readBody = async (request: HttpRequest): Promise<unknown> => {
    checkContentType(request);
    const value = parseJsonBody(await request.body.bytes(maxBodyBytes));
    const problem = checkBody!(value);
    if (problem !== null) throw badRequest(problem);
    return value;
  };

  return {
    route,
    run: async (request, principal, texts) => {
      const params: Record<string, unknown> = checkParams ? { ...texts } : texts;
      if (checkParams && checkParams(params) !== null) throw notFound();
      const resource = own ? await own(principal, params) : undefined;
      const query = readQuery(request.query);
      const body = checkBody ? await readBody(request) : undefined;
      const call = { principal, params, query, body, resource, request, lane: undefined as unknown };
      if (!turns) return handle(call);
      const caller = {
        accountId: principal.accountId,
        get signal() {
          return request.signal;
        },
      };
      return (typeof turns === 'function' ? turns(call) : turns).run(caller, (lane) => {
        call.lane = lane;
        return handle(call);
      });
    },
  };
}

/** A body without a content type is taken for JSON. */
function checkContentType({ header }: HttpRequest): void {
  const encoding = header('content-encoding').toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    throw badRequest(
      `the content encoding ${JSON.stringify(encoding)} is not supported: send the body as it is`,
    );
  }
  const contentType = header('content-type');
  if (contentType === '' || contentType === 'application/json') return;
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (!JSON_TYPE.test(type))
    throw badRequest(`the content type must be application/json, not ${JSON.stringify(type)}`);
  for (const parameter of parameters) {
    const charset = parameter.startsWith('charset=') ? parameter.slice('charset='.length) : 'utf-8';
    if (!UTF8.test(charset)) throw badRequest(`the charset must be utf-8, not ${JSON.stringify(charset)}`);
  }
}

function checkParamNames({ method, path, params }: Route): void {
  const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]).sort();
  const inSchema = Object.keys(params?.properties ?? {}).sort();
  if (inPath.join() !== inSchema.join()) {
    throw new Error(`${method} ${path}: the params schema names ${JSON.stringify(inSchema)}`);
  }
}
