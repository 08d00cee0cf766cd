import { DEMOGRAPHIC_LEVELS, type DemographicLevel } from '../../geo/demographics/level.js';
import type { Sql } from '../../store/client.js';
import { type LoadedColumn, loadedFields } from '../../store/demographics.js';
import { EMBEDDED_FIELDS } from './embedded-fields.js';
import { embeddedLevels } from './embedded-values.js';
import type { CatalogField, DemographicType } from './field.js';

/** A field with where its values at each level come from. */
export interface SourcedField extends CatalogField {
  /** What was loaded; levels that are not here are embedded ones. */
  loaded: LoadedColumn[];
}

/** All fields, by id: the embedded ones and what was loaded, which counts where both are there. Read anew, so that it is never old. */
export async function readCatalog(sql: Sql): Promise<SourcedField[]> {
  const loaded = await loadedFields(sql);
  const fields = new Map<number, SourcedField>();
  for (const field of EMBEDDED_FIELDS) {
    fields.set(field.id, { ...field, levels: await embeddedLevels(field.key), loaded: [] });
  }
  for (const { id, key, label, type, columns } of loaded) {
    const levels = new Set<DemographicLevel>(fields.get(id)?.levels);
    for (const { level } of columns) levels.add(level as DemographicLevel);
    fields.set(id, {
      id,
      key,
      label,
      type: type as DemographicType,
      levels: DEMOGRAPHIC_LEVELS.filter((level) => levels.has(level)),
      loaded: columns,
    });
  }
  return [...fields.values()].sort((a, b) => a.id - b.id);
}
