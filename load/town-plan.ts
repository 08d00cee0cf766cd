import type { OsmNode, OsmWay } from './osm-pbf/osm-pbf.js';

/** The coordinates of Kassel; the streets are invented. */
export const TOWN_CENTER = { lon: 9.4797, lat: 51.3127 };

/** Metres. */
const FIRST_RING = 200;
const RING_STEP = 155;
const RINGS = 38;
const LONGEST_BLOCK = 220;
const JITTER = 22;
const BYPASS_RADIUS = FIRST_RING + RINGS * RING_STEP + 500;
/** Metres east of the middle. */
const BRIDGES = [-500, 1900];
/** Radians counter-clockwise from the east: the bypass lies north of the river. */
const BYPASS = { from: 0.35, to: 2.8, exits: 4 };
/** Blocks that are parks: the ring that bounds them inside, and their first corner on it. */
const PARKS: readonly [ring: number, corner: number][] = [
  [4, 6],
  [4, 13],
  [8, 8],
  [8, 25],
  [10, 3],
  [10, 17],
  [11, 45],
];
/** Metres from the middle of the river that its banks are, and that streets keep. */
const BANK = 70;
const RIVER_HALF_WIDTH = 90;
const METERS_OF_DEGREE = 111_195;

const STREET = { highway: 'residential', maxspeed: '30' };
const COLLECTOR = { highway: 'tertiary', maxspeed: '50' };
const MAIN = { highway: 'primary', maxspeed: '50', name: 'Radial road' };
const MOTORWAY = { highway: 'motorway', maxspeed: '120', oneway: 'yes', ref: 'Synthetic by-pass' };
const LINK = { highway: 'motorway_link', maxspeed: '60' };

interface Point {
  id: number;
  east: number;
  north: number;
}

export interface TownPlan {
  nodes: OsmNode[];
  ways: OsmWay[];
  /** west, south, east, north. */
  bounds: [number, number, number, number];
}

/**
 * An invented town, the same each time: ring roads and radial streets, one-way streets in the old town, a
 * river with two bridges, parks, a motorway around the north. Some 5,000 junctions.
 */
