import { OPEN_STREET_MAP } from '../schema/attributions.js';
import { ISOCHRONE_ATTRIBUTIONS } from '../services/attributions.js';
import type { ImageMarkers } from '../store/image-markers.js';
import type { AreasOfMap } from './areas-of-map.js';
import type { RegionShapes } from './region-shapes.js';

const CENSUS = 'U.S. Census Bureau';
const NATURAL_EARTH = 'Made with Natural Earth';
/** Credit of postal areas computed from points, so that readers do not take them for the true ones. */
const APPROXIMATED = 'postal areas approximated';
const ESTIMATED = 'drive times estimated';

/** Every picture shows places of these: names of towns by GeoNames (CC BY), which also place markers. */
export const BASE_CREDITS = [NATURAL_EARTH, 'GeoNames'] as const;

const COUNTRY_JSON = 'country-json contributors';
const GAPMINDER = 'Free material from GAPMINDER.ORG';
/**
 * Embedded demographic fields by label. Population has no credit of its own: many uploads have a column of
 * that name, and its sources ask for none.
 */
const EMBEDDED_VALUES: Readonly<Record<string, string>> = {
  'Population density (per km²)': COUNTRY_JSON,
  'Area (km²)': COUNTRY_JSON,
  'Life expectancy (years)': GAPMINDER,
  'Income per person (intl. $)': GAPMINDER,
  'Unemployment rate (%, 2009)': 'U.S. Bureau of Labor Statistics',
};
/** Aggregate that a heading names for several values of an area. */
const AGGREGATE = / \((sum|mean|median|min|max|count)\)$/;

/** Credits of the values in classes below these headings, as far as they come from demographic fields. */
export async function creditsOfValues(
  map: Pick<ImageMarkers, 'readValueCredits'>,
  headings: readonly string[],
): Promise<string[]> {
  const labels = [...new Set(headings.map((heading) => heading.replace(AGGREGATE, '')))];
  if (labels.length === 0) return [];
  const embedded = labels.flatMap((label) => EMBEDDED_VALUES[label] ?? []);
  return [...new Set([...embedded, ...(await map.readValueCredits(labels))])];
}

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
