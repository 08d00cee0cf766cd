import { constants } from 'node:os';

const UNWRITABLE = 'the disk of the service cannot be written; what was imported stays';
const FULL = 'the disk of the service is full; what was imported stays';
const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: UNWRITABLE,
  EACCES: UNWRITABLE,
  EPERM: UNWRITABLE,
  EIO: 'the disk of the service is defective; what was imported stays',
};
const INTERNAL = 'an error inside the service';

/** An absolute path or the URL of a file. Dates, fractions and `n/a` have no slash behind a blank or a quote. */
const PATH = /(^|[\s'"`(=,])(file:\/\/|\/|[A-Za-z]:\\)[^\s'"`\w.-]{0,9}[\w.-]/;

/** Why a job failed, for the person whose job it is: without files and directories of the server. The log has them. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const systemCode = systemCodeOf(error, message);
  if (systemCode !== null) return SENTENCES[systemCode] ?? INTERNAL;
  return PATH.test(message) ? INTERNAL : message;
}

/** An error that comes from a thread has only its message left: "ENOSPC: no space left on device, write". */
function systemCodeOf(error: unknown, message: string): string | null {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? /\b(E[A-Z\d]+): /.exec(message)?.[1];
  return code !== undefined && code in constants.errno ? code : null;
}
