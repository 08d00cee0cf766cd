/** One packed file of geodata, made of npm packages alone: the same packages give the same bytes. */
export interface GeodataPart {
  /** Its file in `geodataDirectory`. */
  readonly file: string;
  /** npm packages that it is made of; another version of one makes it anew. */
  readonly packages: readonly string[];
  build(): Uint8Array | Promise<Uint8Array>;
}
