import { moved } from '../../src/base/threads/moved.js';
import type { TaskFunctions } from '../../src/base/threads/thread-pool.js';
import { AreaJson } from '../../src/format/write/area-geometry.js';
import { formatFeatures as formatGeoJson, wantedAreas } from '../../src/format/write/format-features.js';
import { formatRows as formatCsv } from '../../src/format/write/format-rows.js';
import { measureArea } from '../../src/format/write/measure-area.js';
import type { Geodata } from '../../src/geo/geodata.js';
import { placerOf } from '../../src/import/place/placer-of.js';
import { readAreas } from '../../src/store/areas-of-markers.js';
import { lookups } from './connections.js';

export const formatRows: TaskFunctions['formatRows'] = ({ rows, customFields }) =>
  moved(formatCsv(Buffer.from(rows.buffer), customFields));

/** Texts of the geodata that were used last. */
let areaTexts: { version: string; texts: AreaJson } | null = null;

function areaTextsOf(geodata: Geodata): AreaJson {
  if (areaTexts?.version !== geodata.version)
    areaTexts = { version: geodata.version, texts: new AreaJson(placerOf(geodata).regions) };
  return areaTexts.texts;
}

export const formatFeatures: TaskFunctions['formatFeatures'] = async ({ rows, geodata, ...options }) => {
  const copyText = Buffer.from(rows.buffer);
  const areas = geodata === null ? null : areaTextsOf(geodata);
  const wanted = areas === null ? { keys: [], end: copyText.length } : wantedAreas(copyText, options.from);
  const driveTimes = await readAreas(lookups, wanted.keys);
  const { json, ...formatted } = formatGeoJson(copyText.subarray(0, wanted.end), {
    ...options,
    areas,
    driveTimes,
  });
  return moved({ ...formatted, json: new TextEncoder().encode(json), rows });
};

export const formatArea: TaskFunctions['formatArea'] = ({ geodata, marker }) => {
  const geometry = areaTextsOf(geodata).textOf(marker);
  return geometry === null ? null : measureArea(geometry);
};
