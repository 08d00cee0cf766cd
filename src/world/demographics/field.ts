import type { DemographicLevel } from '../../geo/demographics/level.js';

export const DEMOGRAPHIC_TYPES = ['number', 'currency', 'percent', 'text'] as const;
export type DemographicType = (typeof DEMOGRAPHIC_TYPES)[number];

/** An entry of the catalog. */
export interface ValueField {
  id: number;
  key: string;
  label: string;
  type: DemographicType;
}

/** A field with the levels that have values, the finest first. */
export interface CatalogField extends ValueField {
  levels: DemographicLevel[];
}

/**
 * Key of a field: its label in lower-case letters, digits and underscores. Two fields never share a label.
 * @returns '' for a label without letters and digits
 */
export function fieldKeyOf(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}
