/** An address as its row has it; '' for a missing part. */
export interface AddressQuery {
  readonly street: string;
  readonly city: string;
  readonly county: string;
  readonly state: string;
  readonly country: string;
  readonly zip: string;
}

/** The parts of an address that are stored with a marker. */
export type AddressParts = Omit<AddressQuery, 'county'>;

/**
 * How exactly a place is known: the centre of a postal area, of a town, or of a state. Only geocoding
 * services give `street`.
 */
export type Precision = 'street' | 'postal' | 'city' | 'state';

/** Where an address lies. */
export interface Place {
  /** Degrees, at most 6 decimals. */
  readonly lat: number;
  readonly lng: number;
  readonly precision: Precision;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /**
   * Contradiction between parts of the address, for people ("ZIP 43004 is in Ohio, not Texas"); null: none.
   */
  readonly contradiction: string | null;
  /**
   * Note on another town of the name in the same state or county, for an address without a contradiction.
   * Only within the geocoder.
   */
  readonly rival?: string;
  /** Set where a geocoding service found the place. */
  readonly byService?: true;
  /**
   * The address completed from a whole address in its street: the street alone, and the parts that were
   * missing.
   */
  readonly parts?: AddressParts;
}

/** Why an address cannot be placed, with what would help. */
export interface Unplaced {
  /**
   * `address_missing`: no part that can be looked up; a country alone is not enough. `address_contradictory`:
   * the street holds a whole address in another town.
   */
  readonly code: 'address_missing' | 'address_unknown' | 'address_ambiguous' | 'address_contradictory';
  readonly message: string;
  /** The part at fault. */
  readonly part: keyof AddressQuery | null;
}

export const isPlaced = (result: Place | Unplaced): result is Place => !('code' in result);
