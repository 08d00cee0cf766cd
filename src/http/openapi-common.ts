import { AppError, badRequest, notFound, planRequired, readOnlyKey, unauthorized } from '../base/errors.js';
import { errorReply, internalError } from './error-reply.js';
import type { JsonObject } from './plain-schema.js';
import type { Route } from './route.js';

/** On every response below /v1. */
export const RATE_LIMIT_HEADERS: JsonObject = {
  'X-RateLimit-Limit': { description: 'Requests allowed per minute.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the current window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'Unix time in seconds at which the window ends.',
    schema: { type: 'integer' },
  },
  'X-Request-Id': {
    description:
      'The X-Request-Id of the request, where it has 1 to 128 of A-Z a-z 0-9 . _ -, else a new one.',
    schema: { type: 'string' },
  },
};

/** On every response to a request that brought something nobody reads. */
export const IGNORED_PARAMS: JsonObject = {
  'X-Ignored-Params': {
    description:
      'Query parameters and members of the body that the operation does not know, separated by commas and percent-encoded: ' +
      'a misspelt option, most likely. 20 names at most; `...` stands for more. Absent where there are none.',
    schema: { type: 'string' },
    example: 'dryrun, address.town',
  },
};

/** The parameter of operations that can be repeated without being done twice. */
export const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A name of this request, made by the client: 1 to 255 visible ASCII characters, of the account. For 24 hours the same request with the ' +
    'same key makes nothing anew and is not charged: it is answered with what the first one made, as that is now. Another request with the ' +
    'key is BAD_REQUEST. Options in another order are the same request.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '5f0c2f9e-7d0c-4f5e-9a55-0e6f3d5f6a11',
};

/** On responses of success where a key is needed. */
export const SERVER_TIMING: JsonObject = {
  'Server-Timing': {
    description:
      'Where the time went, in milliseconds: `auth` (key and rate limit), `body` (the client sent it), `turn` (others were at work), `total`.',
    schema: { type: 'string', example: 'turn;dur=12.3, total;dur=15.1' },
  },
};

/** On every 202. */
export const ACCEPTED: JsonObject = {
  Location: { description: 'The `status_url` of the job.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds after which to look at the job.',
    schema: { type: 'integer', minimum: 1 },
  },
};

const RETRY_AFTER: JsonObject = {
  description: 'Seconds until the window, or for QUOTA_EXCEEDED the UTC day, ends.',
  schema: { type: 'integer', minimum: 1 },
};

/** What an operation refuses, by the name of its component; an example of each. */
export const ERROR_RESPONSES: JsonObject = {
  BadRequest: errorResponse(
    'BAD_REQUEST: the message names what is wrong.',
    badRequest('address.city must be a string'),
  ),
  Unauthorized: errorResponse('UNAUTHORIZED: the key is missing, invalid or revoked.', unauthorized()),
  PlanRequired: errorResponse('PLAN_REQUIRED: the account is not on the enterprise plan.', planRequired()),
  Forbidden: errorResponse('FORBIDDEN: the key is read_only.', readOnlyKey()),
  NotFound: errorResponse('NOT_FOUND: it is missing, deleted or not owned.', notFound()),
  TooManyRequests: errorResponse(
    'RATE_LIMITED; QUOTA_EXCEEDED where the operation has a daily quota.',
    new AppError('RATE_LIMITED', 'the limit of 1000 requests a minute is used up: wait 12 s (Retry-After)'),
    { 'Retry-After': RETRY_AFTER },
  ),
  InternalError: errorResponse('INTERNAL_ERROR.', internalError()),
};

/** The errors that an operation can answer. */
export function errorResponses(route: Route): JsonObject {
  const withKey = route.access !== 'none';
  return {
    400: { $ref: '#/components/responses/BadRequest' },
    ...(withKey && {
      401: { $ref: '#/components/responses/Unauthorized' },
      402: { $ref: '#/components/responses/PlanRequired' },
    }),
    ...(route.access === 'write' && { 403: { $ref: '#/components/responses/Forbidden' } }),
    ...(route.params && { 404: { $ref: '#/components/responses/NotFound' } }),
    429: { $ref: '#/components/responses/TooManyRequests' },
    500: { $ref: '#/components/responses/InternalError' },
  };
}

export function errorResponse(
  description: string,
  example?: AppError,
  extraHeaders: JsonObject = {},
): JsonObject {
  const headers = Object.keys({ ...RATE_LIMIT_HEADERS, ...IGNORED_PARAMS }).map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]);
  const schema = { $ref: '#/components/schemas/Error' };
  return {
    description,
    headers: { ...Object.fromEntries(headers), ...extraHeaders },
    content: {
      'application/json': {
        schema,
        ...(example && { example: errorReply(example, undefined).json as JsonObject }),
      },
    },
  };
}
