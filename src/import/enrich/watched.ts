import { isRegion } from '../../geo/regions/region-type.js';
import { REGION_CODE } from '../../schema/import-fields.js';
import type { ImportPlan } from '../task.js';

type EnrichmentPlan = Pick<ImportPlan, 'demographics' | 'choropleth'>;

/**
 * Names of the fields that are read from rows to enrich them: their own values of the demographic fields,
 * which count before those of the region; then, where they are classed by a column of theirs, that one.
 */
export function watchedFields({ demographics = [], choropleth }: EnrichmentPlan): string[] {
  const labels = demographics.map(({ label }) => label);
  return choropleth && 'column' in choropleth.source ? [...labels, choropleth.source.column] : labels;
}

/**
 * Fields whose columns are kept as custom fields, too: the class of a row takes their place, and nothing of
 * an upload is to be lost.
 */
export const displacedFields = ({ choropleth }: EnrichmentPlan): readonly string[] =>
  choropleth ? ['category', 'color'] : [];

/**
 * A code of an area says nothing of rows without one, and is kept as a custom field where there may be such
 * rows.
 */
export const keptFields = (
  plan: EnrichmentPlan & Pick<ImportPlan, 'options' | 'mapping'>,
): readonly string[] => {
  const isMixed = plan.mapping.some(({ field }) => field === 'marker_type');
  const displaced = displacedFields(plan);
  return isMixed || !isRegion(plan.options.markerType) ? [...displaced, REGION_CODE] : displaced;
};

/**
 * Columns of the watched fields in a CSV upload; -1 for a field that it does not have. Only a custom field
 * can be in a demographic field's way.
 */
export function watchedColumns(plan: EnrichmentPlan & Pick<ImportPlan, 'mapping'>): number[] {
  const labels = plan.demographics?.length ?? 0;
  return watchedFields(plan).map((name, i) => {
    const isOwn = (how: string): boolean => i >= labels || how === 'custom';
    return plan.mapping.find(({ header, how }) => header === name && isOwn(how))?.index ?? -1;
  });
}
