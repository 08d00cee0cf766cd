import { type Static, Type } from 'typebox';
import { compileJson } from '../http/validate.js';
import type { InferenceAnswer, InferRequest } from '../import/columns/inference.js';
import { IMPORT_FIELDS } from '../import/fields.js';

/** What a header inferrer answers to POST {headers, open, taken, rows}. */
export const InferrerReply = Type.Object({
  columns: Type.Array(
    Type.Object({
      label: Type.Enum([...IMPORT_FIELDS, 'lat_lng', 'full_address', 'custom', 'ignore']),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      why: Type.Optional(Type.String({ maxLength: 200 })),
    }),
  ),
  house_number: Type.Optional(
    Type.Union([
      Type.Object({ street: Type.Integer({ minimum: 0 }), number: Type.Integer({ minimum: 0 }) }),
      Type.Null(),
    ]),
  ),
  swapped: Type.Optional(Type.Boolean()),
});
type InferrerReply = Static<typeof InferrerReply>;

const TIMEOUT_MS = 1500;
const MAX_REPLY_BYTES = 1024 * 1024;

const check = compileJson(InferrerReply);

/**
 * Asks a header inferrer over HTTP.
 * @param rows sample rows, in file order
 * @throws what went wrong: no answer within 1.5 s, another status than 200, a reply that is too large or of another shape
 */
export async function askInferrerService(
  url: string,
  { headers, open, taken }: InferRequest,
  rows: readonly (readonly string[])[],
  timeoutMs = TIMEOUT_MS,
): Promise<InferenceAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ headers, open, taken, rows }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the inferrer answered ${response.status}`);
  }
  const reply: InferrerReply = check(await readBounded(response), 'the reply of the inferrer');
  if (reply.columns.length !== headers.length) {
    throw new Error(`the inferrer answered ${reply.columns.length} columns for ${headers.length}`);
  }
  return {
    columns: reply.columns.map(({ why = 'the inferrer service says so', ...column }) => ({ ...column, why })),
    houseNumber: reply.house_number ?? null,
    swapped: reply.swapped ?? false,
  };
}

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_REPLY_BYTES) throw new Error(`the inferrer answered more than ${MAX_REPLY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
