/**
 * Layers that pictures of towns show, the most important first: where too much lies in a frame the last ones
 * are left out.
 */
export const LAYERS = [
  'water',
  'motorway',
  'primary',
  'secondary',
  'river',
  'tertiary',
  'green',
  'minor',
  'service',
  'path',
] as const;
export type Layer = (typeof LAYERS)[number];

/** Layer of ways that bound the sea, which lies to their right; none of pictures. */
export const COAST = LAYERS.length;

/** Layer of names of main streets, each with its line. */
export const NAMES = LAYERS.length + 1;
const NAMED: readonly Layer[] = ['motorway', 'primary', 'secondary', 'tertiary'];

const AREAS: ReadonlySet<Layer> = new Set(['water', 'green']);
/** Tells whether a layer has areas, and no lines. */
export const isAreaLayer = (layer: number): boolean => AREAS.has(LAYERS[layer]!);

/** Tags that decide whether and how a way or an area is drawn. */
export const DRAWN_TAGS = [
  'highway',
  'natural',
  'landuse',
  'leisure',
  'waterway',
  'type',
  'area',
  'tunnel',
  'footway',
  'service',
  'indoor',
  'name',
  'ref',
] as const;
export type DrawnTags = Readonly<Partial<Record<(typeof DRAWN_TAGS)[number], string>>>;

const STREETS: ReadonlyMap<string, Layer> = new Map<string, Layer>([
  ['motorway', 'motorway'],
  ['motorway_link', 'motorway'],
  ['trunk', 'motorway'],
  ['trunk_link', 'motorway'],
  ['primary', 'primary'],
  ['primary_link', 'primary'],
  ['secondary', 'secondary'],
  ['secondary_link', 'secondary'],
  ['tertiary', 'tertiary'],
  ['tertiary_link', 'tertiary'],
  ['unclassified', 'minor'],
  ['residential', 'minor'],
  ['living_street', 'minor'],
  ['pedestrian', 'minor'],
  ['road', 'minor'],
  ['service', 'service'],
  ['track', 'path'],
  ['footway', 'path'],
  ['path', 'path'],
  ['cycleway', 'path'],
  ['bridleway', 'path'],
  ['steps', 'path'],
]);
/** Ways beside a street, which its line hides, and rows of parked cars. */
const BESIDE_STREETS = new Set(['sidewalk', 'crossing', 'traffic_island', 'parking_aisle', 'drive-through']);
const GREEN = new Set([
  ...['park', 'garden', 'golf_course', 'dog_park', 'common'],
  ...['wood', 'scrub', 'forest', 'cemetery', 'recreation_ground', 'village_green', 'allotments'],
]);
const WATER_USES = new Set(['reservoir', 'basin']);

/** Layer of a line; -1: none. */
export function layerOfLine(tags: DrawnTags): number {
  if (tags.natural === 'coastline') return COAST;
  const { highway, waterway } = tags;
  if (highway !== undefined) {
    const street = STREETS.get(highway);
    if (street === undefined || tags.area === 'yes' || tags.indoor === 'yes') return -1;
    if (BESIDE_STREETS.has(tags.footway ?? '') || BESIDE_STREETS.has(tags.service ?? '')) return -1;
    if (street === 'path' && tags.tunnel === 'yes') return -1;
    return LAYERS.indexOf(street);
  }
  const isRiver = waterway === 'river' || waterway === 'canal';
  return isRiver && (tags.tunnel ?? 'no') === 'no' ? LAYERS.indexOf('river') : -1;
}

/** Longer names have no room. */
const MOST_LETTERS = 60;

/** Name of a line that pictures show: of a motorway its number; '' without. */
export function nameOfLine(layer: number, { highway = '', name, ref }: DrawnTags): string {
  if (!NAMED.includes(LAYERS[layer]!) || highway.endsWith('_link')) return '';
  const said = (LAYERS[layer] === 'motorway' ? (ref ?? name) : name) ?? '';
  if (said.length > MOST_LETTERS) return '';
  return said
    .split(';')
    .map((part) => part.trim())
    .join(', ');
}

/** Layer of an area; -1: none. */
export function layerOfArea({ natural = '', landuse = '', leisure = '', waterway = '' }: DrawnTags): number {
  if (natural === 'water' || waterway === 'riverbank' || WATER_USES.has(landuse))
    return LAYERS.indexOf('water');
  return GREEN.has(natural) || GREEN.has(landuse) || GREEN.has(leisure) ? LAYERS.indexOf('green') : -1;
}
