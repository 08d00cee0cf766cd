import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { RawFeature } from './feature.js';
import { readFileRange } from './file-range.js';
import type { DraftOptions, FinishedDraft } from './layer-draft.js';
import { LayerDraft } from './layer-draft.js';
import { MAX_BYTES } from './limits.js';
import { looksLike } from './read-code.js';
import { readJson } from './read-json.js';
import { readShapefile } from './read-shapefile.js';
import { BoundaryError } from './refusal.js';

const ZIP = 'PK';

/**
 * Reads files of one layer: GeoJSON, TopoJSON or zipped Shapefiles, distinguished by their first bytes.
 * @param onProgress called with the share of the files that is read, 0..1
 * @throws BoundaryError for the first unusable file
 */
export async function readFiles(
  paths: readonly string[],
  options: DraftOptions,
  onProgress: (share: number) => void = () => {},
): Promise<FinishedDraft> {
  const draft = new LayerDraft(options);
  for (const [at, path] of paths.entries()) {
    const file = basename(path);
    const handle = await openFile(path);
    try {
      let index = 0;
      const onShare = (share: number): void => onProgress((at + share) / paths.length);
      for await (const feature of featuresOf(file, handle, options, onShare))
        draft.add(file, index++, feature);
    } finally {
      await handle.close();
    }
  }
  return draft.finish();
}

async function openFile(path: string): Promise<FileHandle> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new BoundaryError(`cannot read ${path}: ${error.code}`);
  });
  const stat = await handle.stat();
  const why = whyNot(stat.isFile(), stat.size);
  if (why === null) return handle;
  await handle.close();
  throw new BoundaryError(`${path} ${why}`);
}

function whyNot(isFile: boolean, bytes: number): string | null {
  if (!isFile) return 'is not a file';
  if (bytes === 0) return 'is empty';
  return bytes > MAX_BYTES ? `is larger than ${MAX_BYTES / 1024 ** 3} GiB` : null;
}

async function* featuresOf(
  file: string,
  handle: FileHandle,
  { type, property }: DraftOptions,
  onShare: (share: number) => void,
): AsyncGenerator<RawFeature> {
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  if (buffer.toString('latin1') === ZIP) yield* readShapefile(file, handle, onShare);
  else yield* readJson(file, chunksOf(handle, onShare), (feature) => looksLike(type, property, feature));
}

async function* chunksOf(handle: FileHandle, onShare: (share: number) => void): AsyncGenerator<Buffer> {
  const { size } = await handle.stat();
  let bytes = 0;
  for await (const chunk of readFileRange(handle, 0, size)) {
    yield chunk;
    bytes += chunk.length;
    onShare(bytes / size);
  }
}
