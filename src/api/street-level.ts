import type { Placer } from '../geo/placer.js';
import { notingAddresses, withServicePlaces } from '../geo/street-level/service-places.js';
import type { HttpRequest } from '../http/message.js';
import type { Principal } from '../http/route.js';
import { findAccount } from '../store/accounts.js';
import type { Services } from './services.js';

/** Does what places single markers; may do it twice. */
export type Place = <T>(work: (placer: Placer) => T) => Promise<T>;

/**
 * Places single markers by the gazetteer, and by a geocoding service where there is one and it answers within 3 s. Addresses of
 * accounts under a health-data agreement stay here.
 * @param request whose end ends the look-ups
 */
export function placing(
  { sql, geodata, geocoding }: Pick<Services, 'sql' | 'geodata' | 'geocoding'>,
  { accountId }: Pick<Principal, 'accountId'>,
  request: Pick<HttpRequest, 'signal'>,
): Place {
  return async (work) => {
    if (geocoding === null) return work(geodata.placer);
    const { placer } = geodata;
    const { placer: noting, noted } = notingAddresses(placer);
    const byGazetteer = attempt(() => work(noting));
    if (noted.size === 0 || (await findAccount(sql, accountId))?.healthData !== false) return byGazetteer();
    const places = await geocoding.lookUpPromptly(noted, accountId, request.signal);
    return places.size === 0 ? byGazetteer() : work(withServicePlaces(placer, places));
  };
}

/** @returns gives what the work gave, or throws what it threw */
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
