import type { RowsFile } from './spool.js';

/** Folders of the blob store. */
export const UPLOADS = 'uploads';
export const REJECTS = 'errors';

export const uploadKey = (jobId: string): string => `${UPLOADS}/${jobId}`;
export const rejectsKey = (jobId: string, kind: RowsFile = 'errors'): string =>
  `${REJECTS}/${jobId}${kind === 'errors' ? '' : `.${kind}`}.csv`;
/** Id of the job that an upload or a file of rows belongs to, by its key. */
export const jobIdOfUpload = (key: string): string => key.slice(key.indexOf('/') + 1).split('.', 1)[0]!;
