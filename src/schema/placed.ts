/** By what rows were placed, and what became of the areas that they ask for; rows that turned out to be duplicates are among them. */
export interface Placed {
  /** Their own coordinates, how much of their address, or the code or name of their area. */
  by: Record<'coordinates' | 'street' | 'postal' | 'city' | 'state' | 'area' | 'country', number>;
  /** Of types with an area: `approximate` are built from postal centroids, with `none` rows became pins. */
  areas: Record<'exact' | 'approximate' | 'none', number>;
  /** Addresses whose parts contradict each other, and what the first of them say. */
  contradictions: { rows: number; examples: string[] };
  /** Rows by the county that they name and another of its bare name, as `namesakeKey` writes both. */
  namesakes: Record<string, number>;
  /** Rows whose latitude and longitude look exchanged: placed as they are, and which the first of them are; or rejected. */
  exchanged: { rows: number; rejected: number; examples: string[] };
  /**
   * Of drive-time types. Of the `areas` some are `estimates`, some end where the roads do (`truncated`), some begin at a
   * street far away (`far`); the others became pins: `none` are
   * not near a road, for `unanswered` the service did not answer, `tooSlow` took too long, `unkept` found no room.
   */
  driveTimes: Record<
    | 'areas'
    | 'estimates'
    | 'truncated'
    | 'far'
    | 'none'
    | 'unanswered'
    | 'tooSlow'
    | 'unkept'
    | 'withheld'
    | 'open',
    number
  >;
  /** Areas, circles and drive times of the map that rows made pins of. */
  becamePins: number;
  /** Rows whose `expire` date has passed: nothing shows the markers that they make. */
  expired: number;
  /** Rows whose place a geocoding service knew; the gazetteer placed the others that lie at no coordinates of their own. */
  byService: number;
}
