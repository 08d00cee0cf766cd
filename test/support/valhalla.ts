import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The used part of `@valhallajs/valhallajs`, a development dependency that not every platform has. */
interface ValhallaPackage {
  Actor: new (config: unknown) => { isochrone(query: unknown): Promise<unknown> };
  getConfig(options: { tileDir: string; tileExtract: string }): Promise<{
    mjolnir: Record<string, unknown>;
    [part: string]: unknown;
  }>;
}

/** Valhalla in this process. */
export interface Valhalla {
  /** Answers like its HTTP service. */
  isochrone(query: unknown): Promise<{ status: number; body: unknown }>;
}

/** Error codes by message: the HTTP service has both, this build has messages alone. */
const CODES: readonly [message: RegExp, code: number][] = [
  [/No suitable edges near location/, 171],
  [/Exceeded max time/, 151],
  [/No costing method found/, 125],
];

/**
 * Builds the tiles of an .osm.pbf and opens them.
 * @param folder an existing folder
 * @returns a text where the package is not installed or does not run here
 */
export async function openValhalla(pbf: Uint8Array, folder: string): Promise<Valhalla | string> {
  const name = '@valhallajs/valhallajs';
  let valhalla: ValhallaPackage;
  let root: string;
  try {
    valhalla = (await import(name)) as ValhallaPackage;
    root = dirname(createRequire(import.meta.url).resolve(name));
  } catch (error) {
    return `${name} cannot be loaded: ${String((error as Error).message).split('\n')[0]}`;
  }
  const tileDir = join(folder, 'tiles');
  await mkdir(tileDir);
  const config = await valhalla
    .getConfig({ tileDir, tileExtract: join(folder, 'tiles.tar') })
    .catch((error: Error) => error);
  if (config instanceof Error) return `Valhalla's configuration needs Python 3: ${config.message}`;
  Object.assign(config.mjolnir, {
    concurrency: 1,
    logging: { type: '' },
    tile_extract: '',
    traffic_extract: '',
  });
  for (const part of ['loki', 'thor', 'odin'])
    Object.assign(config[part] as object, { logging: { type: '' } });
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  await writeFile(join(folder, 'town.osm.pbf'), pbf);
  const build = join(root, process.platform, process.arch, 'valhalla_build_tiles');
  await promisify(execFile)(build, ['-c', join(folder, 'config.json'), join(folder, 'town.osm.pbf')], {
    // Folder of its log files.
    cwd: folder,
  });
  const actor = new valhalla.Actor(config);
  return {
    isochrone: (query) =>
      actor.isochrone(query).then(
        (body) => ({ status: 200, body }),
        ({ message }: Error) => {
          const error = message.replace(/^Isochrone error: /, '');
          const error_code = CODES.find(([pattern]) => pattern.test(error))?.[1] ?? 199;
          return { status: 400, body: { error_code, error, status_code: 400, status: 'Bad Request' } };
        },
      ),
  };
}
