import type { Options } from 'autocannon';

export const CONNECTIONS = 32;

/** Request of the API as autocannon options, by the name under which `npm run load` knows them. */
export function profiles(baseUrl: string, key: string, mapId: number): Record<string, Options> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'New place', lat: 1, lng: 2, category: 'Retail' });
  return {
    'get-me': { url: `${baseUrl}/me`, headers },
    'get-map': { url: `${baseUrl}/maps/${mapId}`, headers },
    'get-markers': { url: `${baseUrl}/maps/${mapId}/markers`, headers },
    'post-marker': { url: `${baseUrl}/maps/${mapId}/markers`, method: 'POST', headers, body },
  };
}
