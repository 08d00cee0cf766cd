import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { rateOf } from './measure.js';
import { findFreePort } from './nginx.js';
import { pgbench } from './pgbench.js';

const DEBIAN = '/usr/lib/postgresql';
const NOBODY = 65_534;

export interface PostGis {
  url: string;
  /** Loads a CSV with its spatial index. @returns rows a second */
  load(file: string, rows: number): Promise<number>;
  /** Runs pgbench with a script and prepared statements. @returns transactions a second */
  transact(script: string, clients: number, seconds: number): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Folder of the newest Debian server with PostGIS, which includes pgbench, with ogr2ogr beside it (packages
 * gdal-bin, postgresql-*-postgis-3); null: not installed.
 */
function findBinaries(): string | null {
  if (!existsSync('/usr/bin/ogr2ogr') || !existsSync(DEBIAN)) return null;
  const versions = readdirSync(DEBIAN).filter((version) =>
    existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`),
  );
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? null : join(DEBIAN, newest, 'bin');
}

interface DebianPostgres {
  /** URL of its superuser. */
  url: string;
  /** Ends and removes it. */
  stop(): Promise<void>;
}

/** Starts a new server of Debian's packages. @param bin folder of its programs @throws Error when it ends */
export async function startDebianPostgres(bin: string, settings: readonly string[]): Promise<DebianPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'cartload-postgres-'));
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null;
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const as = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'];
  await promisify(execFile)(join(bin, 'initdb'), initdb, as);
  const port = await findFreePort();
  const all = [...settings, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`];
  const options = all.flatMap((setting) => ['-c', setting]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...options], { ...as, stdio: 'ignore' });
  const exited = once(server, 'exit');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const isReady = async (): Promise<boolean> => {
    const client = new pg.Client(url);
    const connected = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    return connected;
  };
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
    await delay(50);
  }
  const stop = async (): Promise<void> => {
    server.kill('SIGINT');
    await exited;
    await rm(folder, { recursive: true });
  };
  return { url, stop };
}

/**
 * A PostGIS server with the settings that the embedded PostgreSQL has for imports; null where Debian's
 * packages are missing.
 */
export async function startPostGis(): Promise<PostGis | null> {
  const bin = findBinaries();
  if (bin === null) return null;
  const sizes = [
    'shared_buffers=256MB',
    'max_wal_size=4GB',
    'wal_buffers=16MB',
    'maintenance_work_mem=256MB',
  ];
  const { url, stop } = await startDebianPostgres(bin, sizes);
  const client = new pg.Client(url);
  await client.connect();
  await client.query('CREATE EXTENSION postgis');
  return {
    url,
    load: async (file, rows) => {
      const address = `PG:host=127.0.0.1 port=${new URL(url).port} user=postgres dbname=postgres`;
      const flags = [
        ...['-f', 'PostgreSQL', address, file, '-nln', 'places', '--config', 'PG_USE_COPY', 'YES'],
        ...['-oo', 'X_POSSIBLE_NAMES=lng', '-oo', 'Y_POSSIBLE_NAMES=lat', '-a_srs', 'EPSG:4326'],
        ...['-lco', 'SPATIAL_INDEX=GIST'],
      ];
      const rate = await rateOf(rows, () => promisify(execFile)('ogr2ogr', flags, { maxBuffer: 1 << 24 }));
      const found = await client.query('SELECT count(*)::int AS rows FROM places');
      if (found.rows[0].rows !== rows)
        throw new Error(`ogr2ogr loaded ${found.rows[0].rows} of ${rows} rows`);
      // Its autovacuum and checkpoints would disturb the next measurement.
      await client.query('DROP TABLE places; CHECKPOINT');
      return rate;
    },
    transact: (script, clients, seconds) => pgbench(url, script, clients, seconds),
    stop: async () => {
      await client.end();
      await stop();
    },
  };
}
