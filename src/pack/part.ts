/** Of one that belongs to a part: its path in `geodataDirectory`, with `/`. */
export type WriteFile = (name: string, contents: Uint8Array) => void;

/** One packed file of geodata, made of npm packages alone: the same packages give the same bytes. */
export interface GeodataPart {
  /** Its file in `geodataDirectory`. */
  readonly file: string;
  /** import.meta.url of the module that builds it; another text of it, or of one that it imports, makes the file anew. */
  readonly module: string;
  /** npm packages that it is made of; another version of one makes it anew. */
  readonly packages: readonly string[];
  /** What `file` holds. It is written last: other files that it speaks of are written by `write` before. */
  build(write: WriteFile): Uint8Array | Promise<Uint8Array>;
}
