import { constants } from 'node:os';

const UNWRITABLE = 'the service cannot write to its disk; rows imported so far stay';
const FULL = 'the disk of the service is full; rows imported so far stay';
const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: UNWRITABLE,
  EACCES: UNWRITABLE,
  EPERM: UNWRITABLE,
  EIO: 'the disk of the service is defective; rows imported so far stay',
};
const INTERNAL = 'an error inside the service';

/** An absolute path or a file URL. Dates, fractions and `n/a` have no slash after a blank or a quote. */
const PATH = /(^|[\s'"`(=,])(file:\/\/|\/|[A-Za-z]:\\)[^\s'"`\w.-]{0,9}[\w.-]/;

/** Reason of a failed job for its owner, without paths of the server, which only the log shows. */
export function failureReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const systemCode = systemCodeOf(error, message);
  if (systemCode !== null) return SENTENCES[systemCode] ?? INTERNAL;
  return PATH.test(message) ? INTERNAL : message;
}

/** Errors from threads keep only their message: "ENOSPC: no space left on device, write". */
function systemCodeOf(error: unknown, message: string): string | null {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? /\b(E[A-Z\d]+): /.exec(message)?.[1];
  return code !== undefined && code in constants.errno ? code : null;
}
