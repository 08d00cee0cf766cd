import { type ClassConfig, classesAt, type ValueClass } from '../choropleth/classify.js';
import type { DecidedClasses } from '../enrich/row-enricher.js';
import type { PlannedChoropleth } from '../task.js';

/**
 * Key of the ranges of a field on a map: those of its sums are others than those of the values themselves.
 */
export const rangesKeyOf = ({ field, aggregate }: PlannedChoropleth): string =>
  JSON.stringify([field.trim().toLowerCase(), aggregate ?? null]);

/** Tells that an import which is to keep ranges finds none, so that it makes new ones. */
export const keepsNone = (
  { breaks }: PlannedChoropleth,
  { fixed }: ClassConfig,
): Pick<DecidedClasses, 'keepsNone'> => (breaks === 'keep' && fixed === undefined ? { keepsNone: true } : {});

/** "Sales", "Sales (sum)": what stands above its classes in the legend of a picture. */
export const headingOf = ({ field, aggregate }: PlannedChoropleth): string =>
  aggregate === undefined ? field.trim() : `${field.trim()} (${aggregate})`;

/**
 * A choropleth with the classes that its breaks say, or that an earlier import of the map made.
 * @param readKept by `rangesKeyOf`; null: none did
 */
export async function withFixedClasses(
  choropleth: PlannedChoropleth,
  readKept: (key: string) => Promise<ValueClass[] | null>,
): Promise<ClassConfig> {
  const { breaks, classes, method, ramp } = choropleth;
  const config = { classes, method, ramp };
  if (breaks === undefined) return config;
  if (breaks !== 'keep') return { ...config, fixed: classesAt(breaks, ramp) };
  const kept = await readKept(rangesKeyOf(choropleth));
  return kept === null ? config : { ...config, fixed: kept };
}
