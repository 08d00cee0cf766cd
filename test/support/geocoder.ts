import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Test } from 'tap';
import { startHttpServer } from './http-server.js';

export type GeocoderHandler = (request: URL, response: ServerResponse, message: IncomingMessage) => void;

export interface FakeGeocoder {
  /** Without a path. */
  origin: string;
  /** Value for GEOCODER_URL. */
  nominatimUrl: string;
  /** Requests so far. */
  requests: URL[];
  /** Answers requests from now on. */
  handler: GeocoderHandler;
}

/** A geocoding service on loopback; stopped at the end of the test. */
export async function startGeocoder(t: Test, handler: GeocoderHandler): Promise<FakeGeocoder> {
  const address = await startHttpServer(t, (message, response) => {
    const url = new URL(message.url!, fake.origin);
    fake.requests.push(url);
    fake.handler(url, response, message);
  });
  const origin = `http://${address}`;
  const fake: FakeGeocoder = { origin, nominatimUrl: `${origin}/search`, requests: [], handler };
  return fake;
}

export function answerJson(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A match of Nominatim with the precision of a house. */
export const nominatimMatch = (lat: number, lng: number, country = 'us', rank = 30) => ({
  lat: String(lat),
  lon: String(lng),
  place_rank: rank,
  addresstype: 'building',
  address: { country_code: country },
});

/** A Nominatim that knows house number `n` at a latitude of `n` thousandths above 40, and longitude -100. */
export const housesByNumber: GeocoderHandler = ({ searchParams }, response) => {
  const [, number] = /^(\d+) /.exec(searchParams.get('street') ?? searchParams.get('q') ?? '') ?? [];
  const matches = number === undefined ? [] : [nominatimMatch(40 + Number(number) / 1000, -100)];
  answerJson(response, matches);
};
