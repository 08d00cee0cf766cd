import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { createOwner, type Owner } from './owner.js';
import { type S3Server, startS3 } from './s3-server.js';
import { type ServiceProcess, startService } from './service.js';
import { temporaryFolder } from './temporary-folder.js';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Body = any;

export interface Machines {
  owner: Owner;
  s3: S3Server;
  /** Starts a process on its own DATA_DIR, with the others' database and bucket. */
  start(role: 'http' | 'jobs' | 'all', env?: Record<string, string>): Promise<ServiceProcess>;
  call(
    service: ServiceProcess,
    path: string,
    init?: RequestInit,
  ): Promise<{ status: number; body: Body; headers: Headers }>;
  upload(service: ServiceProcess, mapId: number, csv: string): Promise<Body>;
  /** Polls a job until it has ended. */
  completed(service: ServiceProcess, jobId: string): Promise<Body>;
}

/** Machines that share a database and a bucket, and nothing else. */
export async function arrangeMachines(t: Test): Promise<Machines> {
  const s3 = await startS3(t);
  const owner = await createOwner(t, { rateLimit: 1_000_000, quotaBulk: 1000 });
  const authorization = `Bearer ${owner.key}`;
  const start: Machines['start'] = async (role, env = {}) => {
    const dataDir = temporaryFolder(t);
    const shared = { DATABASE_URL: owner.url, SECRET: 'the same on all of them', ...s3.env };
    return startService(t, { ...shared, DATA_DIR: dataDir, WORKERS: '1', ...env }, ['--role', role]);
  };
  const call: Machines['call'] = async (service, path, init = {}) => {
    const url = path.startsWith('http') ? path : `${service.url}${path}`;
    const response = await fetch(url, { ...init, headers: { authorization, ...init.headers } });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const body = isJson ? await response.json() : await response.text();
    return { status: response.status, body, headers: response.headers };
  };
  return {
    owner,
    s3,
    start,
    call,
    upload: async (service, mapId, csv) => {
      const headers = { 'content-type': 'text/csv' };
      const { status, body } = await call(service, `/maps/${mapId}/markers/bulk`, {
        method: 'POST',
        headers,
        body: csv,
      });
      if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return body;
    },
    completed: async (service, jobId) => {
      for (;;) {
        const { body } = await call(service, `/jobs/${jobId}`);
        if (body.completed_at) return body;
        await delay(20);
      }
    },
  };
}
