import { EARTH_RADIUS_KM } from './nearby/great-circle.js';

const RADIANS = Math.PI / 180;
const KM_PER_MILE = 1.609344;
/** Vertices of a circle: the polygon's edges lie at most 0.1 % of the radius inside it. */
const VERTICES = 72;
/** Radius from which edges that are straight in longitude and latitude leave the circle noticeably. */
const LARGE_DEGREES = 5;
const VERTICES_OF_LARGE = 360;
/** Smallest radius drawn (1 cm), so that vertices differ after rounding. */
const LEAST_DEGREES = 1e-7;
/** Northernmost centre: at the pole itself east has no direction. */
const MAX_LATITUDE = 90 - LEAST_DEGREES;
const DECIMALS = 9;

type Position = number[];
/** A GeoJSON geometry. */
export type AreaGeometry =
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] };

/**
 * Polygon of all points within a great-circle distance of a centre, by RFC 7946: cut at the antimeridian,
 * closed along a pole inside the circle, outer rings counterclockwise, coordinates with at most 9 decimals.
 * @param at centre, degrees
 */
export function circlePolygon(at: { lat: number; lng: number }, radiusMiles: number): AreaGeometry {
  const centre = { lat: Math.min(Math.max(at.lat, -MAX_LATITUDE), MAX_LATITUDE), lng: at.lng };
  const degrees = Math.max((radiusMiles * KM_PER_MILE) / EARTH_RADIUS_KM / RADIANS, LEAST_DEGREES);
  if (degrees >= 180 - LEAST_DEGREES) return polygon([WORLD]);
  const holdsNorth = degrees >= 90 - centre.lat;
  const holdsSouth = degrees >= 90 + centre.lat;
  if (holdsNorth && holdsSouth) return allBut(antipodeOf(centre), 180 - degrees);
  if (holdsNorth || holdsSouth) return polygon([aroundPole(centre, degrees, holdsNorth ? 90 : -90)]);
  const parts = splitAtAntimeridian(counterclockwise(centre, degrees));
  return parts.length === 1
    ? polygon([parts[0]!])
    : { type: 'MultiPolygon', coordinates: parts.map((ring) => [ring.map(rounded)]) };
}

const WORLD: Position[] = [
  [-180, -90],
  [180, -90],
  [180, 90],
  [-180, 90],
  [-180, -90],
];

const polygon = (rings: Position[][]): AreaGeometry => ({
  type: 'Polygon',
  coordinates: rings.map((ring) => ring.map(rounded)),
});

const rounded = ([lng, lat]: Position): Position => [round(lng!), round(lat!)];
/** Rounds to 9 decimals; adding 0 turns -0 into 0. */
const round = (value: number): number => Math.round(value * 10 ** DECIMALS) / 10 ** DECIMALS + 0;

const antipodeOf = ({ lat, lng }: { lat: number; lng: number }) => ({
  lat: -lat,
  lng: lng > 0 ? lng - 180 : lng + 180,
});

/**
 * Open ring of a circle that contains no pole. Longitudes run on beyond 180: without a pole every point lies
 * within 90 degrees of the centre's meridian.
 */
function counterclockwise({ lat, lng }: { lat: number; lng: number }, degrees: number): Position[] {
  const count = degrees > LARGE_DEGREES ? VERTICES_OF_LARGE : VERTICES;
  const [sinLat, cosLat] = [Math.sin(lat * RADIANS), Math.cos(lat * RADIANS)];
  const [sinRadius, cosRadius] = [Math.sin(degrees * RADIANS), Math.cos(degrees * RADIANS)];
  return Array.from({ length: count }, (_, i) => {
    const bearing = (-2 * Math.PI * i) / count;
    const sine = Math.min(1, Math.max(-1, sinLat * cosRadius + cosLat * sinRadius * Math.cos(bearing)));
    const east = Math.atan2(Math.sin(bearing) * sinRadius * cosLat, cosRadius - sinLat * sine);
    return [round(lng + east / RADIANS), round(Math.asin(sine) / RADIANS)];
  });
}

