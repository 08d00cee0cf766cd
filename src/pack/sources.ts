/** A file of `src/pack/sources`, which lists them with their licences; the build reads it where it lies. */
export const sourceFile = (name: string): URL =>
  new URL(`../../../src/pack/sources/${name}`, import.meta.url);