export function planTown(): TownPlan {
  const random = seeded(14);
  const points: Point[] = [];
  const ways: OsmWay[] = [];
  const point = (east: number, north: number): Point => {
    const made = { id: points.length + 1, east, north };
    points.push(made);
    return made;
  };
  const around = (radius: number, angle: number): Point =>
    point(radius * Math.cos(angle), radius * Math.sin(angle));
  const add = (line: readonly Point[], tags: Record<string, string>): void => {
    ways.push({ id: ways.length + 1, refs: line.map(({ id }) => id), tags });
  };
  /** Splits a street where the river is between its parts. */
  const addOnLand = (line: readonly Point[], tags: Record<string, string>): void => {
    let piece: Point[] = [];
    for (const next of [...line, null]) {
      const last = piece.at(-1);
      const isCut = next === null || isInRiver(next) || (last && sideOf(last) !== sideOf(next));
      if (isCut && piece.length > 1) add(piece, tags);
      if (isCut) piece = [];
      if (next !== null && !isInRiver(next)) piece.push(next);
    }
  };

  const rings = Array.from({ length: RINGS }, (_, ring) => {
    const radius = FIRST_RING + ring * RING_STEP;
    const count = 2 ** Math.ceil(Math.log2((2 * Math.PI * radius) / LONGEST_BLOCK));
    return Array.from({ length: count }, (_, i) =>
      around(radius + (random() - 0.5) * JITTER, (2 * Math.PI * (i + (random() - 0.5) * 0.12)) / count),
    );
  });
  rings.forEach((ring, k) => {
    const tags = k < 4 ? { ...STREET, oneway: 'yes' } : k % 6 === 5 ? COLLECTOR : STREET;
    // Every second ring runs the other way around.
    addOnLand(k % 2 === 0 ? [...ring, ring[0]!] : [ring[0]!, ...ring.toReversed()], tags);
  });
  const square = point(0, 0);
  const innermost = rings[0]!.length;
  rings.forEach((ring, k) => {
    ring.forEach((_, i) => {
      const inner = k === 0 ? null : rings[k - 1]!;
      const isContinued = inner !== null && i % (ring.length / inner.length) === 0;
      if (isContinued) return;
      const spoke = rings.slice(k).map((outer) => outer[i * (outer.length / ring.length)]!);
      addOnLand(
        k === 0 ? [square, ...spoke] : spoke,
        k === 0 ? MAIN : ring.length <= 8 * innermost && i % 4 === 2 ? COLLECTOR : STREET,
      );
    });
  });
  for (const east of BRIDGES) addBridge(east);
  addBypass();
  addRiver();
  addParks();

  const toDegrees = ({ id, east, north }: Point): OsmNode => ({
    id,
    lat: TOWN_CENTER.lat + north / METERS_OF_DEGREE,
    lon: TOWN_CENTER.lon + east / (METERS_OF_DEGREE * Math.cos((TOWN_CENTER.lat * Math.PI) / 180)),
  });
  const nodes = points.map(toDegrees);
  const corner = (meters: number) => toDegrees({ id: 0, east: meters, north: meters });
  const [low, high] = [corner(-BYPASS_RADIUS - 1000), corner(BYPASS_RADIUS + 1000)];
  return { nodes, ways, bounds: [low.lon, low.lat, high.lon, high.lat] };

  /** Connects the junctions of both banks nearest to the bridge. */
  function addBridge(east: number): void {
    const at = { east, north: riverNorth(east) };
    const bank = (side: number): Point =>
      rings
        .flat()
        .filter((junction) => !isInRiver(junction) && sideOf(junction) === side)
        .reduce((best, junction) => (distance(junction, at) < distance(best, at) ? junction : best));
    add([bank(1), bank(-1)], { ...MAIN, bridge: 'yes' });
  }

  function addRiver(): void {
    const STEPS = 120;
    const bank = (side: number): Point[] =>
      Array.from({ length: STEPS + 1 }, (_, i) => {
        const east = (BYPASS_RADIUS + 1200) * ((2 * i) / STEPS - 1);
        return point(east, riverNorth(east) + side * BANK);
      });
    const [north, south] = [bank(1), bank(-1)];
    add([...north, ...south.toReversed(), north[0]!], { natural: 'water', water: 'river' });
  }

  function addParks(): void {
    for (const [ring, corner] of PARKS) {
      const [inner, outer] = [rings[ring]!, rings[ring + 1]!];
      const corners = [inner[corner]!, inner[corner + 1]!, outer[corner + 1]!, outer[corner]!];
      add([...corners, corners[0]!], { leisure: 'park' });
    }
  }

  function addBypass(): void {
    const { from, to, exits } = BYPASS;
    const STEPS = 60;
    const carriageway = (radius: number): Point[] =>
      Array.from({ length: STEPS + 1 }, (_, i) => around(radius, from + ((to - from) * i) / STEPS));
    const [inner, outer] = [carriageway(BYPASS_RADIUS), carriageway(BYPASS_RADIUS + 30)];
    // Traffic keeps to the right: counter-clockwise on the outer carriageway.
    add(outer, MOTORWAY);
    add(inner.toReversed(), MOTORWAY);
    for (let exit = 0; exit < exits; exit++) {
      const at = Math.round((STEPS * exit) / (exits - 1));
      const rim = rings.at(-1)!;
      const gate = rim.reduce((best, junction) =>
        distance(junction, inner[at]!) < distance(best, inner[at]!) ? junction : best,
      );
      add([gate, inner[at]!, outer[at]!], LINK);
    }
  }
}

const distance = (a: { east: number; north: number }, b: { east: number; north: number }): number =>
  Math.hypot(a.east - b.east, a.north - b.north);

/** 1 north of the river, -1 south of it. */
const sideOf = ({ east, north }: { east: number; north: number }): number =>
  Math.sign(north - riverNorth(east)) || 1;

/** Metres north of the town's middle where the river is, by metres east of it. */
const riverNorth = (east: number): number => -1100 + 420 * Math.sin(east / 1700) - 0.05 * east;

const isInRiver = ({ east, north }: { east: number; north: number }): boolean =>
  Math.abs(north - riverNorth(east)) < RIVER_HALF_WIDTH;

/** Numbers from 0 to 1, the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    // Constants of ANSI C's rand.
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
