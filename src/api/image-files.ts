import { Type } from 'typebox';
import { AppError, notFound } from '../base/errors.js';
import type { OpenBlob } from '../blob/blob-store.js';
import { inlineNamed } from '../format/write/file-name.js';
import { type ByteRange, requestedRange } from '../http/byte-range.js';
import { namesTag } from '../http/etag.js';
import type { HttpRequest, Reply } from '../http/message.js';
import { type Route, route } from '../http/route.js';
import { JobParams } from '../schema/job.js';
import { findImageFile, type ImageFile } from '../store/image-jobs.js';
import { answerInTurn, type HoldOpen } from './hold-open.js';
import type { Services } from './services.js';

const CONTENT_TYPES = { png: 'image/png', pdf: 'application/pdf' } as const;
const ANEW = 'ask GET /jobs/{job_id} for a new one';
const REMOVED = 'the picture was removed after 7 days: ask for it again';
const ELSEWHERE =
  'the blob store of this process lacks the picture: all processes must have the same BLOB_URL';

const FILE = { contentTypes: Object.values(CONTENT_TYPES), schema: Type.String({ format: 'binary' }) };
const OF_FILE = ['Content-Disposition', 'ETag', 'Accept-Ranges'];
const OF_PART = [...OF_FILE, 'Content-Range'];
const WITHOUT_FILE = {
  304: { description: 'The file that If-None-Match names is current.', headers: OF_FILE },
  416: {
    description: 'BAD_REQUEST: the range lies beyond the file.',
    headers: ['Accept-Ranges', 'Content-Range'],
  },
};

const AddressQuery = Type.Object({
  expires: Type.Integer({
    minimum: 0,
    maximum: 2 ** 40,
    description: 'Unix time in seconds at which the address expires.',
  }),
  signature: Type.String({ maxLength: 64 }),
});

/** Downloads of pictures by signed addresses. */
export function imageFileRoutes(services: Services): Route[] {
  const { sql, imageAddresses } = services;
  const download = {
    path: '/images/{job_id}',
    tag: 'Images',
    access: 'none',
    // The turn of a download lasts as long as the client reads.
    turns: null,
    params: JobParams,
    query: AddressQuery,
  } as const;

  /** @throws AppError NOT_FOUND, with a reason only for an address that this service signed */
  const find = async (jobId: string, expires: number, signature: string): Promise<ImageFile> => {
    const file = await findImageFile(sql, jobId);
    if (!file) throw notFound();
    // The signature covers the account, so addresses of an earlier owner are void.
    const judged = imageAddresses.judge(jobId, file.accountId, expires, signature);
    if (judged === 'forged') throw notFound();
    if (judged === 'expired')
      throw new AppError('NOT_FOUND', `the address has expired, after 24 hours: ${ANEW}`);
    return file;
  };

  return [
    route({
      ...download,
      method: 'GET',
      operationId: 'downloadImage',
      summary: 'The file of a picture, by its signed address',
      description:
        "Needs no key; the request counts against the rate limit of the client's IP address, or of the key if one is sent. Use `image_url` unchanged: it " +
        'works for 24 hours. An address that has expired or was altered, or whose file was removed, is NOT_FOUND. A `Range` of one part is answered ' +
        '206, a range beyond the file 416; `If-Range` and `If-None-Match` take the ETag. A client that reads nothing for 10 seconds is cut off.',
      responses: {
        200: { description: 'The PNG or PDF file', headers: OF_FILE, ...FILE },
        206: { description: 'The requested part of the file', headers: OF_PART, ...FILE },
        ...WITHOUT_FILE,
      },
      handle: async ({ params, query, request }) =>
        answer(services, await find(params.job_id, query.expires, query.signature), request),
    }),
    route({
      ...download,
      method: 'HEAD',
      operationId: 'headImage',
      summary: 'The same headers without the file',
      responses: {
        200: { description: 'Headers of the PNG or PDF file', headers: OF_FILE },
        206: { description: 'Headers of the requested part', headers: OF_PART },
        ...WITHOUT_FILE,
      },
      handle: async ({ params, query, request }) =>
        answer(services, await find(params.job_id, query.expires, query.signature), request),
    }),
  ];
}

/** @throws AppError NOT_FOUND, RATE_LIMITED when no turn comes in time */
async function answer(services: Services, file: ImageFile, request: HttpRequest): Promise<Reply> {
  const { key, accountId } = file;
  if (key === null) throw new AppError('NOT_FOUND', REMOVED);
  return answerInTurn(
    services.work.downloads,
    { accountId, signal: request.signal },
    {
      open: async () => {
        const blob = await services.blobs.open(key);
        if (blob === null) throw new AppError('NOT_FOUND', ELSEWHERE);
        return blob;
      },
      close: (blob) => void blob.close().catch(() => {}),
      answer: (blob, end) => send({ ...file, key }, blob, request, end),
    },
  );
}

/** Replies with the file (200), a part of it (206), or only headers (HEAD, 304, 416). */
function send(
  { key, format, mapId, mapName }: ImageFile & { key: string },
  blob: OpenBlob,
  request: HttpRequest,
  end: HoldOpen,
): Reply {
  // A file never changes under its key.
  const etag = `"${key.slice(key.indexOf('/') + 1)}"`;
  const headers = {
    'content-type': CONTENT_TYPES[format],
    'content-disposition': inlineNamed(mapName, `map-${mapId}`, format),
    'accept-ranges': 'bytes',
    'cache-control': 'private',
    // Pages of other sites may embed the address.
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  };
  const withoutBody = (status: number, more: Record<string, string>): Reply => {
    end();
    return { status, headers: { ...headers, ...more } };
  };
  if (namesTag(request.header('if-none-match'), etag)) return withoutBody(304, {});
  const ifRange = request.header('if-range');
  const asked =
    ifRange === '' || ifRange === etag ? requestedRange(request.header('range'), blob.bytes) : null;
  if (asked === 'unsatisfiable') {
    end();
    const json = { error: { code: 'BAD_REQUEST', message: `the file has ${blob.bytes} bytes` } };
    return {
      status: 416,
      headers: { 'content-range': `bytes */${blob.bytes}`, 'accept-ranges': 'bytes' },
      json,
    };
  }
  const part: ByteRange = asked ?? { startByte: 0, endByte: blob.bytes };
  const length = { 'content-length': String(part.endByte - part.startByte) };
  const more = asked
    ? { ...length, 'content-range': `bytes ${part.startByte}-${part.endByte - 1}/${blob.bytes}` }
    : length;
  const status = asked ? 206 : 200;
  if (request.method === 'HEAD') return withoutBody(status, more);
  return {
    status,
    headers: { ...headers, ...more },
    bytes: end.after(blob.read(part.startByte, part.endByte)),
  };
}
