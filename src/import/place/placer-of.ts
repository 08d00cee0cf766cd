import type { Geodata } from '../../geo/geodata.js';
import { GeodataPlacer } from '../../geo/placer.js';

/** An import that began before areas were replaced goes on with those, beside one that has the new ones. */
const KEPT_VERSIONS = 2;
/** Placers of this thread, the one used last first. */
const kept: GeodataPlacer[] = [];

/** Kernels are kept from block to block with what they have worked out. */
export function placerOf(geodata: Geodata): GeodataPlacer {
  const at = kept.findIndex(({ version }) => version === geodata.version);
  const placer = at === -1 ? new GeodataPlacer(geodata) : kept.splice(at, 1)[0]!;
  kept.unshift(placer);
  kept.length = Math.min(kept.length, KEPT_VERSIONS);
  return placer;
}
