import { type Area, areasOf } from './areas.js';
import { islets } from './islets.js';
import { isOnLand, type Segments } from './land.js';
import { type District, distinctSites, partition } from './partition.js';
import { Welder } from './weld.js';

/**
 * One area per code: the land of all districts that is nearest to its sites.
 * @param areCentres whether sites are centres of their areas rather than any places in them
 */
export function areasOfDistricts(
  districts: readonly District[],
  segments: Segments,
  areCentres: boolean,
): Area[] {
  const distinct = districts.map(({ land, sites }) => ({ land, sites: distinctSites(sites) }));
  const pieces = distinct.flatMap((district) => partition(district, segments, areCentres));
  const offshore = distinct.flatMap(({ land, sites }) =>
    sites.filter(({ at, isGuide }) => !isGuide && !isOnLand(land, at)),
  );
  return areasOf([...pieces, ...islets(offshore, pieces, segments)], new Welder(segments));
}
