import { quote } from '../../base/cut.js';
import type { ColumnMapping } from '../../schema/job.js';
import type { ImportOptions } from '../options.js';
import { unitOfRadius } from '../rows/radius-unit.js';

/** A header that names another unit than the import's is believed, and that is told. */
export function radiusNotes(
  mapping: readonly ColumnMapping[],
  { milesPerRadiusUnit }: Pick<ImportOptions, 'milesPerRadiusUnit'>,
): string[] {
  return mapping.flatMap(({ header, field }) => {
    const unit = field === 'radius' ? unitOfRadius(header) : null;
    return unit === null || unit.miles === milesPerRadiusUnit
      ? []
      : [
          `The column ${quote(header, 100)} is read as ${unit.name}, as its header says: radius_unit is for columns that name no unit.`,
        ];
  });
}
