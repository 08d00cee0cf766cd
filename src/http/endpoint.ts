import { setTimeout as rest } from 'node:timers/promises';
import type { TObject } from 'typebox';
import { quote } from '../base/cut.js';
import { AppError, badRequest, notFound } from '../base/errors.js';
import { plainName, spellingsOf } from '../base/near-name.js';
import type { AnswersUnderWay } from './answers-under-way.js';
import { ignore } from './ignored-params.js';
import { parseJsonBody } from './json.js';
import { misspelt } from './meant-by.js';
import type { HttpRequest, Reply } from './message.js';
import type { JsonObject } from './plain-schema.js';
import { parseQuery, tellNames } from './query.js';
import type { Call, Principal, Route, Turns } from './route.js';
import { compileUnknownMembers } from './unknown-members.js';
import { type Compile, compileTexts } from './validate.js';

type Texts = Readonly<Record<string, string>>;
type AnyCall = Call<unknown, unknown, unknown, unknown, unknown>;

/** A route with compiled schemas. */
export interface Endpoint {
  readonly route: Route;
  /** Names of query parameters and of members of the body. */
  readonly known: readonly string[];
  /** Defect of the parameters of a path, or null. */
  readonly malformed: (params: Texts) => string | null;
  /**
   * Answers a request: params, own in a turn, query, body, turns, handle.
   * @param ignored receives the names of unknown members
   * @throws AppError NOT_FOUND, then BAD_REQUEST, then RATE_LIMITED, then errors of the handler
   */
  readonly run: (
    request: HttpRequest,
    principal: Principal,
    params: Texts,
    ignored: Set<string>,
  ) => Promise<Reply>;
}

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
/** Shorter bodies hold at most 3,000 members, which take the main thread 5 ms. */
const LONG_BODY_BYTES = 32 * 1024;
/**
 * Pause after a long body, as a multiple of its work, before its place is free: leaves processor time to
 * others.
 */
const REST_PER_WORK = 2;
/** Longest pause: work that long waited for a lock or for others. */
const LONGEST_REST_MS = 1000;
/** A client that asks for a dry run is not to change anything, whatever the route. */
const DRY_RUN = 'dry_run';
const PLAIN_DRY_RUN = plainName(DRY_RUN);
const noDryRun = (name: string): AppError =>
  badRequest(`${name} is an option of imports alone: nothing was done; send the request without it`);
const JSON_TYPE = /^application\/(?:json|[a-z0-9.-]+\+json)$/;
const UTF8 = /^"?utf-?8"?$/;

/**
 * @param otherPath says how a path is meant whose parameters have the wrong form; null: nothing is known
 * @throws Error when path and params schema name different parameters, or a schema does not compile
 */
export function createEndpoint(
  route: Route,
  compile: Compile,
  answers?: Pick<AnswersUnderWay, 'check'>,
  otherPath: (method: string, path: string) => string | null = () => null,
): Endpoint {
  checkParamNames(route);
  const checkParams = route.params ? compileTexts(route.params, compile, 'path') : null;
  const checkQuery = route.query ? compileTexts(route.query, compile) : null;
  const queryNames = new Set(Object.keys(route.query?.properties ?? {}));
  const isKnown = knownNames(queryNames, route.query);
  const rightSpelling = route.refusesMisspelt ? spellingsOf(queryNames) : null;
  const checkBody = route.body ? compile(route.body) : null;
  const findUnknown = route.body ? compileUnknownMembers(route.body) : null;
  const maxBodyBytes = route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  const own = route.own as
    | ((lane: unknown, accountId: number, id: unknown, asked: object) => Promise<unknown>)
    | undefined;
  const idName = /\{(\w+)\}/.exec(route.path)?.[1] ?? '';
  const { ownTurns, longBodies } = route;
  const turns = route.turns as Turns<unknown> | ((call: AnyCall) => Turns<unknown>) | null | undefined;
  const handle = route.handle as unknown as (call: AnyCall) => Promise<Reply>;
  // Without a body to wait for, the resource is found and the work done in one turn.
  const isInOneTurn = !checkBody && ownTurns && ownTurns === turns;

  // A route without query parameters accepts any query, so that a missing resource is NOT_FOUND whatever the
  // query.
  const readQuery = (text: string, ignored: Set<string>): unknown => {
    if (!checkQuery) {
      if (text !== '') tellNames(text, (name) => ignore(ignored, name));
      return {};
    }
    const tell = (name: string): void => {
      const right = rightSpelling?.(name) ?? null;
      if (right !== null) throw misspelt(name, right);
      ignore(ignored, name);
    };
    const query: Record<string, unknown> = text === '' ? {} : parseQuery(text, isKnown, tell);
    const problem = checkQuery(query);
    if (problem !== null) throw badRequest(problem);
    return query;
  };
  const judge = (value: unknown, ignored: Set<string>): unknown => {
    findUnknown?.(value, (name) => ignore(ignored, name));
    const problem = checkBody!(value);
    if (problem !== null) throw badRequest(problem);
    return value;
  };
  const known = [...queryNames, ...Object.keys((route.body as TObject | undefined)?.properties ?? {})];
  const refuseIgnored = (names: Set<string>): void => {
    throw badRequest(
      `unexpected ${[...names].map((name) => quote(name)).join(', ')}: nothing was done; send only ${known.join(', ')}`,
    );
  };

  return {
    route,
    known,
    malformed: (texts) => checkParams?.({ ...texts }) ?? null,
    run: async (request, principal, texts, ignored) => {
      const params: Record<string, unknown> = checkParams ? { ...texts } : texts;
      const malformed = checkParams?.(params) ?? null;
      // Says nothing of what there is: a well-formed id that leads nowhere is answered by `own`.
      if (malformed !== null)
        throw new AppError('NOT_FOUND', otherPath(request.method, request.path) ?? malformedPath(malformed));
      const caller = {
        // Routes without a key take no turns here, so this is never read for them.
        get accountId() {
          return principal.accountId;
        },
        get signal() {
          return request.signal;
        },
      };
      const findOwn = async (lane?: unknown) => {
        const resource = await own?.(lane, principal.accountId, params[idName], { principal, params });
        if (resource === null) throw notFound();
        return resource;
      };
      const callWith = (resource: unknown, query: unknown, body?: unknown) => {
        if (route.refusesUnknown && ignored.size > 0) refuseIgnored(ignored);
        if (route.access === 'write' && ignored.size > 0) {
          const asked = [...ignored].find((name) => plainName(name) === PLAIN_DRY_RUN);
          if (asked !== undefined && !known.includes(DRY_RUN)) throw noDryRun(asked);
        }
        return { principal, params, query, body, resource, request, ignored, lane: undefined as unknown };
      };
      const handleWith = (call: ReturnType<typeof callWith>, lane: unknown) => {
        if (route.access === 'read') answers?.check(principal.accountId);
        call.lane = lane;
        return handle(call);
      };
      if (isInOneTurn) {
        return ownTurns.run(caller, async (lane) => {
          const resource = await findOwn(lane);
          return handleWith(callWith(resource, readQuery(request.query, ignored)), lane);
        });
      }
      const resource = await (ownTurns ? ownTurns.run(caller, findOwn) : findOwn());
      const query = readQuery(request.query, ignored);
      const act = async (body: unknown): Promise<Reply> => {
        const call = callWith(resource, query, body);
        if (!turns) return handle(call);
        return (typeof turns === 'function' ? turns(call) : turns).run(caller, (lane) =>
          handleWith(call, lane),
        );
      };
      if (!checkBody) return act(undefined);
      checkContentType(request);
      /** @returns the work that remains once the place of the body is free */
      const receive = async (): Promise<() => Promise<Reply>> => {
        const bytes = await request.body.bytes(maxBodyBytes);
        if (bytes.length < LONG_BODY_BYTES || !longBodies) {
          const body = judge(parseJsonBody(bytes), ignored);
          return () => act(body);
        }
        const body = await longBodies.parsing.run(caller, () =>
          inSlices(
            () => parseJsonBody(bytes),
            (value) => judge(value, ignored),
          ),
        );
        if (!longBodies.untilAnswered) return () => act(body);
        const reply = await act(body);
        return async () => reply;
      };
      const { declaredBytes } = request.body;
      const isLong = declaredBytes === null || declaredBytes >= LONG_BODY_BYTES;
      const goOn = await (isLong && longBodies
        ? withRest((work) => longBodies.places.run(caller, work), request, receive)
        : receive());
      return goOn();
    },
  };
}

