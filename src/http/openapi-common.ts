import { AppError, badRequest, notFound, planRequired, readOnlyKey, unauthorized } from '../base/errors.js';
import { errorReply, internalError } from './error-reply.js';
import type { JsonObject } from './plain-schema.js';
import type { Route } from './route.js';

export const RATE_LIMIT_HEADERS: JsonObject = {
  'X-RateLimit-Limit': { description: 'Requests allowed per minute.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the current window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'Unix time in seconds at which the current window ends.',
    schema: { type: 'integer' },
  },
  'X-Request-Id': {
    description:
      'The X-Request-Id of the request if it has 1 to 128 characters of A-Z a-z 0-9 . _ -, otherwise a new one.',
    schema: { type: 'string' },
  },
};

/** On responses to requests with unknown members. */
export const IGNORED_PARAMS: JsonObject = {
  'X-Ignored-Params': {
    description:
      'Query parameters and body members that the operation does not know, usually misspelt options: percent-encoded and ' +
      'separated by commas, 20 names at most, with `...` for more. Absent when there are none.',
    schema: { type: 'string' },
    example: 'author, address.town',
  },
};

/** Parameter of operations that can be repeated safely. */
export const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Name that the client gives this request: 1 to 255 visible ASCII characters, unique within the account. For 24 hours the same request with the ' +
    'same key creates nothing and is not charged: the answer shows the current state of what the first request created. A different request with the ' +
    'key is BAD_REQUEST, and NOT_FOUND answers when what the first one created was deleted since. The order of options does not matter.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '5f0c2f9e-7d0c-4f5e-9a55-0e6f3d5f6a11',
};

const TAGS = { type: 'string', maxLength: 4096 };
export const IF_NONE_MATCH: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'ETag of an earlier answer, or several, separated by commas: while one is still that of the answer, it is 304 without a body.',
  schema: TAGS,
  example: '"5f0c2f9e7d0c4f5e9a550e6f3d5f6a11"',
};
export const IF_MATCH: JsonObject = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'ETag of an earlier answer, or several, separated by commas: nothing is written, and the answer is BAD_REQUEST, unless one is still that of the resource.',
  schema: TAGS,
  example: '"5f0c2f9e7d0c4f5e9a550e6f3d5f6a11"',
};

/** On successful responses of operations that take an Idempotency-Key. */
export const REPLAYED: JsonObject = {
  'Idempotent-Replayed': {
    description:
      '`true` where an earlier request with the Idempotency-Key did what this one asks; absent otherwise.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** On successful responses of operations that need a key. */
export const SERVER_TIMING: JsonObject = {
  'Server-Timing': {
    description:
      'Milliseconds by stage: `auth` (checking key and rate limit), `body` (receiving the body), `turn` (waiting for a turn), `total`.',
    schema: { type: 'string', example: 'turn;dur=12.3, total;dur=15.1' },
  },
};

/** On every 201. */
export const CREATED: JsonObject = {
  Location: { description: 'Address of what was created.', schema: { type: 'string' } },
};

/** On every 202. */
export const ACCEPTED: JsonObject = {
  Location: { description: 'Address of the job, its `status_url`.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds to wait before asking for the job.',
    schema: { type: 'integer', minimum: 1 },
  },
};

const textHeader = (description: string): JsonObject => ({ description, schema: { type: 'string' } });

/** On answers in JSON, which are compressed for clients that take that. */
export const COMPRESSED: JsonObject = {
  'Content-Encoding': textHeader(
    '`gzip` where the request has `Accept-Encoding: gzip` and the answer 1 KiB or more; absent otherwise.',
  ),
  Vary: textHeader(
    '`accept-encoding` on answers that may be compressed, and `origin` where the service has CORS_ORIGINS.',
  ),
};

/** On answers of single operations, which name them. */
export const OF_FILES: JsonObject = {
  'Content-Disposition': textHeader('The name under which a browser saves the file.'),
  ETag: textHeader(
    'Names this state of the map, the marker or the file; another state has another. For `If-None-Match` and `If-Match`, of files also `If-Range`.',
  ),
  'Accept-Ranges': textHeader('`bytes`: a part of the file can be asked for with `Range`.'),
  'Set-Cookie': textHeader(
    'The session, which the browser sends from then on; or none any more. Signing in sets the mark of the browser, too.',
  ),
  Location: textHeader('Address that has what was asked for.'),
  'Content-Range': textHeader('Which bytes of the file these are, and how many it has.'),
};

const RETRY_AFTER: JsonObject = {
  description: 'Seconds until the window ends, or the UTC day for QUOTA_EXCEEDED.',
  schema: { type: 'integer', minimum: 1 },
};

/** Error responses by the name of their component, each with an example. */
export const ERROR_RESPONSES: JsonObject = {
  BadRequest: errorResponse(
    'BAD_REQUEST: the message names the defect.',
    badRequest('address.city must be a string'),
  ),
  Unauthorized: errorResponse(
    'UNAUTHORIZED: the key is missing, invalid or revoked, or the session has ended.',
    unauthorized(),
    {
      'WWW-Authenticate': textHeader('`Bearer`: how the key is sent.'),
    },
  ),
  PlanRequired: errorResponse('PLAN_REQUIRED: the account is not on the enterprise plan.', planRequired()),
  Forbidden: errorResponse(
    'FORBIDDEN: the key is read_only; or for people who signed in: the level of the share does not allow it, or a page of another site sends the request.',
    readOnlyKey(),
  ),
  NotFound: errorResponse(
    'NOT_FOUND: the resource is missing, deleted or owned by another account.',
    notFound(),
  ),
  TooManyRequests: errorResponse(
    'RATE_LIMITED, or QUOTA_EXCEEDED for operations with a daily quota.',
    new AppError('RATE_LIMITED', 'the limit of 1000 requests a minute is used up: wait 12 s (Retry-After)'),
    { 'Retry-After': RETRY_AFTER },
  ),
  InternalError: errorResponse(
    'INTERNAL_ERROR: the service failed; the request may be repeated.',
    internalError(),
  ),
};

/** Writes by a read_only key, and anything on a map whose share does not allow it. */
const mayBeForbidden = ({ access, params, query }: Route): boolean =>
  access === 'write' ||
  (access === 'read' && (params !== undefined || query?.properties.map_id !== undefined));

export function errorResponses(route: Route): JsonObject {
  const withKey = route.access !== 'none';
  return {
    400: { $ref: '#/components/responses/BadRequest' },
    ...(withKey && {
      401: { $ref: '#/components/responses/Unauthorized' },
      402: { $ref: '#/components/responses/PlanRequired' },
    }),
    ...(mayBeForbidden(route) && { 403: { $ref: '#/components/responses/Forbidden' } }),
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
  const headers = Object.keys({ ...RATE_LIMIT_HEADERS, ...IGNORED_PARAMS, ...COMPRESSED }).map((name) => [
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
