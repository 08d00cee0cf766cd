import type { Static, TObject, TSchema } from 'typebox';
import type { HttpRequest, Reply } from './message.js';

/** The caller: account, rights and limits of an API key. */
export interface Principal {
  readonly keyId: number;
  readonly accountId: number;
  readonly email: string;
  readonly plan: string;
  readonly scope: 'read_only' | 'read_write';
  readonly superuser: boolean;
  /** Requests a minute. */
  readonly rateLimit: number;
  readonly quotas: { readonly maps: number; readonly markers: number; readonly bulk: number };
  /** A person who signed in, not a program with a key. */
  readonly isSession?: boolean;
  /** Level of the share by which a person acts for the owner of a map; absent: for the own account. */
  readonly level?: 'viewer' | 'member' | 'admin';
}

/** Rate limit of a subject after a request. */
export interface RateState {
  /** Requests a minute. */
  readonly limit: number;
  /** Requests left in the window, never below 0. */
  readonly remaining: number;
  /** Unix time at which the window ends. */
  readonly resetAtSeconds: number;
  /** This request is above the limit. */
  readonly exceeded: boolean;
  /** Seconds until the window ends, at least 1. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /**
   * Counts one request. Never rejects.
   * @param subject key or IP address that is counted
   * @param limit requests a minute; may differ from call to call
   */
  consume(subject: string, limit: number): RateState | Promise<RateState>;
  close(): Promise<void>;
}

/** Takes turns with other work of the same kind. */
export interface Turns<L = undefined> {
  /**
   * Waits for a turn and does the work in it.
   * @param caller `hasBegun`: had a turn already, and goes before others of its account that have not
   * @throws AppError RATE_LIMITED when no turn comes in time; the signal's reason; errors of `work`
   */
  run<T>(
    caller: { readonly accountId: number; readonly signal: AbortSignal; readonly hasBegun?: boolean },
    work: (lane: L) => Promise<T>,
  ): Promise<T>;
}

export interface Call<P, Q, B, R, L = undefined> {
  readonly principal: Principal;
  readonly params: P;
  readonly query: Q;
  /** The validated body; undefined where the route has no body schema. */
  readonly body: B;
  /** Result of `own`. */
  readonly resource: R;
  readonly request: HttpRequest;
  /** Receives the names of unknown members in bodies that the handler reads itself. */
  readonly ignored: Set<string>;
  /** Resource of the turn, such as a connection. */
  readonly lane: L;
}

export interface ResponseDoc {
  readonly description: string;
  /** Absent for replies without a body, and for errors, which share one schema. */
  readonly schema?: TSchema;
  /** Where the example of the schema is that of another answer. */
  readonly example?: object;
  /** Several answers, by their names. */
  readonly examples?: Readonly<Record<string, { summary: string; value: object }>>;
  /** Names of further headers, as OF_FILES has them. */
  readonly headers?: readonly string[];
  /** Default application/json alone. */
  readonly contentTypes?: readonly string[];
}

/**
 * An endpoint as a value. dispatch.ts evaluates it in this order: scope, params, own, query, body, turns,
 * handle. The OpenAPI document is made from the same value. Build one with `route()`, which derives the
 * types.
 */
export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /v1, with `{name}` for a parameter: `/maps/{map_id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** `none`: works without a key (and still counts against the rate limit). */
  readonly access: 'read' | 'write' | 'none';
  /** Answered to people who signed in whatever the plan of their account, as their maps may be others'. */
  readonly anyPlan?: true;
  readonly params?: TObject;
  /**
   * Finds the resource of the path, before query and body are validated. null is answered NOT_FOUND: the
   * account owns none.
   * @param id the first parameter of the path
   */
  readonly own?: (
    lane: never,
    accountId: number,
    id: never,
    asked: { principal: Principal; params: never },
  ) => Promise<unknown>;
  /**
   * Turns for `own`, which gets what they lend; without them it runs at once. null: it takes turns itself.
   */
  readonly ownTurns?: Pick<Turns<unknown>, 'run'> | null;
  /**
   * Turns for long bodies: a place before the body is read, so that its sender is held back, and a turn
   * before it is parsed and validated, which take the main thread 7 ms a MB. `untilAnswered`: the body keeps
   * its place until the work is done, as the work grows with the body.
   */
  readonly longBodies?: {
    readonly places: Pick<Turns<unknown>, 'run'>;
    readonly parsing: Pick<Turns<unknown>, 'run'>;
    readonly untilAnswered: boolean;
  };
  readonly query?: TObject;
  /** A JSON body is read and validated before handle; without it handle reads `request.body` itself. */
  readonly body?: TSchema;
  /**
   * Refuses unknown query parameters and members, for operations that cannot be undone. Other routes ignore
   * and report them.
   */
  readonly refusesUnknown?: true;
  /**
   * Refuses query parameters that differ from a known one only in case, `_` and `-`, such as `dryRun`. Other
   * routes ignore and report them.
   */
  readonly refusesMisspelt?: true;
  /** Documents the header `Idempotency-Key`, which handle reads. */
  readonly takesIdempotencyKey?: true;
  /** Documents the header `If-None-Match` of reads, and `If-Match` of writes, which handle reads. */
  readonly takesTags?: true;
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Documents bodies that handle reads itself: content type -> schema. */
  readonly bodyDoc?: Readonly<Record<string, TSchema>>;
  readonly responses: Readonly<Record<number, ResponseDoc>>;
  /** Default 30 s. A handler that takes longer is answered INTERNAL_ERROR, and its signal is aborted. */
  readonly deadlineMs?: number;
  /**
   * Turns for `handle`; a function where they depend on the request. A slow client takes no part of a turn:
   * the body was read before, and the answer is sent after. null: the handler takes turns itself, or needs
   * none.
   */
  readonly turns?: Turns<unknown> | ((call: never) => Turns<unknown>) | null;
  readonly handle: (call: never) => Promise<Reply>;
}

type StaticOr<T extends TSchema | undefined, Otherwise> = T extends TSchema ? Static<T> : Otherwise;

/** Checks the types of a route's members against each other, then erases them. */
export function route<
  R = undefined,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
  L = undefined,
  OwnLane = undefined,
>(
  value: Omit<Route, 'params' | 'own' | 'query' | 'body' | 'turns' | 'handle'> & {
    params?: P;
    own?: (
      lane: OwnLane,
      accountId: number,
      id: StaticOr<P, Record<string, never>>[keyof StaticOr<P, Record<string, never>>],
      asked: { principal: Principal; params: StaticOr<P, Record<string, never>> },
    ) => Promise<R | null>;
    query?: Q;
    body?: B;
    turns?:
      | Turns<L>
      | ((asked: { query: StaticOr<Q, Record<string, never>>; body: StaticOr<B, undefined> }) => Turns<L>)
      | null;
    handle: (
      call: Call<
        StaticOr<P, Record<string, never>>,
        StaticOr<Q, Record<string, never>>,
        StaticOr<B, undefined>,
        R,
        L
      >,
    ) => Promise<Reply>;
  },
): Route {
  return value as unknown as Route;
}
