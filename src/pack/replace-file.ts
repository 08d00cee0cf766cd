import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { geodataDirectory } from '../world/geodata/files.js';

/** Replaces a file atomically: several builds may run at once. */
export function replaceFile(name: string, contents: Uint8Array | string): void {
  const draft = new URL(`${name}.${process.pid}`, geodataDirectory);
  mkdirSync(new URL('.', draft), { recursive: true });
  writeFileSync(draft, contents);
  renameSync(draft, new URL(name, geodataDirectory));
}
