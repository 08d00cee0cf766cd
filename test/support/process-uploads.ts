import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import type { BulkJob } from '../../src/schema/job.js';
import { fetchDocumented } from './documented.js';
import { createOwner } from './owner.js';
import type { ServiceProcess } from './service.js';
import { temporaryFolder } from './temporary-folder.js';

/** An account, a database and a DATA_DIR for processes that are killed, with uploads to these processes. */
export async function arrangeUploads(t: Test) {
  const owner = await createOwner(t, { rateLimit: 1_000_000, quotaBulk: 1000 });
  const dataDir = temporaryFolder(t);
  const env = { DATABASE_URL: owner.url, DATA_DIR: dataDir };
  const authorization = `Bearer ${owner.key}`;
  const accepted = async (response: Response): Promise<BulkJob> => {
    if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as BulkJob;
  };
  const upload = async (
    service: ServiceProcess,
    mapId: number,
    body: string | Uint8Array<ArrayBuffer>,
    query = '',
  ): Promise<BulkJob> =>
    accepted(
      await fetchDocumented(`${service.url}/maps/${mapId}/markers/bulk${query}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'text/csv' },
        body,
      }),
    );
  const retry = async (service: ServiceProcess, jobId: string): Promise<BulkJob> =>
    accepted(
      await fetchDocumented(`${service.url}/jobs/${jobId}/retry`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{}',
      }),
    );
  /** Polls a job until it has ended. */
  const completed = async (service: ServiceProcess, jobId: string): Promise<BulkJob> => {
    for (;;) {
      const response = await fetchDocumented(`${service.url}/jobs/${jobId}`, { headers: { authorization } });
      const job = (await response.json()) as BulkJob;
      if (job.completed_at) return job;
      await delay(50);
    }
  };
  return { owner, dataDir, env, upload, retry, completed };
}
