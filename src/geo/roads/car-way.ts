/** Tags of a way that decide whether and how fast cars use it. */
export const CAR_TAGS = [
  'highway',
  'junction',
  'oneway',
  'oneway:motor_vehicle',
  'access',
  'vehicle',
  'motor_vehicle',
  'motorcar',
  'maxspeed',
  'maxspeed:forward',
  'maxspeed:backward',
  'service',
  'surface',
  'tracktype',
  'area',
] as const;
export type CarTag = (typeof CAR_TAGS)[number];
export type CarTags = Readonly<Partial<Record<CarTag, string>>>;

/** How cars use a way. */
export interface CarWay {
  /** km/h outside of towns; 0: closed in this direction. */
  forward: number;
  backward: number;
  /** Share of these speeds driven in towns: 1 where a limit is signed. */
  inTown: number;
  /** Importance, from 0 (motorway) to LEAST_RANK. */
  rank: number;
}

/**
 * Rank of residential streets and service ways. TERTIARY_RANK is the last rank that leads on to other places.
 */
export const LEAST_RANK = 5;
export const TERTIARY_RANK = 4;

/**
 * Rank and free-flow speeds by class, km/h outside and inside towns, where no limit is signed: Valhalla's
 * defaults (src/mjolnir/speed_assigner.h, lua/graph.lua).
 */
const CLASSES: ReadonlyMap<string, readonly [rank: number, country: number, town: number]> = new Map(
  Object.entries({
    motorway: [0, 105, 89],
    motorway_link: [0, 89, 84],
    trunk: [1, 90, 73],
    trunk_link: [1, 77, 72],
    primary: [2, 75, 57],
    primary_link: [2, 64, 60],
    secondary: [3, 60, 49],
    secondary_link: [3, 60, 60],
    tertiary: [TERTIARY_RANK, 50, 40],
    tertiary_link: [TERTIARY_RANK, 50, 50],
    unclassified: [LEAST_RANK, 40, 35],
    residential: [LEAST_RANK, 35, 30],
    living_street: [LEAST_RANK, 25, 20],
    service: [LEAST_RANK, 25, 20],
    road: [LEAST_RANK, 25, 20],
    track: [LEAST_RANK, 12, 12],
  }),
);
/** Share of the class's speed in a roundabout. */
const IN_ROUNDABOUT = 0.5;

/** km/h on kinds of service ways: a row of parked cars is slower than 20. */
const SERVICE_SPEED: ReadonlyMap<string, number> = new Map(
  Object.entries({
    parking_aisle: 12,
    driveway: 12,
    alley: 15,
    'drive-through': 8,
    emergency_access: 0,
  }),
);

/** Highest speed in km/h by surface, whatever is signed. */
const ROUGH_SURFACE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    unpaved: 40,
    compacted: 50,
    gravel: 40,
    fine_gravel: 40,
    pebblestone: 30,
    cobblestone: 30,
    sett: 40,
    dirt: 30,
    earth: 30,
    ground: 30,
    grass: 20,
    sand: 20,
    mud: 15,
  }),
);

const FASTEST_KMH = 140;
const SLOWEST_KMH = 5;
const KMH_PER_MPH = 1.609344;
const KMH_PER_KNOT = 1.852;

/**
 * Named limits in km/h (https://wiki.openstreetmap.org/wiki/Key:maxspeed#Implicit_maxspeed_values); other
 * names count by their ending.
 */
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    walk: 7,
    living_street: 10,
    bicycle_road: 30,
    urban: 50,
    rural: 90,
    trunk: 100,
    motorway: 120,
    nsl_single: 96,
    nsl_dual: 112,
    nsl_restricted: 48,
    'gb:urban': 48,
    'us:urban': 40,
    'de:rural': 100,
    'de:motorway': 130,
    'fr:rural': 80,
    'fr:motorway': 130,
    'at:rural': 100,
    'at:motorway': 130,
    'it:motorway': 130,
  }),
);

