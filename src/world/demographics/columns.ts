import { sharedColumn } from '../../geo/demographics/column.js';
import type { DemographicLevel } from '../../geo/demographics/level.js';
import type { Sql } from '../../store/client.js';
import { packedColumn } from '../../store/demographics.js';
import { embeddedColumn } from './embedded-values.js';
import type { ValueField } from './field.js';

/** Values of fields at their levels, loaded ones before embedded ones, in shared memory. */
export async function readFieldColumns(
  sql: Sql,
  fields: readonly (Pick<ValueField, 'id' | 'key'> & { level: DemographicLevel })[],
): Promise<SharedArrayBuffer[]> {
  const columns: SharedArrayBuffer[] = [];
  // One after the other: each may be a few MB, which the driver decodes in one go.
  for (const { id, key, level } of fields) {
    columns.push(sharedColumn((await packedColumn(sql, id, level)) ?? (await embeddedColumn(key, level))));
  }
  return columns;
}
