import { quote } from '../../base/cut.js';
import { badRequest } from '../../base/errors.js';
import { type DemographicLevel, isPartOfMarker } from '../../geo/demographics/level.js';
import { DEFAULT_RAMP } from '../../schema/color-ramps.js';
import type { CatalogField } from '../../world/demographics/field.js';
import { DEFAULT_CLASSES, DEFAULT_METHOD } from '../choropleth/config.js';
import { type BulkMeta, MAX_DEMOGRAPHICS } from '../options.js';
import type { PlannedChoropleth, PlannedDemographic } from '../task.js';

export interface PlannedEnrichment {
  demographics: PlannedDemographic[];
  choropleth: PlannedChoropleth | null;
}

/**
 * Settles which demographic fields an import attaches and by what it classes.
 * @param columns headers of the upload; null where they are not known before its end (JSON)
 * @throws AppError BAD_REQUEST for a field that the catalog does not have, or not at that level, and for a
 * choropleth of neither
 */
export function planEnrichment(
  {
    demographics: config,
    choropleth,
    marker_type: markerType = 'pin',
  }: Pick<BulkMeta, 'demographics' | 'choropleth' | 'marker_type'>,
  catalog: readonly CatalogField[],
  columns: readonly string[] | null,
): PlannedEnrichment {
  const demographics: PlannedDemographic[] = [];
  /** @returns its place among them */
  const attach = (field: CatalogField, member: string): number => {
    const at = demographics.findIndex(({ id }) => id === field.id);
    if (at !== -1) return at;
    const { id, key, label, type } = field;
    demographics.push({ id, key, label, type, level: levelOf(field, config?.level, markerType, member) });
    return demographics.length - 1;
  };
  (config?.fields ?? []).forEach((name, i) => {
    const member = `demographics.fields[${i}]`;
    const field = catalog.find(({ id, key }) => name === id || name === key);
    if (!field) {
      throw badRequest(
        `${member}: ${shown(name)} is no id or key of a demographic field; GET /demographic-fields lists them`,
      );
    }
    attach(field, member);
  });
  if (!choropleth) return { demographics, choropleth: null };
  const { field, classes = DEFAULT_CLASSES, method = DEFAULT_METHOD, ramp = DEFAULT_RAMP } = choropleth;
  const column = columns === null ? null : findColumn(columns, field);
  const entry = catalog.find(({ key }) => key === field) ?? catalog.find(({ label }) => label === field);
  let source: PlannedChoropleth['source'];
  if (column !== null) source = { column };
  else if (entry) source = { demographic: attach(entry, 'choropleth.field') };
  else if (columns === null) source = { column: field };
  else {
    throw badRequest(
      `choropleth.field: ${shown(field)} is neither a column of the upload nor the key of a demographic field, which GET /demographic-fields lists`,
    );
  }
  if (demographics.length > MAX_DEMOGRAPHICS) {
    throw badRequest(
      `choropleth.field: ${shown(field)} is one demographic field more than ${MAX_DEMOGRAPHICS}`,
    );
  }
  const { aggregate, breaks } = choropleth;
  if (Array.isArray(breaks) && breaks.some((at, i) => i > 0 && at <= breaks[i - 1]!))
    throw badRequest('choropleth.breaks must rise: each number is to be greater than the one before');
  return {
    demographics,
    choropleth: {
      field,
      source,
      classes,
      method,
      ramp,
      ...(aggregate && { aggregate }),
      ...(breaks && { breaks }),
    },
  };
}

/**
 * The finest level whose regions are no parts of the markers: the value of a state for a county without one.
 */
function levelOf(
  field: CatalogField,
  wanted: DemographicLevel | undefined,
  markerType: string,
  member: string,
): DemographicLevel {
  const { levels } = field;
  if (wanted !== undefined && !levels.includes(wanted)) {
    throw badRequest(
      `${member}: ${shown(field.key)} has no values at the level ${wanted}, but at ${levels.join(', ')}`,
    );
  }
  return wanted ?? levels.find((level) => !isPartOfMarker(level, markerType)) ?? levels[0]!;
}

/** Exactly, or without case and surrounding blanks. */
function findColumn(columns: readonly string[], name: string): string | null {
  const fold = (text: string): string => text.trim().toLowerCase();
  return (
    columns.find((column) => column === name) ?? columns.find((column) => fold(column) === fold(name)) ?? null
  );
}

const shown = (name: string | number): string => (typeof name === 'number' ? String(name) : quote(name, 60));
