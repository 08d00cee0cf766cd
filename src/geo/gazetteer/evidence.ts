/** What is known of a request in a country. */
export interface Evidence {
  readonly country: number;
  readonly code: string;
  readonly states: readonly number[];
  readonly counties: readonly number[];
  readonly postalKey: string | null;
  /** -1: no such postal area is known. */
  readonly postal: number;
}
