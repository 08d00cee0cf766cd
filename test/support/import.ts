import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { hashKey, newJobId, newKey } from '../../src/access/keys/key.js';
import { viewBulkJob } from '../../src/api/job-view.js';
import { JobRunner } from '../../src/background/jobs/runner.js';
import { createLog } from '../../src/base/log.js';
import { ThreadPool } from '../../src/base/threads/thread-pool.js';
import type { Block } from '../../src/format/block.js';
import { CsvBlockCutter } from '../../src/format/csv-blocks.js';
import type { BulkMeta } from '../../src/import/options.js';
import { KeyRoom } from '../../src/import/plan/key-room.js';
import { planImport } from '../../src/import/plan/plan-import.js';
import { zeroImportCounts } from '../../src/import/run/counts.js';
import { importHandler } from '../../src/import/run/handler.js';
import { patient } from '../../src/import/run/patient.js';
import { undoHandler } from '../../src/import/run/undo.js';
import { DirectorySpool } from '../../src/import/spool/directory-spool.js';
import { DurableFile, spoolPath } from '../../src/import/spool/uploaded.js';
import { receiveCsv, receiveJson } from '../../src/import/upload/receive.js';
import type { BulkJob } from '../../src/schema/job.js';
import { createAccount } from '../../src/store/accounts.js';
import { connect, type Sql } from '../../src/store/client.js';
import { createJob, findOwnedJob } from '../../src/store/jobs.js';
import { createKey } from '../../src/store/keys.js';
import { createMap } from '../../src/store/maps.js';
import { readCatalog } from '../../src/world/demographics/catalog.js';
import { CurrentGeodata } from '../../src/world/geodata/current-geodata.js';
import { loadGeodata } from '../../src/world/geodata/load.js';
import { sharedScope } from '../suite/shared.js';
import { createDatabase } from './database.js';
import { removeMaps } from './full-map.js';

/** Addresses in views of jobs. */
export const TEST_LINKS = { publicUrl: () => 'http://test/v1', undoDays: 7 };

export interface ImportBench {
  sql: Sql;
  url: string;
  spoolDirectory: string;
  /** Room for the keys of the imports that run here. */
  keyRoom: KeyRoom;
  createMap(): Promise<number>;
  /** Imports a text as one upload and waits for the end of its job. */
  importText(
    mapId: number,
    text: string,
    meta?: BulkMeta & {
      format?: 'csv' | 'json';
      /** Size of blocks of CSV: cut into blocks of about that size. Default: as an upload is. */
      blockBytes?: number;
    },
  ): Promise<BulkJob>;
  /** Takes a job back, and waits for the end of the undo. */
  undo(jobId: string): Promise<BulkJob>;
}

export interface BenchOptions {
  workers?: number;
  /** Changes the URL that the threads connect to. */
  through?: (url: string) => string | Promise<string>;
  filename?: string;
  taskDeadlineMs?: number;
  keyRoom?: KeyRoom;
}

/**
 * The whole import without HTTP, with a real database, threads and a runner; removed at the end of the test.
 */
export async function importBench(
  t: Pick<Test, 'teardown'>,
  options: BenchOptions = {},
): Promise<ImportBench> {
  const { workers = 2, through = (url) => url, keyRoom = new KeyRoom(), ...poolOptions } = options;
  const { url } = await createDatabase(t);
  const sql = connect(url, { applicationName: 'test', maxConnections: 4, statementTimeoutMs: 30_000 });
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'cartload-test-'));
  const threads = new ThreadPool({
    databaseUrl: await through(url),
    workers,
    startWhenNeeded: true,
    ...poolOptions,
  });
  const geodata = new CurrentGeodata(await loadGeodata());
  const log = createLog(process.env.LOG_LEVEL ?? 'silent');
  const spool = new DirectorySpool({ directory: spoolDirectory, identity: 'test' });
  const runner = new JobRunner({
    sql,
    log,
    pollMs: 20,
    handlers: {
      bulk_import: importHandler({
        ...{ sql, threads, geodata, spool, workers, counts: zeroImportCounts(), keyRoom },
      }),
      undo: undoHandler(sql),
    },
  });
  runner.start();
  t.teardown(async () => {
    await runner.stop();
    await threads.close();
    await sql.end({ timeout: 5 });
    await rm(spoolDirectory, { recursive: true });
  });
  const accountId = (await createAccount(sql, 'owner@example.com', {}))!.id;
  const keyId = (await createKey(sql, 'owner@example.com', hashKey(newKey()), 'read_write', {}))!;
  const charge = { keyId, dailyLimit: 1_000_000 };
  const ended = async (id: string): Promise<BulkJob> => {
    // Tests stop the database while this waits.
    const ask = patient(sql, new AbortController().signal);
    for (;;) {
      const job = await ask((db) => findOwnedJob(db, accountId, id));
      if (job!.completedAt) return ask((db) => viewBulkJob(db, job!, TEST_LINKS));
      await delay(10);
    }
  };
  return {
    sql,
    url,
    spoolDirectory,
    keyRoom,
    createMap: () => createMap(sql, { name: 'Test', description: '' }, charge),
    async importText(mapId, text, { format = 'csv', blockBytes, ...meta } = {}) {
      const id = newJobId();
      const path = spoolPath(spoolDirectory, id);
      const file = await DurableFile.create(path);
      const limits = { maxBytes: 1e9, maxRows: 1_000_000 };
      const bytes = Buffer.from(text);
      const body = (async function* () {
        for (let i = 0; i < bytes.length; i += 65_536) yield bytes.subarray(i, i + 65_536);
      })();
      const upload = await (format === 'csv'
        ? receiveCsv(body, file, limits, null)
        : receiveJson(body, file, limits));
      await file.commit();
      const { task } = await planImport(upload, meta, {
        path,
        threads,
        workers,
        geodata: geodata.current,
        catalog: await readCatalog(sql),
      });
      if (blockBytes) task.blocks = blocksOf(bytes, upload.delimiter, blockBytes);
      await createJob(
        sql,
        { id, mapId, kind: 'bulk_import', task, total: upload.rows, notes: upload.notes },
        charge,
        null,
      );
      return ended(id);
    },
    async undo(jobId) {
      const id = newJobId();
      const job = await findOwnedJob(sql, accountId, jobId);
      const [{ outcome }] = await sql<[{ outcome: string }]>`
        SELECT create_undo(${job!.mapId}, ${jobId}, ${id}, 7, ${2 ** 32}) AS outcome`;
      if (outcome !== 'queued') throw new Error(outcome);
      return ended(id);
    },
  };
}

let shared: Promise<ImportBench> | null = null;

/** That of the process, whose threads are compiled once; its maps are removed after the file. */
export async function sharedImportBench(t: Test): Promise<ImportBench> {
  const scope = sharedScope();
  if (scope === null) return importBench(t);
  shared ??= importBench(scope);
  const bench = await shared;
  t.teardown(() => removeMaps(bench.sql));
  return bench;
}

function blocksOf(bytes: Buffer, delimiter: string, targetBytes: number): Block[] {
  const cutter = new CsvBlockCutter({ delimiter, preambleBytes: 0, targetBytes, maxColumns: 1000 });
  return [...cutter.push(bytes), ...cutter.finish()];
}
