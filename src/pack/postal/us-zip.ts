import { push } from '../gazetteer/draft.js';
import { readZipCentres } from '../gazetteer/us-zips.js';
import { TopologyFile } from '../regions/read-topology.js';
import type { Area } from './areas.js';
import { distanceTo, isOnLand, type Land, landOf, Segments } from './land.js';
import { areasOfDistricts } from './layer.js';
import type { District, Site } from './partition.js';
import { toPlane } from './plane.js';

export function usZipAreas(): Area[] {
  const segments = new Segments();
  const file = new TopologyFile('us-atlas/counties-10m.json', 'counties');
  const districts = file.areas.map((area) => ({
    // The Aleutians lie on both sides of the antimeridian.
    land: landOf(file.polygonsOf([area]), segments, -360),
    sites: [] as Site[],
  }));
  for (const [zip, { lat, lng }] of readZipCentres()) {
    const at = toPlane(lng > 0 ? lng - 360 : lng, lat);
    districtAt(districts, at).sites.push({ at, codes: [zip] });
  }
  return areasOfDistricts(withSitesNextDoor(districts), segments, true);
}

/** The district of a point, or the nearest one for points on the water. */
function districtAt<D extends { land: Land }>(districts: readonly D[], at: Site['at']): D {
  const inside = districts.find(({ land }) => isOnLand(land, at));
  if (inside !== undefined) return inside;
  let [nearest, best] = [districts[0]!, Infinity];
  for (const district of districts) {
    const distance = distanceTo(district.land, at);
    if (distance < best) [nearest, best] = [district, distance];
  }
  return nearest;
}

/**
 * Divides counties without a ZIP's point among the ZIPs of adjacent counties; islands without one stay
 * unassigned.
 */
function withSitesNextDoor(districts: readonly District[]): District[] {
  const bySegment = new Map<number, District[]>();
  for (const district of districts)
    for (const segment of segmentsOf(district)) push(bySegment, segment, district);
  return districts.map((district) => {
    if (district.sites.length > 0) return district;
    const neighbours = new Set([...segmentsOf(district)].flatMap((segment) => bySegment.get(segment)!));
    return { land: district.land, sites: [...neighbours].flatMap(({ sites }) => sites) };
  });
}

function* segmentsOf({ land }: District): Generator<number> {
  for (const { rings } of land) for (const ring of rings) yield* ring.segments;
}
