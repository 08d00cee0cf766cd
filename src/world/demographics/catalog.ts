import { DEMOGRAPHIC_LEVELS, type DemographicLevel } from '../../geo/demographics/level.js';
import type { Sql } from '../../store/client.js';
import { type LoadedColumn, loadedFields } from '../../store/demographics.js';
import { EMBEDDED_FIELDS } from './embedded-fields.js';
import { embeddedLevels } from './embedded-values.js';
import type { CatalogField, DemographicType } from './field.js';

/** A field with the source of its values at each level. */
export interface SourcedField extends CatalogField {
  /** Loaded levels; the others are embedded. */
  loaded: LoadedColumn[];
}

/**
 * All fields by id, embedded and loaded; loaded values win. Read anew each time, so that they are current.
 */
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
