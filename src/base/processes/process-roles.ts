import type { ProcessRole } from './questions.js';

/**
 * Roles of the processes of a supervisor: `processes` answer requests, and one more runs the jobs where the
 * role includes them. So a long import takes neither memory nor time from the answering processes, and JOBS
 * and JOBS_PER_ACCOUNT mean the same as without a supervisor. Only the process for jobs has all parsing
 * threads; the others share as many again for dry runs, samples of uploads and exports.
 */
export function processRoles({
  role,
  processes,
  port,
  workers,
}: {
  role: 'all' | 'http';
  processes: number;
  port: number;
  /** Parsing threads: WORKERS. */
  workers: number;
}): ProcessRole[] {
  const share = Math.max(1, Math.floor(workers / processes));
  const answering = Array.from({ length: processes }, () => ({
    role: 'http' as const,
    port,
    workers: share,
  }));
  return role === 'http' ? answering : [...answering, { role: 'jobs', port, workers }];
}
