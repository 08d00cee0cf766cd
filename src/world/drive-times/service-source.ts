import { packArea } from '../../geo/drive-time/pack-area.js';
import {
  type IsochroneAnswer,
  type IsochroneService,
  isochroneKey,
} from '../../services/isochrones/isochrone-service.js';
import type { AreaAnswer, AreaSource } from './area-source.js';

/** Places per portion: their areas are in memory, up to 400 KB each, and a crash loses them. */
const PLACES = 64;

/** Areas of a routing service. */
export const serviceSource = (
  service: Pick<IsochroneService, 'name' | 'version' | 'isochrones'>,
): AreaSource => ({
  name: service.name,
  version: service.version,
  portionsOf: (places) =>
    Array.from({ length: Math.ceil(places.length / PLACES) }, (_, i) =>
      places.slice(i * PLACES, (i + 1) * PLACES),
    ),
  // The service client itself asks for several at a time.
  portionsAtATime: () => 1,
  async draw(places, { accountId, signal, onAnswer }) {
    const answers = await service.isochrones(places, accountId, signal, onAnswer);
    return places.map((place) => readAnswer(answers.get(isochroneKey(place))!));
  },
});

function readAnswer(answer: IsochroneAnswer): AreaAnswer {
  if ('coordinates' in answer)
    return { packed: packArea(answer.coordinates), truncated: false, snapMeters: 0 };
  if ('tooLong' in answer) return { mostMinutes: answer.tooLong };
  return 'none' in answer ? { none: true } : { away: true };
}