/** Cuts a ring that may pass 180 or -180 into closed rings within that range. */
function splitAtAntimeridian(ring: readonly Position[]): Position[][] {
  const longitudes = ring.map(([lng]) => lng!);
  const turn = Math.max(...longitudes) > 180 ? 360 : Math.min(...longitudes) < -180 ? -360 : 0;
  if (turn === 0) return [closed(ring)];
  const edge = turn / 2;
  const inside = cutAt(ring, edge, -Math.sign(edge));
  const beyond = cutAt(ring, edge, Math.sign(edge)).map(([lng, lat]) => [lng! - turn, lat!]);
  return [inside, beyond].filter(({ length }) => length >= 3).map(closed);
}

/**
 * The part of a ring on one side of a meridian, which it crosses at most twice (Sutherland and
 * Hodgman, 1974).
 */
function cutAt(ring: readonly Position[], meridian: number, side: number): Position[] {
  const isKept = ([lng]: Position): boolean => (lng! - meridian) * side >= 0;
  return ring.flatMap((here, i) => {
    const before = ring.at(i - 1)!;
    const isCrossed = isKept(here) !== isKept(before) && here[0] !== meridian && before[0] !== meridian;
    const crossing = isCrossed ? [[meridian, latitudeAt(meridian, before, here)]] : [];
    return isKept(here) ? [...crossing, here] : crossing;
  });
}

const latitudeAt = (lng: number, [x1, y1]: Position, [x2, y2]: Position): number =>
  y1! + ((y2! - y1!) * (lng - x1!)) / (x2! - x1!);

const closed = (ring: readonly Position[]): Position[] => [...ring, ring[0]!];

/** Polygon of a circle with one pole inside: every meridian crosses its border once. */
function aroundPole(centre: { lat: number; lng: number }, degrees: number, pole: 90 | -90): Position[] {
  const atEdge = borderAt(centre, degrees, 180, pole);
  const border = [...counterclockwise(centre, degrees)]
    .map(([lng, lat]) => [wrapped(lng!), lat!])
    .filter(([lng]) => Math.abs(lng!) < 180)
    .sort(([a], [b]) => a! - b!);
  const eastward = [[-180, atEdge], ...border, [180, atEdge]];
  return pole === 90
    ? [...eastward, [180, 90], [-180, 90], [-180, atEdge]]
    : [...eastward.reverse(), [-180, -90], [180, -90], [180, atEdge]];
}

const wrapped = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180;

/**
 * Latitude at which a meridian crosses the border of a circle around a pole: sin φ sin φ0 + cos φ cos φ0 cos
 * Δλ = cos r.
 */
function borderAt(
  { lat, lng }: { lat: number; lng: number },
  degrees: number,
  meridian: number,
  pole: 90 | -90,
): number {
  const a = Math.sin(lat * RADIANS);
  const b = Math.cos(lat * RADIANS) * Math.cos((meridian - lng) * RADIANS);
  const middle = Math.atan2(a, b);
  const half = Math.acos(Math.min(1, Math.max(-1, Math.cos(degrees * RADIANS) / Math.hypot(a, b))));
  const found = [middle - half, middle + half]
    .map((angle) => Math.atan2(Math.sin(angle), Math.cos(angle)) / RADIANS)
    .filter((angle) => Math.abs(angle) <= 90);
  return found.length === 0 ? pole : pole === 90 ? Math.min(...found) : Math.max(...found);
}

/** The world without a circle that contains no pole. */
function allBut(centre: { lat: number; lng: number }, degrees: number): AreaGeometry {
  const parts = splitAtAntimeridian(counterclockwise(centre, degrees));
  if (parts.length === 1) return polygon([WORLD, parts[0]!.toReversed()]);
  const [east, west] = parts[0]!.some(([lng]) => lng === 180) ? parts : parts.toReversed();
  return polygon([
    [
      [-180, -90],
      [180, -90],
      ...coast(east!, 180),
      [180, 90],
      [-180, 90],
      ...coast(west!, -180),
      [-180, -90],
    ],
  ]);
}

/**
 * Border of a part that was cut at a meridian, from one end of the cut to the other, clockwise around the
 * part.
 */
function coast(ring: readonly Position[], meridian: number): Position[] {
  const open = ring.slice(0, -1);
  const start = open.findIndex(([lng], i) => lng === meridian && open.at(i - 1)![0] === meridian);
  return [...open.slice(start), ...open.slice(0, start)].toReversed();
}
