import type { Hash } from 'node:crypto';
import { MIMEType } from 'node:util';
import { badRequest } from '../base/errors.js';
import { declaredNames, readDialect } from '../format/declared-dialect.js';
import { decodedBody } from '../http/content-encoding.js';
import type { HttpRequest } from '../http/message.js';
import { readMultipart } from '../http/multipart.js';
import type { Principal } from '../http/route.js';
import { compileJson } from '../http/validate.js';
import { BulkMeta } from '../import/options.js';
import type { UploadFile } from '../import/spool/uploaded.js';
import type { DialectThreads } from '../import/upload/dialect-threads.js';
import { type CsvReading, type ReceivedUpload, receiveCsv, receiveJson } from '../import/upload/receive.js';
import { findAccount } from '../store/accounts.js';
import type { Services } from './services.js';

const MAX_META_BYTES = 1024 * 1024;

const checkMeta = compileJson(BulkMeta);

/**
 * Reads the body of an import into the spool, in whichever of the three shapes it has.
 * @param query options that hold unless the body's own say otherwise
 * @param tell hears of parts, options and members that nobody reads
 * @param fingerprint fed with the bytes of the file or the JSON body, decompressed
 * @throws AppError BAD_REQUEST; RATE_LIMITED when too many uploads in a dialect of their own wait
 */
export async function receiveUpload(
  services: Services & { dialectThreads: DialectThreads },
  principal: Principal,
  request: HttpRequest,
  query: BulkMeta,
  file: UploadFile,
  tell: (name: string) => boolean,
  fingerprint: Hash | null,
): Promise<{ upload: ReceivedUpload; meta: BulkMeta }> {
  const account = await findAccount(services.sql, principal.accountId);
  const limits = {
    maxBytes: services.maxUploadBytes,
    maxRows: account?.rowLimit ?? services.rowLimit,
    ...(fingerprint && { fingerprint }),
  };
  const { declaredBytes } = request.body;
  if (declaredBytes !== null && declaredBytes > limits.maxBytes) {
    throw badRequest(`the upload is larger than the limit of ${limits.maxBytes} bytes`);
  }
  const body = decodedBody(request, limits);
  const readingBy = (options: BulkMeta): CsvReading => ({
    declared: readDialect(options),
    startRewriter: (dialect) =>
      services.dialectThreads.start(dialect, { accountId: principal.accountId, signal: request.signal }),
  });
  const contentType = request.header('content-type');
  const type = parseContentType(contentType);
  switch (type?.essence) {
    case 'text/csv': {
      const charset = type.params.get('charset');
      return { upload: await receiveCsv(body.stream(), file, limits, charset, readingBy(query)), meta: {} };
    }
    case 'application/json': {
      refuseDialect(query, 'and the body is JSON');
      const upload = await receiveJson(body.stream(), file, limits);
      upload.unread.every(tell);
      return { upload, meta: {} };
    }
    case 'multipart/form-data': {
      let upload: ReceivedUpload | null = null;
      let meta: BulkMeta = {};
      await readMultipart(contentType, body, {
        maxFieldBytes: MAX_META_BYTES,
        onField: (name, value) => {
          if (name !== 'meta') return void tell(name);
          meta = checkMeta(Buffer.from(value), 'meta', (member) => tell(`meta.${member}`));
          if (upload) refuseDialect(meta, 'which is read already: send the part "meta" before "file"');
        },
        onFile: async (name, part) => {
          if (name !== 'file')
            throw badRequest(`the part ${JSON.stringify(name)} is not expected; send "file" and "meta"`);
          if (upload) throw badRequest('there is more than one part "file"');
          const charset = parseContentType(part.contentType)?.params.get('charset') ?? null;
          const reading = readingBy({ ...query, ...meta });
          upload = await receiveCsv(part.stream, file, limits, charset, reading);
        },
      });
      if (!upload) throw badRequest('the part "file" is missing');
      return { upload, meta };
    }
    default:
      throw badRequest('the content type must be text/csv, application/json or multipart/form-data');
  }
}

/** @throws AppError BAD_REQUEST when options are given that say how the bytes of a CSV file are to be read */
function refuseDialect(given: BulkMeta, why: string): void {
  const names = declaredNames(given);
  if (names.length > 0) throw badRequest(`${names.join(', ')} can be given for a CSV file only, ${why}`);
}

function parseContentType(value: string): MIMEType | null {
  try {
    return new MIMEType(value);
  } catch {
    return null;
  }
}
