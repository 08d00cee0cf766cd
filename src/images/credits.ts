import { OPEN_STREET_MAP } from '../schema/attributions.js';
import { ISOCHRONE_ATTRIBUTIONS } from '../services/attributions.js';
import type { AreasOfMap } from './areas-of-map.js';
import type { RegionShapes } from './region-shapes.js';

const CENSUS = 'U.S. Census Bureau';
const NATURAL_EARTH = 'Made with Natural Earth';
/** Credit of postal areas computed from points, so that readers do not take them for the true ones. */
const APPROXIMATED = 'postal areas approximated';
const ESTIMATED = 'drive times estimated';

/** Credits of the data in a picture of these areas, each once, in the order in which they are named. */
export function creditsOf(
  { regionTypes, driveTimeSources }: Pick<AreasOfMap, 'regionTypes' | 'driveTimeSources'>,
  regions: Pick<RegionShapes, 'sourceOf'>,
): string[] {
  const credits = new Set<string>();
  for (const type of [...regionTypes].sort()) {
    const { dataset, credit } = regions.sourceOf(type);
    if (credit !== null) credits.add(credit);
    else if (dataset === 'approx') credits.add(APPROXIMATED);
    else credits.add(type.startsWith('us_') ? CENSUS : NATURAL_EARTH);
  }
  for (const source of [...driveTimeSources].sort()) {
    if (source === 'estimate') credits.add(ESTIMATED);
    else
      credits.add(
        (ISOCHRONE_ATTRIBUTIONS as Record<string, { credit: string }>)[source]?.credit ??
          OPEN_STREET_MAP.credit,
      );
  }
  credits.delete('');
  return [...credits];
}