const malformedPath = (problem: string): string =>
  `Not found: in the path, ${problem}: write the id itself there, as lists and answers show it`;

/**
 * Runs the steps one after the other, each followed by a pause of the same length, so that long bodies leave
 * half the main thread to others.
 */
async function inSlices(...steps: readonly ((value: unknown) => unknown)[]): Promise<unknown> {
  let value: unknown;
  for (const step of steps) {
    const beginMs = performance.now();
    value = step(value);
    await rest(performance.now() - beginMs);
  }
  return value;
}

/**
 * Does the work in a place, which stays taken for a pause after it: long bodies of one account, valid or not,
 * get at most a share of the process and the database. Waiting for the sender of the body does not count as
 * work.
 */
function withRest<T>(
  run: (work: () => Promise<void>) => Promise<void>,
  { body }: HttpRequest,
  work: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    run(async () => {
      const beginMs = performance.now();
      await work().then(resolve, reject);
      const workMs = performance.now() - beginMs - body.waitedMs;
      await rest(Math.min(LONGEST_REST_MS, workMs * REST_PER_WORK), undefined, { ref: false });
    }).catch(reject);
  });
}

/** A body without a content type counts as JSON. */
function checkContentType({ header }: HttpRequest): void {
  const encoding = header('content-encoding').toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    throw badRequest(`the content encoding ${quote(encoding)} is not supported: send the body uncompressed`);
  }
  const contentType = header('content-type');
  if (contentType === '' || contentType === 'application/json') return;
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (!JSON_TYPE.test(type))
    throw badRequest(`the content type must be application/json, not ${quote(type)}`);
  for (const parameter of parameters) {
    const charset = parameter.startsWith('charset=') ? parameter.slice('charset='.length) : 'utf-8';
    if (!UTF8.test(charset)) throw badRequest(`the charset must be utf-8, not ${quote(charset)}`);
  }
}

/** The named parameters of a query, and those whose names have one of its patterns. */
function knownNames(
  names: ReadonlySet<string>,
  query: TObject | undefined,
): Pick<ReadonlySet<string>, 'has'> {
  const patterns = Object.keys((query as JsonObject | undefined)?.patternProperties ?? {}).map(
    (pattern) => new RegExp(pattern),
  );
  if (patterns.length === 0) return names;
  return { has: (name) => names.has(name) || patterns.some((pattern) => pattern.test(name)) };
}

function checkParamNames({ method, path, params }: Route): void {
  const inPath = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]).sort();
  const inSchema = Object.keys(params?.properties ?? {}).sort();
  if (inPath.join() !== inSchema.join()) {
    throw new Error(`${method} ${path}: the params schema names ${JSON.stringify(inSchema)}`);
  }
}
