import { request } from 'node:http';

/** Mistakes that a client may send. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | object;
}

/**
 * A request, with `MAP`, `MARKER`, `JOB` and `KEY` for those that there are, and the words that must stand in
 * the answer, separated by ` | `: its status, what was seen, and what to do.
 */
export type Mistake = readonly [request: string, says: string, sent?: Sent];

export const JSON_TYPE = { 'content-type': 'application/json' };
export const CSV_TYPE = { 'content-type': 'text/csv' };
export const json = (body: string | Buffer | object, headers: object = {}): Sent => ({
  body,
  headers: { ...JSON_TYPE, ...headers },
});

/**
 * Sends a path as it is, which fetch would mend.
 * @returns status, message or body, and the names that were ignored, as one text
 */
export function answerTo(
  origin: URL,
  [asked]: Mistake,
  { body, headers = {} }: Sent,
  names: Readonly<Record<string, string>>,
): Promise<string> {
  const filled = (text: string): string => text.replace(/MAP|MARKER|JOB|KEY/g, (name) => names[name]!);
  const [method, path] = filled(asked).split(' ', 2);
  const bytes =
    body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  // Node sends the body of a DELETE only where its length is said.
  const length = bytes === undefined ? [] : [['content-length', String(Buffer.byteLength(bytes))]];
  const given = Object.entries(headers).map(([name, value]) => [name, filled(value)]);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname: origin.hostname,
        port: origin.port,
        method,
        path,
        headers: Object.fromEntries([...given, ...length]),
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () =>
          resolve(
            `${answer.statusCode} ${textOf(Buffer.concat(chunks).toString())} ${answer.headers['x-ignored-params'] ?? ''}`,
          ),
        );
      },
    );
    sent.on('error', reject);
    sent.end(bytes);
  });
}

function textOf(body: string): string {
  try {
    const { error, notes, rows } = JSON.parse(body);
    if (error) return error.message;
    return notes ? `${notes.join(' ')} ${JSON.stringify(rows ?? '')}` : body;
  } catch {
    return body;
  }
}
