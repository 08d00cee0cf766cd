import type { ExactField } from '../schema/import-fields.js';
import type { SecondMeaning } from './second-best.js';

/** Headers of a table, and the columns to infer. */
export interface InferRequest {
  /** Headers in file order; '' where the file has none. */
  headers: readonly string[];
  /** Indexes of the columns that nothing has decided; the others are context. */
  open: readonly number[];
  /** Fields that other columns have. */
  taken: readonly string[];
}

/** Label of a column: a field, `custom`, or `ignore` for one that holds nothing. */
export interface InferredColumn {
  label: ExactField | 'full_address' | 'lat_lng' | 'custom' | 'ignore';
  /** 0..1 */
  confidence: number;
  /** A few words for people. */
  why: string;
  /** Absent where no other reading is worth telling, or the inferrer tells none. */
  secondBest?: SecondMeaning;
}

export interface InferenceAnswer {
  /** One column for each header. */
  columns: readonly InferredColumn[];
  /** Columns that make a street line together. */
  houseNumber: { street: number; number: number } | null;
  /** The latitude column holds longitudes and the other way round. */
  swapped: boolean;
  /**
   * Columns that may hold coordinates, of whatever sort, and were not read so: their values prove no degrees.
   * Absent: not known.
   */
  unprovedAxes?: readonly number[];
  /**
   * Columns that are a latitude and a longitude by their headers, and whose values prove nothing or are not
   * known; absent: none.
   */
  likelyAxes?: readonly [lat: number, lng: number];
  /** Columns called latitude and longitude whose cells are empty: other columns hold the coordinates. */
  emptyAxes?: readonly number[];
}
