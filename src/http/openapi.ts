import { type TObject, Type } from 'typebox';
import { STATUS_OF } from '../base/errors.js';
import { describedBy, describeMembers } from './describe-members.js';
import {
  ACCEPTED,
  COMPRESSED,
  CREATED,
  ERROR_RESPONSES,
  errorResponse,
  errorResponses,
  IDEMPOTENCY_KEY,
  IF_MATCH,
  IF_NONE_MATCH,
  IGNORED_PARAMS,
  OF_FILES,
  RATE_LIMIT_HEADERS,
  REPLAYED,
  SERVER_TIMING,
} from './openapi-common.js';
import { exampleOf } from './openapi-example.js';
import { documentSchema } from './openapi-schema.js';
import { type Json, type JsonObject, type Known, plainSchema } from './plain-schema.js';
import { type Route, route } from './route.js';
import { SESSION_COOKIE } from './session-cookie.js';

/**
 * GET /openapi.json: the OpenAPI 3.1 document of `routes` and of itself.
 * @param program its version and build
 */
export function openApiRoute(
  routes: readonly Route[],
  publicUrl: () => string,
  program: { version: string; build?: string } = { version: '0.0.0' },
): Route {
  const self = route({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    summary: 'This document',
    tag: 'Service',
    access: 'none',
    responses: {
      200: {
        description: 'OpenAPI 3.1',
        schema: Type.Object({}, { additionalProperties: true, example: { openapi: '3.1.0' } }),
      },
    },
    handle: async () => ({ status: 200, json: { ...document, servers: [{ url: publicUrl() }] } }),
  });
  const document = openApiDocument([...routes, self], program);
  return self;
}

/**
 * An OpenAPI 3.1 document without `servers`. A schema with an $id becomes a component of that name.
 * @throws Error when two operations share an id or two different schemas an $id
 */
export function openApiDocument(
  routes: readonly Route[],
  { version, build }: { version: string; build?: string } = { version: '0.0.0' },
): JsonObject {
  const components = new Components();
  const operationIds = new Set<string>();
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const value of routes) {
    if (operationIds.has(value.operationId))
      throw new Error(`two operations are called ${value.operationId}`);
    operationIds.add(value.operationId);
    const item = paths[value.path] ?? {};
    paths[value.path] = item;
    item[value.method.toLowerCase()] = operationOf(value, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Map Service',
      version,
      ...(build !== undefined && { 'x-build': build }),
      description:
        'Every error has the body `{"error": {"code", "message"}}`. Requests that cannot be parsed as HTTP/1.1, or whose head is over ' +
        '16 KiB, are answered with a bare status. HEAD is answered like GET, without a body, and OPTIONS with 204 and the methods of the path in `Allow`. ' +
        'Answers of 1 KiB and more are compressed for clients that send `Accept-Encoding: gzip`, except for streams. Unknown members of bodies and queries are ignored and listed in `X-Ignored-Params`. A member of a ' +
        'JSON object or a known query parameter that is given twice is BAD_REQUEST, and so is a body that takes longer than 30 s to arrive (an upload of ' +
        'markers: an hour). By default a key may make 1,000 requests a minute, and create 10 maps, 1,000 single markers and 10 bulk ' +
        'imports a UTC day; `GET /me` shows the limits of the key and their use. `page_size` is 100 by default, 1,000 at most.',
    },
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `ck_…`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description:
            'Of a person who signed in by `POST /session`. It counts where a request has no Authorization. What changes something must come from a page ' +
            'of the service, as `Sec-Fetch-Site` or `Origin` tells: FORBIDDEN otherwise.',
        },
      },
      headers: {
        ...RATE_LIMIT_HEADERS,
        ...IGNORED_PARAMS,
        ...SERVER_TIMING,
        ...REPLAYED,
        ...COMPRESSED,
        ...OF_FILES,
      },
      responses: ERROR_RESPONSES,
      schemas: { Error: describeMembers(ERROR_SCHEMA, 'Error'), ...components.schemas },
    },
  };
}

const ERROR_SCHEMA: JsonObject = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(STATUS_OF) },
        message: { type: 'string', description: 'Explanation for people; its wording may change.' },
        help_url: {
          type: 'string',
          description: 'Page that says how to get a key or a plan; on 401 and 402.',
        },
      },
    },
  },
};

const REFERENCE = '#/components/schemas/';

/** Collects the schemas that the document refers to by name. */
class Components {
  readonly schemas: Record<string, JsonObject> = {};
  /** Known schemas of requests, and of answers, which are documented in other ways. */
  readonly #known = { request: new Map(), answer: new Map() } satisfies Record<string, Known>;

  refer(schema: unknown, isRequest = false): JsonObject {
    const plain = plainSchema(
      schema,
      (id, named) => {
        const shown = this.#withDiscriminator(describeMembers(documentSchema(named, isRequest), id));
        const known = this.schemas[id];
        if (known && JSON.stringify(known) !== JSON.stringify(shown))
          throw new Error(`two schemas are called ${id}`);
        this.schemas[id] = shown;
        return { $ref: `${REFERENCE}${id}` };
      },
      this.#known[isRequest ? 'request' : 'answer'],
    );
    return this.#withDiscriminator(describeMembers(documentSchema(plain, isRequest)));
  }

