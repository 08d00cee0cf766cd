/** Counts of rows by what placed them and by the outcome of their areas; duplicates are included. */
export interface Placed {
  /**
   * Rows placed by their own coordinates, by an address as exact as this, or by the code or name of their
   * area.
   */
  by: Record<'coordinates' | 'street' | 'postal' | 'city' | 'state' | 'area' | 'country', number>;
  /**
   * Rows of types with an area: `approximate` areas are built from postal centroids; rows with `none` became
   * pins.
   */
  areas: Record<'exact' | 'approximate' | 'none', number>;
  /** Addresses whose parts contradict each other, with the first few as examples. */
  contradictions: { rows: number; examples: string[] };
  /** Rows that name a county of which there is a namesake, by both names as `namesakeKey` writes them. */
  namesakes: Record<string, number>;
  /**
   * Cells of guessed columns that were kept as custom fields, by their field and their header on two lines.
   */
  kept: Record<string, number>;
  /**
   * Rows whose latitude and longitude look exchanged: placed as they are (with the first few as examples), or
   * rejected.
   */
  exchanged: { rows: number; rejected: number; examples: string[] };
  /**
   * Rows that name a country and whose own coordinates lie in another one or far from all, with the lines of
   * the first ones.
   */
  elsewhere: { rows: number; examples: string[] };
  /** Rows with an address whose own coordinates are 0 and 0, which programs write for none. */
  zeros: { rows: number; examples: string[] };
  /**
   * Rows of drive-time types. Of the `areas` some are `estimates`, some end where the road data ends
   * (`truncated`), some begin at a street far away (`far`). The other rows became pins: `none` has no road
   * near, for `unanswered` the service did not answer, `tooSlow` took too long to draw, `unkept` found no
   * room to store it.
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
  /** Areas, circles and drive times of the map that rows turned into pins. */
  becamePins: number;
  /** Rows whose `expire` date has passed: no list or picture shows their markers. */
  expired: number;
  /**
   * Rows placed by a geocoding service; the gazetteer placed the others that have no coordinates of their
   * own.
   */
  byService: number;
}
