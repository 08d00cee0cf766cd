import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A file of `src/pack/sources`, which lists them with their licences; the build reads it where it lies. */
export const sourceFile = (name: string): URL =>
  new URL(`../../../src/pack/sources/${name}`, import.meta.url);

/** Rows of a compressed file with columns between tabs. */
export const sourceRows = (name: string): string[][] =>
  gunzipSync(readFileSync(sourceFile(name)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
