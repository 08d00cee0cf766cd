import type { Place } from './questions.js';

/**
 * What the processes of a supervisor are: so many that answer, and where jobs are run, too, one for all of them. So a long import takes
 * neither memory nor time of those that answer, JOBS and JOBS_PER_ACCOUNT mean what they mean without a supervisor, and only one process has
 * all the threads that parse. Those that answer need some for dry runs, samples of uploads and exports: together as many again.
 */
export function placesOf({
  role,
  processes,
  port,
  workers,
}: {
  role: 'all' | 'http';
  processes: number;
  port: number;
  /** Threads that parse: WORKERS. */
  workers: number;
}): Place[] {
  const share = Math.max(1, Math.floor(workers / processes));
  const answering = Array.from({ length: processes }, () => ({
    role: 'http' as const,
    port,
    workers: share,
  }));
  return role === 'http' ? answering : [...answering, { role: 'jobs', port, workers }];
}
