import { takeReplaced } from './gazetteer/confirmed-point.js';
import { PARTS } from './parts.js';
import { replaceFile } from './replace-file.js';

/** @returns names of points that were replaced, by source: several parts may read one source */
export default async function buildPart(file: string): Promise<ReturnType<typeof takeReplaced>> {
  const part = PARTS.find((part) => part.file === file)!;
  replaceFile(file, await part.build(replaceFile));
  return takeReplaced();
}
