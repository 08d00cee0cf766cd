/**
 * Meanings that a word of a header can have. A header is read as the set of the concepts of its words;
 * read-header.ts turns such a set into fields. One word may have several concepts (`estado` is a state and a
 * status): values decide.
 */
export const CONCEPTS = [
  // names of the row
  'name',
  'org',
  'entity',
  // an entity that its owner has many of and numbers: shops, stops, branches
  'outlet',
  'first',
  'last',
  'fullname',
  'contact',
  'description',
  // place of the row
  'address',
  'street',
  'line2',
  'houseno',
  'locality',
  'settlement',
  'municipality',
  'level2',
  'level1',
  'region',
  'country',
  'land',
  'neighbourhood',
  'zip',
  'lat',
  'lng',
  'coordinates',
  'xaxis',
  'yaxis',
  'north',
  'east',
  'projected',
  'location',
  // kinds of the row
  'kind',
  'kindof',
  'brand',
  'status',
  'territory',
  'photo',
  'filename',
  'url',
  'video',
  'width',
  'height',
  'color',
  'radius',
  'drivetime',
  'expire',
  'code',
  // numbers that public registers give: of taxpayers, places, parcels; never a code of the uploader's own
  'registry',
  'number',
  'id',
  'index',
  // data that no field holds
  'count',
  'date',
  'phone',
  'email',
  'website',
  'quantity',
  'hours',
  'flag',
  'person',
  'other',
  // owner or role of an address or name
  'owner',
  'mailing',
  'billing',
  'shipping',
  'site',
  'home',
  'work',
  'origin',
  'destination',
  'alternative',
  'stop',
  'plain',
] as const;
export type Concept = (typeof CONCEPTS)[number];

/** Words and phrases of one language by concept, separated by commas, without accents, in the singular. */
export type Vocabulary = Readonly<Partial<Record<Concept, string>>>;
