import {
  type GeoProjection,
  geoAzimuthalEqualArea,
  geoConicConformal,
  geoConicEqualArea,
  geoDistance,
  geoEqualEarth,
  geoMercator,
  geoStereographic,
} from 'd3-geo';
import type { Extent, ExtentBox } from './extent.js';

const DEGREES = 180 / Math.PI;

/**
 * Largest distance of a place from the map's middle, in degrees of a great circle, on maps of a town, a
 * country and a continent.
 */
const TOWN_REACH = 1.5;
const COUNTRY_REACH = 8;
const CONTINENT_REACH = 65;

/** Latitudes of the middle between which a cone fits the earth well. */
const LEAST_CONE_LAT = 15;
const MOST_CONE_LAT = 70;
/** Latitude beyond which places are near a pole, where cones and cylinders tear. */
const NEAR_POLE_LAT = 80;
/** Places around a pole: all round it, none far, and one beyond the polar circle. */
const AROUND_POLE = { leastSpan: 150, leastLat: 45, reachesLat: 66.56 };

/**
 * The middle of a map and the projections to try in order: the first one that fills the map is taken, or else
 * the last.
 */
export interface ProjectionCandidates {
  middle: [lon: number, lat: number];
  projections: GeoProjection[];
}

/**
 * Follows the selection guideline of Snyder ("Map Projections: A Working Manual", USGS Professional Paper
 * 1395, 1987, p. 34) and the Projection Wizard (Šavrič, Jenny, Jenny, The Cartographic Journal 53 (2016))
 * choose: by how large a region is, where it lies, and whether it is wide. Towns and countries keep their
 * angles: Mercator near the equator and where a map is so small that all agree, a conformal cone at middle
 * latitudes, stereographic near a pole. Continents keep their areas: Albers' cone where wide and at middle
 * latitudes, Lambert's azimuthal else. More is Equal Earth.
 */
export function chooseProjection(extent: Extent, box: ExtentBox): ProjectionCandidates {
  const middle = middleOf(box);
  const reach = Math.max(...extent.outline().map((place) => geoDistance(middle, place))) * DEGREES;
  const spanLon = box.east - box.west;
  const rotateTo = ([lon, lat]: [number, number]): [number, number] => [-lon, -lat];
  const latitude = Math.abs(middle[1]);
  const farthestLat = Math.max(Math.abs(box.south), Math.abs(box.north));
  const isConic = latitude >= LEAST_CONE_LAT && latitude <= MOST_CONE_LAT && box.south * box.north > 0;
  const azimuthalEqualArea = geoAzimuthalEqualArea().rotate(rotateTo(middle));
  const equalEarth = geoEqualEarth().rotate([spanLon > 300 ? 0 : -middle[0], 0]);

  if (reach <= COUNTRY_REACH) {
    const stereographic = geoStereographic().clipAngle(90).rotate(rotateTo(middle));
    if (farthestLat > NEAR_POLE_LAT) return { middle, projections: [stereographic] };
    const cone = geoConicConformal().rotate([-middle[0], 0]).parallels(parallelsOf(box));
    const mercator = geoMercator().rotate([-middle[0], 0]);
    if (reach <= TOWN_REACH || latitude < LEAST_CONE_LAT) return { middle, projections: [mercator] };
    return { middle, projections: isConic ? [cone, stereographic] : [stereographic] };
  }
  if (reach > CONTINENT_REACH) return { middle, projections: [equalEarth] };
  const isWide = spanLon * Math.cos(middle[1] / DEGREES) > 1.2 * (box.north - box.south);
  if (!isWide || !isConic || farthestLat > NEAR_POLE_LAT) {
    return { middle, projections: [azimuthalEqualArea, equalEarth] };
  }
  const albers = geoConicEqualArea().rotate([-middle[0], 0]).parallels(parallelsOf(box));
  return { middle, projections: [albers, azimuthalEqualArea, equalEarth] };
}

function middleOf({ west, east, south, north }: ExtentBox): [number, number] {
  const [nearest, farthest] = [Math.abs(south), Math.abs(north)].sort((a, b) => a - b) as [number, number];
  const isAroundPole =
    east - west > AROUND_POLE.leastSpan &&
    south * north > 0 &&
    nearest >= AROUND_POLE.leastLat &&
    farthest >= AROUND_POLE.reachesLat;
  const lon = (west + east) / 2;
  return [lon > 180 ? lon - 360 : lon, isAroundPole ? 90 * Math.sign(south) : (south + north) / 2];
}

/**
 * One sixth within the extent at either side: errors of scale are as large inside of them as outside (Snyder,
 * p. 99).
 */
const parallelsOf = ({ south, north }: ExtentBox): [number, number] => [
  south + (north - south) / 6,
  north - (north - south) / 6,
];
