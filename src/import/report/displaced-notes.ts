import { quote } from '../../base/cut.js';
import { displacedFields } from '../enrich/watched.js';
import type { ImportPlan } from '../task.js';

/** Columns whose place in the markers the classes of a choropleth take, and where they are kept. */
export function displacedNotes(plan: Pick<ImportPlan, 'mapping' | 'choropleth'>): string[] {
  const fields = displacedFields(plan);
  return plan.mapping
    .filter(({ field }) => field !== null && fields.includes(field))
    .map(
      ({ header, field }) =>
        `The column ${quote(header, 100)} is kept as a custom field: the classes are the ${field === 'color' ? 'colours' : 'categories'} of the markers.`,
    );
}
