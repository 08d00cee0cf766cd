/** Writes a further file of a part. @param name path in `geodataDirectory`, with `/` */
export type WriteFile = (name: string, contents: Uint8Array) => void;

/**
 * One packed file of geodata, made from npm packages and `sources` alone: the same ones give the same bytes.
 */
export interface GeodataPart {
  /** Name of the file in `geodataDirectory`. */
  readonly file: string;
  /**
   * import.meta.url of the module that builds it; a change of it, or of a module that it imports, rebuilds
   * the file.
   */
  readonly module: string;
  /** npm packages that it is made from; a change of a version rebuilds it. */
  readonly packages: readonly string[];
  /** Names of the files in `src/pack/sources` that it is made from; a change rebuilds it. */
  readonly sources?: readonly string[];
  /** Seconds that it takes on a free core, for the build's progress bar; 1 if absent. */
  readonly seconds?: number;
  /** Contents of `file`, which is written last, behind the files written by `write`. */
  build(write: WriteFile): Uint8Array | Promise<Uint8Array>;
}
