import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = ['porto', 'columbus', 'baltimore', 'liechtenstein'];

/** Extracts of OpenStreetMap beside the repository (ODbL, so not in it), or in ROADS_SAMPLES. */
function find() {
  const repository = fileURLToPath(new URL('../../../', import.meta.url));
  const directory = process.env.ROADS_SAMPLES ?? resolve(repository, '../shared/data/osm');
  const files = NAMES.map((name) => ({ name, path: join(directory, `${name}.osm.pbf`) }));
  const isThere = files.every(({ path }) => existsSync(path));
  return { files, skip: isThere ? (false as const) : `no extracts in ${directory}: set ROADS_SAMPLES` };
}

export const realExtracts = find();
