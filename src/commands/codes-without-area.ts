import type { DemographicLevel } from '../geo/demographics/level.js';
import { RegionFinder } from '../geo/regions/region-finder.js';
import { isPostal } from '../geo/regions/region-type.js';
import { BOUNDARIES, readBoundaryLayers } from '../store/boundaries.js';
import type { Sql } from '../store/client.js';
import { readPacked } from '../store/packed-pieces.js';
import { loadLayer } from '../world/geodata/load.js';

/**
 * Codes without an embedded or loaded area, which no marker can get. Postal codes come from addresses and are
 * never among them.
 */
export async function codesWithoutArea(
  sql: Sql,
  level: DemographicLevel,
  codes: readonly string[],
): Promise<string[]> {
  if (isPostal(level)) return [];
  const embedded = await loadLayer(level);
  const stored = (await readBoundaryLayers(sql)).find(({ type }) => type === level);
  const { version = '', bytes = 0 } = stored ?? {};
  const loaded = stored ? await readPacked(sql, BOUNDARIES, { name: level, version, bytes }) : null;
  const finder =
    loaded === null
      ? new RegionFinder({ [level]: embedded })
      : new RegionFinder({ [level]: loaded }, { [level]: embedded });
  return codes.filter((code) => finder.sourceOf(level, code) === null);
}
