/** Region types of demographic values, the finest first. */
export const DEMOGRAPHIC_LEVELS = ['us_zip', 'us_county', 'us_state', 'country'] as const;
export type DemographicLevel = (typeof DEMOGRAPHIC_LEVELS)[number];
