import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from './nginx.js';
import { pgbench } from './pgbench.js';

const DEBIAN = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 30_000;

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

/**
 * A PostGIS server with the settings that the embedded PostgreSQL has for imports; null where Debian's
 * packages are missing.
 */
export async function startPostGis(): Promise<PostGis | null> {
  const bin = findBinaries();
  if (bin === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'cartload-postgis-'));
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? idsOf('nobody') : null;
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const as = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  await promisify(execFile)(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust'], as);
  const port = await findFreePort();
  const settings = [
    'shared_buffers=256MB',
    'max_wal_size=4GB',
    'wal_buffers=16MB',
    'maintenance_work_mem=256MB',
  ];
  const options = [...settings, 'unix_socket_directories=', `port=${port}`].flatMap((s) => ['-c', s]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...options], { ...as, stdio: 'ignore' });
  const address = `host=127.0.0.1 port=${port} user=postgres dbname=postgres`;
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const client = await connectWithin(url, START_TIMEOUT_MS);
  await client.query('CREATE EXTENSION postgis');
  return {
    url,
    load: async (file, rows) => {
      const begin = performance.now();
      await promisify(execFile)(
        'ogr2ogr',
        [
          ...['-f', 'PostgreSQL', `PG:${address}`, file, '-nln', 'places', '--config', 'PG_USE_COPY', 'YES'],
          ...['-oo', 'X_POSSIBLE_NAMES=lng', '-oo', 'Y_POSSIBLE_NAMES=lat', '-a_srs', 'EPSG:4326'],
          ...['-lco', 'SPATIAL_INDEX=GIST'],
        ],
        { maxBuffer: 1 << 24 },
      );
      const rate = rows / ((performance.now() - begin) / 1000);
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
      const exited = once(server, 'exit');
      server.kill('SIGINT');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

function idsOf(user: string): { uid: number; gid: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function connectWithin(url: string, timeoutMs: number): Promise<pg.Client> {
  for (const deadline = Date.now() + timeoutMs; ; await delay(100)) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
