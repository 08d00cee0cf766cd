import type { Static, TObject, TSchema } from 'typebox';
import type { IgnoredParams } from './ignored-params.js';
import type { HttpRequest, Reply } from './message.js';

/** Who calls: what the authenticator made of an API key. */
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
}

/** Where a subject stands after a request. */
export interface RateState {
  /** Requests a minute. */
  readonly limit: number;
  /** Requests left in the window, never below 0. */
  readonly remaining: number;
  /** Unix time at which the window ends. */
  readonly resetAtSeconds: number;
  /** This request is above the limit. */
  readonly exceeded: boolean;
  /** Until the window ends, at least 1. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /**
   * Counts one request. Never rejects.
   * @param subject who is counted: a key, an address
   * @param limit requests a minute; may differ from call to call
   */
  consume(subject: string, limit: number): RateState | Promise<RateState>;
  close(): Promise<void>;
}

/** Turns with what others need room for, too. */
export interface Turns<L = undefined> {
  /**
   * Waits for a turn and does the work in it, with what the turn gives.
   * @param caller `hasBegun`: had a turn already, and goes on before others of its account begin
   * @throws AppError RATE_LIMITED when none comes in time; the signal's reason; what `work` throws
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
  /** What `own` loaded. */
  readonly resource: R;
  readonly request: HttpRequest;
  /** To be told of what the handler reads itself and does not know. */
  readonly ignored: IgnoredParams;
  /** What the turn of the work gave. */
  readonly lane: L;
}

export interface ResponseDoc {
  readonly description: string;
  /** Absent where there is no body, and on errors, which all have the same. */
  readonly schema?: TSchema;
  /** Default application/json alone. */
  readonly contentTypes?: readonly string[];
}

/**
 * An endpoint as a value. dispatch.ts runs its members in this order: scope, params, own, query, body, turns, handle; the
 * OpenAPI document is made from the same members. Build one with `route()`, which derives the types.
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
  readonly params?: TObject;
  /** Loads what the path names and answers NOT_FOUND for what the principal does not own. Before query and body are judged. */
  readonly own?: (principal: Principal, params: never) => Promise<unknown>;
  /** What `own` waits for; without it `own` runs at once. */
  readonly ownTurns?: Pick<Turns<unknown>, 'run'>;
  /**
   * What a long body waits for: for a place before it is read, so that its sender is held back; and before it is parsed and checked, which take the main
   * thread 7 ms for each MB. `untilAnswered`: it has its place until the work is done, too, which grows with the body.
   */
  readonly longBodies?: {
    readonly places: Pick<Turns<unknown>, 'run'>;
    readonly parsing: Pick<Turns<unknown>, 'run'>;
    readonly untilAnswered: boolean;
  };
  readonly query?: TObject;
  /** A JSON body is read and validated before handle; without it handle reads `request.body` itself. */
  readonly body?: TSchema;
  /** Query parameters and members that it does not know are refused: for what cannot be undone. Elsewhere they are ignored, and told. */
  readonly refusesUnknown?: true;
  /** Documents the header `Idempotency-Key`, which handle reads. */
  readonly takesIdempotencyKey?: true;
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Documents bodies that handle reads itself: content type -> schema. */
  readonly bodyDoc?: Readonly<Record<string, TSchema>>;
  readonly responses: Readonly<Record<number, ResponseDoc>>;
  /** Default 30 s; a handler that outlives it is answered INTERNAL_ERROR and its signal aborted. */
  readonly deadlineMs?: number;
  /**
   * What `handle` waits for; a function where it depends on what is asked for. Nothing of a slow client is in it: the body was
   * read before, and the answer is sent after. null: the handler sees to it itself, or takes nothing that others need.
   */
  readonly turns?: Turns<unknown> | ((call: never) => Turns<unknown>) | null;
  readonly handle: (call: never) => Promise<Reply>;
}

type StaticOr<T extends TSchema | undefined, Otherwise> = T extends TSchema ? Static<T> : Otherwise;

/** Checks the members of a route against each other and forgets their types. */
export function route<
  R = undefined,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
  L = undefined,
>(
  value: Omit<Route, 'params' | 'own' | 'query' | 'body' | 'turns' | 'handle'> & {
    params?: P;
    own?: (principal: Principal, params: StaticOr<P, Record<string, never>>) => Promise<R>;
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
