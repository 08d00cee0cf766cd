import { PARTS } from './parts.js';
import { replaceFile } from './replace-file.js';

export default async function buildPart(file: string): Promise<void> {
  const part = PARTS.find((part) => part.file === file)!;
  replaceFile(file, await part.build(replaceFile));
}
