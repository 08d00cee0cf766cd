/** An address as its row has it: '' where it has none of a part. */
export interface AddressQuery {
  readonly street: string;
  readonly city: string;
  readonly county: string;
  readonly state: string;
  readonly country: string;
  readonly zip: string;
}

/** Parts of an address that are stored with a marker. */
export type AddressParts = Omit<AddressQuery, 'county'>;

/** How exactly a place is known: the centre of a postal area, of a town, or of a state. `street` comes from geocoding services alone. */
export type Precision = 'street' | 'postal' | 'city' | 'state';

/** Where an address lies. */
export interface Place {
  /** Degrees, at most 6 decimals. */
  readonly lat: number;
  readonly lng: number;
  readonly precision: Precision;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** What parts of the address contradict each other, in words for a person ("ZIP 43004 is in Ohio, not Texas"); null: none do. */
  readonly contradiction: string | null;
  /** A geocoding service said so, not the gazetteer. */
  readonly byService?: true;
  /** The address with what a whole address in its street says of the same town: the street alone, and what it lacked. */
  readonly parts?: AddressParts;
}

/** Why an address cannot be placed, in words that help to mend it. */
export interface Unplaced {
  /**
   * `address_missing`: no part of an address that could be looked up; a country alone is not enough. `address_contradictory`: its street
   * is a whole address of another town.
   */
  readonly code: 'address_missing' | 'address_unknown' | 'address_ambiguous' | 'address_contradictory';
  readonly message: string;
  /** The part to blame. */
  readonly part: keyof AddressQuery | null;
}
