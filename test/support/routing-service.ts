import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { startHttpServer } from './http-server.js';

export interface Asked {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  /** Parsed JSON; null without a body. */
  body: unknown;
}

export type RoutingHandler = (asked: Asked, response: ServerResponse) => void;

export interface FakeRoutingService {
  /** Without a path. */
  origin: string;
  /** Requests so far. */
  requests: Asked[];
  /** Answers requests from now on. */
  handler: RoutingHandler;
}

/** A routing service on loopback; stopped at the end of the test. */
export async function startRoutingService(t: Test, handler: RoutingHandler): Promise<FakeRoutingService> {
  const address = await startHttpServer(t, async (message, response) => {
    const body = await text(message);
    const asked = {
      method: message.method!,
      url: new URL(message.url!, fake.origin),
      headers: message.headers,
      body: body === '' ? null : JSON.parse(body),
    };
    fake.requests.push(asked);
    fake.handler(asked, response);
  });
  const origin = `http://${address}`;
  const fake: FakeRoutingService = { origin, requests: [], handler };
  return fake;
}

/**
 * A closed, clockwise ring of a square around a place.
 * @param degrees distance from the place to each side
 */
export const squareAround = (lon: number, lat: number, degrees = 0.05): number[][] =>
  [
    [-1, -1],
    [-1, 1],
    [1, 1],
    [1, -1],
    [-1, -1],
  ].map(([x, y]) => [lon + x! * degrees, lat + y! * degrees]);

/** An answer of Valhalla. */
export const valhallaAnswer = (coordinates: unknown, type = 'Polygon') => ({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { fill: '#bf4040', 'fill-opacity': 0.33, contour: 10, metric: 'time' },
      geometry: { type, coordinates },
    },
  ],
});

/** An answer of openrouteservice for places with an area. */
export const orsAnswer = (places: readonly [at: number, lon: number, lat: number][], seconds = 600) => ({
  type: 'FeatureCollection',
  bbox: [-1, -1, 1, 1],
  features: places.map(([at, lon, lat]) => ({
    type: 'Feature',
    properties: { group_index: at, value: seconds, center: [lon, lat] },
    geometry: { type: 'Polygon', coordinates: [squareAround(lon, lat)] },
  })),
  metadata: { attribution: 'openrouteservice.org | OpenStreetMap contributors', service: 'isochrones' },
});

export const orsError = (code: number, message: string) => ({
  error: { code, message },
  info: { engine: { version: '8.0.0', build_date: '2024-03-21T13:55:54Z' }, timestamp: 1751640453182 },
});
