import { MalformedAnswer } from '../client/malformed-answer.js';

/** WGS 84, degrees. */
export interface RoutePoint {
  readonly lon: number;
  readonly lat: number;
}

/** Why a service refuses a request, from an answer with another status than 200. */
export type ServiceRefusal =
  /** No road for cars is near. */
  | { kind: 'no road' }
  /** Longest drive of the service. */
  | { kind: 'too long'; maxMinutes: number }
  /** More places than a request may have. */
  | { kind: 'too many' }
  | { kind: 'refused'; words: string };

/** GeoJSON geometry of unchecked contents; null: no area. */
export type Geometry = { readonly type: 'Polygon' | 'MultiPolygon'; readonly coordinates: unknown } | null;

/** Requests and answers of one kind of service. */
export interface IsochroneProtocol {
  /** Places that one request may have. */
  readonly maxPlaces: number;
  /** @param endpoint stays unchanged */
  request(endpoint: URL, places: readonly RoutePoint[], minutes: number): { url: URL; body?: unknown };
  /**
   * @param answer parsed JSON of any shape
   * @returns one geometry for each place, in order
   * @throws MalformedAnswer
   */
  read(answer: unknown, places: number): Geometry[];
  /**
   * @param answer parsed JSON of any shape; null where it is not JSON
   * @returns undefined where the service failed rather than the request
   */
  readStatus(status: number, answer: unknown): ServiceRefusal | undefined;
}

export type JsonMembers = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is JsonMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An empty object for any other value. */
export const membersOf = (value: unknown): JsonMembers => (isMembers(value) ? value : {});

/** @throws MalformedAnswer for anything but a list of at most `atMost` objects */
export function featureList(value: unknown, atMost: number): JsonMembers[] {
  if (!Array.isArray(value) || value.length > atMost || !value.every(isMembers)) {
    throw new MalformedAnswer('the drive-time service answered in another form than its interface has');
  }
  return value;
}

/** @throws MalformedAnswer for lines and points */
export function featureGeometry(feature: JsonMembers): Geometry {
  const { type, coordinates } = membersOf(feature.geometry);
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    throw new MalformedAnswer('the drive-time service answered a feature that is no polygon');
  }
  return { type, coordinates };
}