  exampleOf(schema: JsonObject): Json | undefined {
    return exampleOf(schema, (reference) => this.schemas[reference.slice(REFERENCE.length)]!);
  }

  /** Adds a discriminator to named alternatives that differ in `kind`. */
  #withDiscriminator(schema: JsonObject): JsonObject {
    const { anyOf, ...rest } = schema;
    if (!Array.isArray(anyOf)) return schema;
    const kinds = anyOf.map(({ $ref }: { $ref?: string }) => {
      const named = this.schemas[$ref?.slice(REFERENCE.length) ?? ''] as Alternative | undefined;
      const { const: only, enum: all = only === undefined ? [] : [only] } = named?.properties?.kind ?? {};
      return all.map((kind) => [kind, $ref] as const);
    });
    if (kinds.some((of) => of.length === 0)) return schema;
    const mapping = Object.fromEntries(kinds.flat()) as Record<string, string>;
    return { ...rest, oneOf: anyOf, discriminator: { propertyName: 'kind', mapping } };
  }
}

interface Alternative {
  readonly properties?: { readonly kind?: { readonly const?: string; readonly enum?: readonly string[] } };
}

function operationOf(value: Route, components: Components): JsonObject {
  const parameters = [
    ...parametersOf(value.params, 'path', components),
    ...parametersOf(value.query, 'query', components),
    ...(value.takesIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
    ...(value.takesTags ? [value.access === 'read' ? IF_NONE_MATCH : IF_MATCH] : []),
  ];
  return {
    operationId: value.operationId,
    summary: value.summary,
    ...(value.description === undefined ? {} : { description: value.description }),
    tags: [value.tag],
    security: value.access === 'none' ? [] : [{ apiKey: [] }, { session: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(value, components),
    responses: { ...responsesOf(value, components), ...errorResponses(value) },
  };
}

function parametersOf(
  schema: TObject | undefined,
  place: 'path' | 'query',
  components: Components,
): JsonObject[] {
  if (!schema) return [];
  const required = new Set<string>(schema.required ?? []);
  const named = Object.entries(schema.properties).map(([name, member]) => {
    const { description = describedBy(name), ...rest } = components.refer(member);
    const isRequired = place === 'path' || (required.has(name) && !Object.hasOwn(rest, 'default'));
    return {
      name,
      in: place,
      required: isRequired,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
  const { patternProperties, description } = schema as unknown as JsonObject;
  if (patternProperties === undefined) return named;
  // Parameters by the names of the client: the members of an exploded object.
  const member = { type: 'object', ...components.refer({ patternProperties }), additionalProperties: false };
  return [
    ...named,
    {
      name: 'others',
      in: place,
      required: false,
      description: description!,
      style: 'form',
      explode: true,
      schema: member,
    },
  ];
}

function requestBodyOf({ body, bodyDoc }: Route, components: Components): JsonObject {
  const types = body ? { 'application/json': body } : bodyDoc;
  if (!types) return {};
  const content = Object.entries(types).map(([type, schema]) => [
    type,
    { schema: components.refer(schema, true) },
  ]);
  return { requestBody: { required: true, content: Object.fromEntries(content) } };
}

function responsesOf(
  { operationId, access, responses, takesIdempotencyKey }: Route,
  components: Components,
): JsonObject {
  const refer = (names: readonly string[]): JsonObject =>
    Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  const common = refer([
    ...Object.keys({ ...RATE_LIMIT_HEADERS, ...IGNORED_PARAMS }),
    ...(access === 'none' ? [] : Object.keys(SERVER_TIMING)),
    ...(takesIdempotencyKey ? Object.keys(REPLAYED) : []),
  ]);
  const entries = Object.entries(responses).map(
    ([
      status,
      {
        description,
        schema,
        headers: more = [],
        example: own,
        examples,
        contentTypes = ['application/json'],
      },
    ]) => {
      if (status === '204' && schema) throw new Error(`${operationId}: 204 has no body`);
      if (Number(status) >= 400) return [status, errorResponse(description, undefined, refer(more))];
      const headers = { ...common, ...refer(more) };
      if (!schema) return [status, { description, headers }];
      const all = {
        ...headers,
        ...refer(Object.keys(COMPRESSED)),
        ...(status === '201' && CREATED),
        ...(status === '202' && ACCEPTED),
      };
      const shown = components.refer(schema);
      const example = (own as JsonObject | undefined) ?? components.exampleOf(shown);
      const given = examples
        ? { examples: examples as JsonObject }
        : example === undefined
          ? {}
          : { example };
      const content = contentTypes.map((type) => [type, { schema: shown, ...given }]);
      return [status, { description, headers: all, content: Object.fromEntries(content) }];
    },
  );
  return Object.fromEntries(entries);
}
