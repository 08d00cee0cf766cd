import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { Geodata } from '../../geo/geodata.js';
import { REGION_TYPES, type RegionType } from '../../geo/regions/region-type.js';
import { geodataDirectory } from './files.js';

/**
 * Reads the packed geodata straight into shared memory: some 50 MB in some 20 ms.
 * @param directory written by `npm run build`
 * @throws Error for a missing file
 */
export async function loadGeodata(directory: URL = geodataDirectory): Promise<Geodata> {
  const manifest = await named('manifest.json', () => readFile(new URL('manifest.json', directory), 'utf8'));
  const made = new Set(Object.keys(JSON.parse(manifest)));
  const read = (name: string) => named(name, () => readShared(new URL(name, directory)));
  const types = REGION_TYPES.filter((type) => made.has(layerFile(type)));
  const [gazetteer, ...layers] = await Promise.all([
    read('gazetteer.bin'),
    ...types.map((type) => read(layerFile(type))),
  ]);
  return {
    // The manifest names the sources of every file.
    version: createHash('sha256').update(manifest).digest('hex').slice(0, 16),
    gazetteer,
    layers: Object.fromEntries(types.map((type, at) => [type, layers[at]!])),
  };
}

/** Reads the areas of one type. @throws like `loadGeodata` */
export const loadLayer = (type: RegionType): Promise<SharedArrayBuffer> => loadPacked(layerFile(type));

/** Reads a packed file of the base map. @throws like `loadGeodata` */
export const loadPacked = (name: string): Promise<SharedArrayBuffer> =>
  named(name, () => readShared(new URL(name, geodataDirectory)));

const layerFile = (type: RegionType): string => `${type}.bin`;

async function named<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`geodata is missing (${name}): run "npm run build"`, { cause: error });
  }
}

async function readShared(file: URL): Promise<SharedArrayBuffer> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(new SharedArrayBuffer(size));
    await fill(handle, bytes, file);
    return bytes.buffer as SharedArrayBuffer;
  } finally {
    await handle.close();
  }
}

async function fill(handle: FileHandle, bytes: Uint8Array, file: URL): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, offset, bytes.length - offset, offset);
    if (bytesRead === 0) throw new Error(`${file.pathname} became shorter while it was read`);
    offset += bytesRead;
  }
}
