import { isPostal } from '../regions/region-type.js';

/** Region types of demographic values, the finest first. */
export const DEMOGRAPHIC_LEVELS = ['us_zip', 'us_county', 'us_state', 'country'] as const;
export type DemographicLevel = (typeof DEMOGRAPHIC_LEVELS)[number];

/**
 * @returns place of a marker type among the levels; -1 for a point, a circle or a drive time, which lies in a
 * region of each level
 */
function extentOf(type: string): number {
  if (isPostal(type)) return DEMOGRAPHIC_LEVELS.indexOf('us_zip');
  return DEMOGRAPHIC_LEVELS.indexOf((type === 'au_state' ? 'us_state' : type) as DemographicLevel);
}

/**
 * Tells whether regions of a level are parts of such markers: a county's value says nothing of its country.
 */
export const isPartOfMarker = (level: DemographicLevel, markerType: string): boolean =>
  extentOf(level) < extentOf(markerType);

/** Tells whether such markers are parts of a level's regions, and their value is that of a larger region. */
export const isAround = (level: DemographicLevel, markerType: string): boolean =>
  extentOf(markerType) !== -1 && extentOf(level) > extentOf(markerType);
