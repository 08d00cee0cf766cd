import type { Marker } from '../../src/schema/marker.js';
import type { MarkerJson } from '../../src/store/markers.js';

/** Parses the store's JSON like a client. */
export const parseMarker = (json: MarkerJson): Marker => JSON.parse(json.toString()) as Marker;
