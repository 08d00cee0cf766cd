import type { Geodata } from '../../geo/geodata.js';
import { Placer } from '../../geo/placer.js';

/** An import that began before areas were replaced goes on with those, beside one that has the new ones. */
const KEPT_VERSIONS = 2;
/** Of this thread, the one last used first. */
const kept: Placer[] = [];

/** Kernels are kept from block to block with what they have worked out. */
export function placerOf(geodata: Geodata): Placer {
  const at = kept.findIndex(({ version }) => version === geodata.version);
  const placer = at === -1 ? new Placer(geodata) : kept.splice(at, 1)[0]!;
  kept.unshift(placer);
  kept.length = Math.min(kept.length, KEPT_VERSIONS);
  return placer;
}
