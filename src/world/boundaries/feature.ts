import { BoundaryError } from './refusal.js';

/** A feature as a file has it, not checked yet. */
export interface RawFeature {
  readonly id: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
  /** null: none. */
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
}

const NAMED_CHARACTERS = 120;

/** A feature of a file in words: where it stands, and what it says of itself. */
export function describeFeature(file: string, index: number, { properties }: RawFeature): string {
  const text = JSON.stringify(properties);
  const shown = text.length > NAMED_CHARACTERS ? `${text.slice(0, NAMED_CHARACTERS)}…` : text;
  return `${file}: feature ${index + 1} (${shown})`;
}

/** @throws BoundaryError */
export function readFeature(value: unknown, file: string, index: number): RawFeature {
  const { type, id, properties, geometry } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Record<string, unknown>;
  if (type !== 'Feature')
    throw new BoundaryError(`${file}: what stands where feature ${index + 1} should is no GeoJSON Feature`);
  return {
    id,
    properties: isObject(properties) ? properties : {},
    geometry: isObject(geometry) ? (geometry as unknown as RawFeature['geometry']) : null,
  };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Coordinates of a MultiPolygon; null for a geometry without area. */
export function polygonsOf({ geometry }: RawFeature): unknown {
  if (geometry?.type === 'Polygon') return [geometry.coordinates];
  return geometry?.type === 'MultiPolygon' ? geometry.coordinates : null;
}
