import type { Placer } from '../geo/placer.js';
import { notingAddresses, withServicePlaces } from '../geo/street-level/service-places.js';
import type { HttpRequest } from '../http/message.js';
import type { Principal } from '../http/route.js';
import type { Geocoding } from '../services/geocoding/geocoding.js';
import { keepsAddresses } from '../store/accounts.js';
import type { Services } from './services.js';

/**
 * @returns null when no service may be asked: addresses of accounts under a health-data agreement stay here
 */
export async function geocodingFor(
  { sql, geocoding }: Pick<Services, 'sql' | 'geocoding'>,
  accountId: number,
): Promise<Geocoding | null> {
  return geocoding === null || (await keepsAddresses(sql, accountId)) ? null : geocoding;
}

/** Runs work that places a marker, possibly twice. */
export type UsePlacer = <T>(work: (placer: Placer) => T) => Promise<T>;

/**
 * Places single markers by the gazetteer, and by a geocoding service where there is one and it answers within
 * 3 s.
 * @param request its end also ends the look-ups
 */
export function placing(
  services: Pick<Services, 'sql' | 'geodata' | 'geocoding'>,
  { accountId }: Pick<Principal, 'accountId'>,
  request: Pick<HttpRequest, 'signal'>,
): UsePlacer {
  return async (work) => {
    const { placer } = services.geodata;
    if (services.geocoding === null) return work(placer);
    const { placer: noting, noted } = notingAddresses(placer);
    const byGazetteer = attempt(() => work(noting));
    const geocoding = noted.size === 0 ? null : await geocodingFor(services, accountId);
    if (geocoding === null) return byGazetteer();
    const places = await geocoding.lookUpPromptly(noted, accountId, request.signal);
    return places.size === 0 ? byGazetteer() : work(withServicePlaces(placer, places));
  };
}

/** @returns a function that returns or throws what the work did */
function attempt<T>(work: () => T): () => T {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
