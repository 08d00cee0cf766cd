/** By what rows were placed, and what became of the areas that they ask for; rows that turned out to be duplicates are among them. */
export interface Placed {
  /** Their own coordinates, or how much of their address. */
  by: Record<'coordinates' | 'street' | 'postal' | 'city' | 'state' | 'country', number>;
  /** Of types with an area: `approximate` are built from postal centroids, with `none` rows became pins. */
  areas: Record<'exact' | 'approximate' | 'none', number>;
  /** Addresses whose parts contradict each other, and what the first of them say. */
  contradictions: { rows: number; examples: string[] };
  /** Of drive-time types. Of the `areas` some are `estimates`, some end where the roads do (`truncated`); the others became pins. */
  driveTimes: Record<'areas' | 'estimates' | 'truncated' | 'none' | 'withheld' | 'open', number>;
  /** Rows whose place a geocoding service knew; the gazetteer placed the others that lie at no coordinates of their own. */
  byService: number;
}
