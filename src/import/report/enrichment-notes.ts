import type { DecidedClasses } from '../enrich/row-enricher.js';
import type { ImportPlan } from '../task.js';

const number = (n: number): string => n.toLocaleString('en');
const rows = (n: number): string => (n === 1 ? '1 row' : `${number(n)} rows`);

const LEVELS = { us_zip: 'ZIP', us_county: 'county', us_state: 'US state', country: 'country' } as const;

/**
 * What the client should know of values that rows did not get.
 * @param valueless rows without a value, for each demographic field of the plan
 */
export function enrichmentNotes(
  { demographics = [], choropleth }: Pick<ImportPlan, 'demographics' | 'choropleth'>,
  valueless: readonly number[],
  decided: DecidedClasses | null,
): string[] {
  const notes = demographics.flatMap(({ label, level }, i) => {
    const missing = valueless[i] ?? 0;
    return missing === 0 ? [] : [`${label}: no value for the ${LEVELS[level]} of ${rows(missing)}.`];
  });
  if (!choropleth || decided === null) return notes;
  const { numberless, classes } = decided;
  const field = JSON.stringify(choropleth.field.slice(0, 100));
  if (classes.length === 0) {
    notes.push(`No row has a number in ${field}: nothing was coloured by it.`);
  } else if (numberless > 0) {
    const keep = numberless === 1 ? 'has no number in' : 'have no number in';
    notes.push(`${rows(numberless)} ${keep} ${field}: category and colour are the upload's own.`);
  }
  return notes;
}
