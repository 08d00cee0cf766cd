/** Tags of a way that decide whether and how fast a car goes there. */
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

/** How a way is driven, km/h; 0: not in this direction. */
export interface CarWay {
  forward: number;
  backward: number;
}

/**
 * Speeds of free flow by class, km/h, where no limit is signed: those of Valhalla's defaults (src/mjolnir/graphenhancer.cc and
 * lua/graph.lua there) between its values for towns and for the country.
 */
const CLASS_SPEED: ReadonlyMap<string, number> = new Map(
  Object.entries({
    motorway: 105,
    motorway_link: 70,
    trunk: 85,
    trunk_link: 60,
    primary: 65,
    primary_link: 50,
    secondary: 55,
    secondary_link: 45,
    tertiary: 45,
    tertiary_link: 35,
    unclassified: 37,
    residential: 32,
    living_street: 12,
    service: 20,
    road: 30,
    track: 12,
    busway: 0,
  }),
);

/** km/h on service ways of some kinds: nobody drives 20 along a row of parked cars. */
const SERVICE_SPEED: ReadonlyMap<string, number> = new Map(
  Object.entries({
    parking_aisle: 12,
    driveway: 12,
    alley: 15,
    'drive-through': 8,
    emergency_access: 0,
  }),
);

/** km/h at most, whatever is signed. */
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

/** Signed limits are not what is driven on average: signals, bends, others. */
const OF_LIMIT = 0.9;
const FASTEST_KMH = 140;
const SLOWEST_KMH = 5;
const KMH_PER_MPH = 1.609344;
const KMH_PER_KNOT = 1.852;

/** Limits by name, km/h: https://wiki.openstreetmap.org/wiki/Key:maxspeed#Implicit_maxspeed_values; others by their ending. */
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

/** @returns km/h of a `maxspeed`; 0 where it says none that can be used */
export function readSpeedLimit(text: string): number {
  // Of several, as in "50; 30", the lowest would be a guess, too.
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

/** Who may pass, by the most special of the tags (https://wiki.openstreetmap.org/wiki/Key:access). */
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

function mayPass(tags: CarTags): boolean {
  const denied = tags.highway === 'service' ? DENIED_THROUGH_ROADS : DENIED;
  for (const key of ['motorcar', 'motor_vehicle', 'vehicle', 'access'] as const) {
    const value = tags[key];
    if (value !== undefined) return !denied.has(value);
  }
  return true;
}

/** @returns null where no car goes: no street, closed to it, a square, a ferry, a track that is not paved */
export function readCarWay(tags: CarTags): CarWay | null {
  const { highway } = tags;
  const ofClass = CLASS_SPEED.get(highway ?? '') ?? 0;
  if (ofClass === 0 || tags.area === 'yes' || !mayPass(tags)) return null;
  if (highway === 'track' && tags.tracktype !== 'grade1' && tags.motor_vehicle === undefined) return null;
  let free = ofClass;
  if (highway === 'service' && tags.service !== undefined) free = SERVICE_SPEED.get(tags.service) ?? free;
  if (free === 0) return null;
  const most = Math.min(FASTEST_KMH, ROUGH_SURFACE.get(tags.surface ?? '') ?? FASTEST_KMH);
  const speedOf = (limit: string | undefined): number => {
    const signed = limit === undefined ? 0 : readSpeedLimit(limit);
    return Math.max(SLOWEST_KMH, Math.min(most, signed === 0 ? free : signed * OF_LIMIT));
  };
  const way = {
    forward: speedOf(tags['maxspeed:forward'] ?? tags.maxspeed),
    backward: speedOf(tags['maxspeed:backward'] ?? tags.maxspeed),
  };
  const direction = tags['oneway:motor_vehicle'] ?? tags.oneway;
  if (direction === '-1' || direction === 'reverse') return { ...way, forward: 0 };
  if (direction === 'yes' || direction === 'true' || direction === '1') return { ...way, backward: 0 };
  if (direction === 'reversible' || direction === 'alternating') return null;
  // Roundabouts and motorways have one direction where nothing else is said.
  const implied = tags.junction === 'roundabout' || tags.junction === 'circular' || highway === 'motorway';
  return implied && direction !== 'no' ? { ...way, backward: 0 } : way;
}
