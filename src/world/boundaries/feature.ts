import { cut } from '../../base/cut.js';
import { BoundaryError } from './refusal.js';

/** A feature of a file, unchecked. */
export interface RawFeature {
  readonly id: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
  /** null: none. */
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
}

const NAMED_CHARACTERS = 120;

/** Names a feature for messages: its position in the file and its properties. */
export function describeFeature(file: string, index: number, { properties }: RawFeature): string {
  const text = JSON.stringify(properties);
  const shown = cut(text, NAMED_CHARACTERS);
  return `${file}: feature ${index + 1} (${shown})`;
}

/** @throws BoundaryError for anything but a Feature */
export function readFeature(value: unknown, file: string, index: number): RawFeature {
  const { type, id, properties, geometry } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Record<string, unknown>;
  if (type !== 'Feature') throw new BoundaryError(`${file}: feature ${index + 1} is not a GeoJSON Feature`);
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