/** @returns km/h of a `maxspeed`; 0 where it has no usable number */
export function readSpeedLimit(text: string): number {
  // The first of several, as in "50; 30": the lowest would also be a guess.
  const said = (text.split(/[;|]/)[0] ?? '').trim().toLowerCase();
  const number = /^(\d{1,3}(?:\.\d+)?) ?(km\/h|kmh|kph|mph|knots)?$/.exec(said);
  if (number) {
    const value = Number(number[1]);
    const unit = number[2] === 'mph' ? KMH_PER_MPH : number[2] === 'knots' ? KMH_PER_KNOT : 1;
    return value * unit;
  }
  if (said === 'none') return ZONES.get('motorway')!;
  const zone = /^(?:[a-z]{2}:)?(?:zone:?)?(\d{2,3})$/.exec(said);
  if (zone) return Number(zone[1]);
  return ZONES.get(said) ?? ZONES.get(said.replace(/^[a-z]{2}(?:-[a-z]{2,3})?:/, '')) ?? 0;
}

/**
 * Access values that exclude cars. The most specific tag decides
 * (https://wiki.openstreetmap.org/wiki/Key:access).
 */
const DENIED = new Set([
  'no',
  'private',
  'agricultural',
  'forestry',
  'emergency',
  'delivery',
  'customers',
  'permit',
]);
const DENIED_THROUGH_ROADS = new Set(['no', 'private', 'agricultural', 'forestry', 'emergency', 'permit']);

const ACCESS_TAGS = ['motorcar', 'motor_vehicle', 'vehicle', 'access'] as const;

/** @returns null where no tag decides */
export function deniesCars(
  tags: Readonly<Partial<Record<(typeof ACCESS_TAGS)[number], string>>>,
  denied: ReadonlySet<string> = DENIED_THROUGH_ROADS,
): boolean | null {
  for (const key of ACCESS_TAGS) {
    const value = tags[key];
    if (value !== undefined) return denied.has(value);
  }
  return null;
}

const mayPass = (tags: CarTags): boolean =>
  deniesCars(tags, tags.highway === 'service' ? DENIED_THROUGH_ROADS : DENIED) !== true;

/** @returns null for ways without cars: no street, closed, a square, a ferry, an unpaved track */
export function readCarWay(tags: CarTags): CarWay | null {
  const { highway } = tags;
  const ofClass = CLASSES.get(highway ?? '');
  if (ofClass === undefined || tags.area === 'yes' || !mayPass(tags)) return null;
  if (highway === 'track' && tags.tracktype !== 'grade1' && tags.motor_vehicle === undefined) return null;
  const [rank, country, town] = ofClass;
  let free = country;
  let inTown = town / country;
  const isRound = tags.junction === 'roundabout' || tags.junction === 'circular';
  if (isRound) free *= IN_ROUNDABOUT;
  const ofService = highway === 'service' ? SERVICE_SPEED.get(tags.service ?? '') : undefined;
  if (ofService !== undefined) {
    free = ofService;
    inTown = 1;
  }
  if (free === 0) return null;
  const most = Math.min(FASTEST_KMH, ROUGH_SURFACE.get(tags.surface ?? '') ?? FASTEST_KMH);
  const speedOf = (limit: string | undefined): number => {
    const signed = limit === undefined ? 0 : readSpeedLimit(limit);
    if (signed > 0) inTown = 1;
    return Math.max(SLOWEST_KMH, Math.min(most, signed === 0 ? free : signed));
  };
  const way = {
    forward: speedOf(tags['maxspeed:forward'] ?? tags.maxspeed),
    backward: speedOf(tags['maxspeed:backward'] ?? tags.maxspeed),
    inTown,
    rank,
  };
  const direction = tags['oneway:motor_vehicle'] ?? tags.oneway;
  if (direction === '-1' || direction === 'reverse') return { ...way, forward: 0 };
  if (direction === 'yes' || direction === 'true' || direction === '1') return { ...way, backward: 0 };
  if (direction === 'reversible' || direction === 'alternating') return null;
  // Roundabouts and motorways are one-way unless tagged otherwise.
  const implied = isRound || highway === 'motorway';
  return implied && direction !== 'no' ? { ...way, backward: 0 } : way;
}
