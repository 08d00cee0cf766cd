import type { Hash } from 'node:crypto';
import { MIMEType } from 'node:util';
import { badRequest } from '../errors.js';
import { decodedBody } from '../http/content-encoding.js';
import type { HttpRequest } from '../http/message.js';
import { readMultipart } from '../http/multipart.js';
import type { Principal } from '../http/route.js';
import { compileJson } from '../http/validate.js';
import { BulkMeta } from '../import/options.js';
import { type ReceivedUpload, receiveCsv, receiveJson } from '../import/upload/receive.js';
import type { DurableFile } from '../import/upload/spool.js';
import { findAccount } from '../store/accounts.js';
import type { Services } from './services.js';

const MAX_META_BYTES = 1024 * 1024;

const checkMeta = compileJson(BulkMeta);

/**
 * Reads the body of an import into the spool, in whichever of the three shapes it has.
 * @param fingerprint fed with the bytes of the file or the JSON body, decompressed
 * @throws AppError BAD_REQUEST
 */
export async function receiveUpload(
  services: Services,
  principal: Principal,
  request: HttpRequest,
  file: DurableFile,
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
  const contentType = request.header('content-type');
  const type = parseContentType(contentType);
  switch (type?.essence) {
    case 'text/csv':
      return { upload: await receiveCsv(body.stream(), file, limits, type.params.get('charset')), meta: {} };
    case 'application/json':
      return { upload: await receiveJson(body.stream(), file, limits), meta: {} };
    case 'multipart/form-data': {
      let upload: ReceivedUpload | null = null;
      let meta: BulkMeta = {};
      await readMultipart(contentType, body, {
        maxFieldBytes: MAX_META_BYTES,
        onField: (name, value) => {
          if (name === 'meta') meta = checkMeta(Buffer.from(value), 'meta');
        },
        onFile: async (name, part) => {
          if (name !== 'file')
            throw badRequest(`the part ${JSON.stringify(name)} is not expected; send "file" and "meta"`);
          if (upload) throw badRequest('there is more than one part "file"');
          const charset = parseContentType(part.contentType)?.params.get('charset') ?? null;
          upload = await receiveCsv(part.stream, file, limits, charset);
        },
      });
      if (!upload) throw badRequest('the part "file" is missing');
      return { upload, meta };
    }
    default:
      throw badRequest('the content type must be text/csv, application/json or multipart/form-data');
  }
}

function parseContentType(value: string): MIMEType | null {
  try {
    return new MIMEType(value);
  } catch {
    return null;
  }
}
