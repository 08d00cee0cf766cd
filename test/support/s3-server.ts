import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from 'fauxqs';
import type { Test } from 'tap';

/** A fault instead of, or before, an answer. */
export type S3Fault =
  /** Cuts the connection before the answer. */
  | { cut: 'before' }
  /** Cuts it after half of the answer's body. */
  | { cut: 'within' }
  /** Carries the request out and loses the answer. */
  | { cut: 'after' }
  | { status: number; code?: string; headers?: Record<string, string> }
  /** Answers after a delay, or never with Infinity. */
  | { delayMs: number };

export interface S3Request {
  method: string;
  /** Path-style, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
}

export interface S3Server {
  /** Value for BLOB_URL. */
  url: string;
  endpoint: string;
  /** BLOB_URL and the credentials, for a process. */
  env: Record<string, string>;
  /** Requests so far. */
  requests: S3Request[];
  /** Called before each answer; null: no fault. */
  fault: (request: S3Request) => S3Fault | null;
  /** Access keys that are valid. */
  accessKeys: Set<string>;
  /** Keys of the objects in the bucket, in order. */
  keys(): Promise<string[]>;
  /** Keys of multipart uploads under way. */
  uploads(): string[];
  remove(key: string): Promise<void>;
  /** Refuses connections until `comeBack`; the objects stay. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

const BUCKET = 'cartload-test';
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test-secret' };

/**
 * An S3 server on loopback with a bucket in memory, for any number of processes; stopped at the end of the
 * test. It is fauxqs with additions: conditional writes (`If-None-Match`), the list of multipart uploads, and
 * refusal of unknown keys.
 */
export async function startS3(t: Pick<Test, 'teardown'>): Promise<S3Server> {
  const app = buildApp({ logger: false });
  const uploads = new Map<string, { key: string; initiated: Date }>();
  const written = new Set<string>();
  app.addHook('onSend', async (request, reply, payload) => {
    const uploadId = new URL(request.url, 'http://s3').searchParams.get('uploadId');
    if (uploadId !== null && request.method !== 'PUT' && reply.statusCode < 300) uploads.delete(uploadId);
    const begun = /<UploadId>(.+)<\/UploadId>/.exec(String(payload))?.[1];
    if (request.method === 'POST' && begun)
      uploads.set(begun, { key: keyOf(request.url), initiated: new Date() });
    return payload;
  });
  await app.ready();
  await app.inject({ method: 'PUT', url: `/${BUCKET}` });

  const answer = async (request: S3Request, incoming: IncomingMessage, response: ServerResponse) => {
    const { method, path, query, headers } = request;
    const accessKey = /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1];
    if (!s3.accessKeys.has(accessKey ?? '')) return refuse(response, 403, 'InvalidAccessKeyId');
    if (query.has('uploads') && method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/xml' });
      return response.end(uploadsXml(uploads, query.get('prefix') ?? ''));
    }
    if (method === 'PUT' && headers['if-none-match'] === '*') {
      const { statusCode } = await app.inject({ method: 'HEAD', url: path });
      // With two at once, the second finds the name that the first left synchronously.
      if (statusCode === 200 || written.has(path)) return refuse(response, 412, 'PreconditionFailed');
      written.add(path);
    }
    app.routing(incoming, response);
  };
  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { pathname: path, searchParams: query } = new URL(incoming.url!, 'http://s3');
    const request = { method: incoming.method!, path, query, headers: incoming.headers };
    s3.requests.push(request);
    const fault = s3.fault(request);
    if (fault === null) void answer(request, incoming, response);
    else void suffer(fault, incoming, response, () => answer(request, incoming, response));
  };

  let server: Server;
  const listen = async (port: number): Promise<void> => {
    server = createServer(listener).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await listen(0);
  t.teardown(async () => {
    await close();
    await app.close();
  });
  const { port } = server!.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const url = `s3://${BUCKET}/a-prefix?endpoint=${endpoint}&region=us-east-1`;
  const s3: S3Server = {
    url,
    endpoint,
    env: { BLOB_URL: url, ...CREDENTIALS },
    requests: [],
    fault: () => null,
    accessKeys: new Set([CREDENTIALS.AWS_ACCESS_KEY_ID]),
    keys: async () => {
      const { body } = await app.inject({ method: 'GET', url: `/${BUCKET}?list-type=2` });
      return [...body.matchAll(/<Key>(.+?)<\/Key>/g)].map(([, key]) => key!).sort();
    },
    uploads: () => [...uploads.values()].map(({ key }) => key),
    remove: async (key) => {
      written.delete(`/${BUCKET}/${key}`);
      await app.inject({ method: 'DELETE', url: `/${BUCKET}/${key}` });
    },
    goAway: close,
    comeBack: () => listen(port),
  };
  return s3;
}

const keyOf = (url: string): string => url.split('?')[0]!.slice(BUCKET.length + 2);

function refuse(response: ServerResponse, status: number, code: string, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
}

async function suffer(
  fault: S3Fault,
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<unknown>,
): Promise<void> {
  if ('status' in fault) {
    incoming.resume();
    refuse(response, fault.status, fault.code ?? 'InternalError', fault.headers);
  } else if ('delayMs' in fault) {
    if (fault.delayMs === Number.POSITIVE_INFINITY) return;
    await delay(fault.delayMs);
    await answer();
  } else if (fault.cut === 'before') {
    incoming.destroy();
  } else {
    response.end = ((body?: Buffer | string) => {
      const half =
        body?.length && fault.cut === 'within' ? Buffer.from(body).subarray(0, body.length / 2) : '';
      if (half === '') response.socket?.destroy();
      else response.write(half, () => response.socket?.destroy());
      return response;
    }) as never;
    await answer();
  }
}

const uploadsXml = (
  uploads: ReadonlyMap<string, { key: string; initiated: Date }>,
  prefix: string,
): string => {
  const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
  const entries = found.map(
    ([id, { key, initiated }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
  );
  return `<?xml version="1.0"?><ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListMultipartUploadsResult>`;
};
