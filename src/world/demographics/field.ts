import type { DemographicLevel } from '../../geo/demographics/level.js';

export const DEMOGRAPHIC_TYPES = ['number', 'currency', 'percent', 'text'] as const;
export type DemographicType = (typeof DEMOGRAPHIC_TYPES)[number];

/** An entry of the catalog. */
export interface DemographicField {
  id: number;
  key: string;
  label: string;
  type: DemographicType;
}

/** With what it has values for, the finest first. */
export interface CatalogField extends DemographicField {
  levels: DemographicLevel[];
}

/**
 * The key of a field: its label in small letters, digits and underscores. So there are no two fields with one label.
 * @returns '' for a label without letters and digits
 */
export function keyOf(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}
