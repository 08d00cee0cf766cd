import type { ValueField } from './field.js';

/**
 * Embedded fields. Ids are permanent: a removed field's id stays unused. Ids of loaded fields begin at 1,000.
 */
export const EMBEDDED_FIELDS = [
  { id: 1, key: 'population', label: 'Population', type: 'number' },
  { id: 2, key: 'population_density_per_km2', label: 'Population density (per km²)', type: 'number' },
  { id: 3, key: 'area_km2', label: 'Area (km²)', type: 'number' },
  { id: 4, key: 'life_expectancy_years', label: 'Life expectancy (years)', type: 'number' },
  { id: 5, key: 'income_per_person_intl', label: 'Income per person (intl. $)', type: 'currency' },
  { id: 6, key: 'unemployment_rate_2009', label: 'Unemployment rate (%, 2009)', type: 'percent' },
] as const satisfies readonly ValueField[];
