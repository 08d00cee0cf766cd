const MB = 1024 * 1024;

/** Two processes (http and jobs) with their pools, commands, and room for a second instance. */
export const EMBEDDED_CONNECTIONS = 100;

/**
 * Settings of the embedded server: tuned for imports, which write long runs of rows, without risking commits.
 * @param memoryBytes memory of the machine or the container
 * @param diskBytes size of the disk that the cluster lies on
 * @param lz4 the binaries can compress WAL with lz4
 */
export function serverSettings(memoryBytes: number, diskBytes: number, lz4: boolean): Record<string, string> {
  return {
    // An answer means that the change is complete and on disk. These three are PostgreSQL's defaults, stated
    // because the promises of imports depend on them.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    // Small enough to leave the machine to Node and to the page cache, large enough for the indexes of one
    // large map.
    shared_buffers: megabytes(memoryBytes / 8, 32, 256),
    // Only an estimate for the planner.
    effective_cache_size: megabytes(memoryBytes / 2, 128, 4096),
    // Sorting and hashing a page of markers stays in memory; 100 connections rarely do so at once.
    work_mem: '16MB',
    // Index builds of migrations, and vacuum after a large map was deleted.
    maintenance_work_mem: megabytes(memoryBytes / 16, 32, 256),
    // The maximum that the default (shared_buffers/32) would reach: one segment, so that COPY waits less for
    // the WAL.
    wal_buffers: '16MB',

    // An import of a million rows writes about 1 GB of WAL. With the default of 1 GB it would force a
    // checkpoint in its middle, after which every page is written to the WAL in full once more. On a small
    // disk uploads leave a tenth of it free, and it is no firm bound: a checkpoint takes its time.
    max_wal_size: megabytes(diskBytes / 20, 128, 4096),
    min_wal_size: megabytes(diskBytes / 40, 64, 512),
    checkpoint_timeout: '15min',
    // Checkpoints spread over their interval, so that requests do not see them.
    checkpoint_completion_target: '0.9',
    // pglz costs more processor time than the disk gains.
    wal_compression: lz4 ? 'lz4' : 'off',

    max_connections: String(EMBEDDED_CONNECTIONS),
    // The queries are short: compiling one costs more than running it.
    jit: 'off',
    // A large aggregate may use a second core, never all of them: the pool of worker threads needs them too.
    max_parallel_workers_per_gather: '1',
    // Local disks read anywhere at about the same price; the default of 4 is that of spinning ones.
    random_page_cost: '1.1',

    // A map gets its first statistics seconds after its import.
    autovacuum_naptime: '20s',
    autovacuum_analyze_scale_factor: '0.02',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_max_workers: '2',

    // Loopback only, without a unix socket: it is not needed, breaks with paths over 107 bytes, and its lock
    // file is a second thing that goes stale.
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',

    // One file a weekday, overwritten after a week: bounded without a cleaner. Neither statements nor the
    // values of failing rows are written: they are customers' data, and they are what would make it grow.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_timezone: 'UTC',
    // Launchers search the log for fixed words.
    lc_messages: 'C',
  };
}

function megabytes(bytes: number, least: number, most: number): string {
  return `${Math.max(least, Math.min(most, Math.floor(bytes / MB)))}MB`;
}
