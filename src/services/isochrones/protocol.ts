import { MalformedAnswer } from '../client/malformed-answer.js';

/** WGS 84, degrees. */
export interface Place {
  readonly lon: number;
  readonly lat: number;
}

/** What a service says of a request that it answers with another status than 200. */
export type Refusal =
  /** No road that a car may use is near. */
  | { kind: 'no road' }
  /** The most minutes that it takes. */
  | { kind: 'too long'; maxMinutes: number }
  /** More places than it takes at a time. */
  | { kind: 'too many' }
  | { kind: 'refused'; words: string };

/** GeoJSON, of whatever contents; null: there is no area. */
export type Geometry = { readonly type: 'Polygon' | 'MultiPolygon'; readonly coordinates: unknown } | null;

/** How a kind of service is asked, and what its answers mean. */
export interface Protocol {
  /** Places that one request may have. */
  readonly maxPlaces: number;
  /** @param endpoint is not changed */
  request(endpoint: URL, places: readonly Place[], minutes: number): { url: URL; body?: unknown };
  /**
   * @param answer parsed JSON, of whatever shape
   * @returns as many as there were places, in their order
   * @throws MalformedAnswer
   */
  read(answer: unknown, places: number): Geometry[];
  /**
   * @param answer parsed JSON, of whatever shape; null when it is none
   * @returns undefined: this says nothing of the request, the service failed
   */
  readStatus(status: number, answer: unknown): Refusal | undefined;
}

export type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing where it is no object. */
export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @throws MalformedAnswer unless it is a list of objects, no longer than that */
export function featuresOf(value: unknown, atMost: number): Members[] {
  if (!Array.isArray(value) || value.length > atMost || !value.every(isMembers)) {
    throw new MalformedAnswer('the drive-time service answered in another form than its interface has');
  }
  return value;
}

/** @throws MalformedAnswer for a line, a point */
export function geometryOf(feature: Members): Geometry {
  const { type, coordinates } = membersOf(feature.geometry);
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    throw new MalformedAnswer('the drive-time service answered a feature that is no polygon');
  }
  return { type, coordinates };
}
