import type { Marker } from '../../src/schema/marker.js';
import type { MarkerJson } from '../../src/store/markers.js';

/** What a client makes of the JSON that the store answers. */
export const parseMarker = (json: MarkerJson): Marker => JSON.parse(json.toString()) as Marker;
