// Room load: benches, the demo and the load generator; none of it is shipped.
import { benchCitus } from './citus.js';
import { benchExport } from './export.js';
import { benchHeaders } from './headers.js';
import { benchHttp } from './http.js';
import { benchImages } from './images.js';
import { benchImport } from './import.js';
import { benchIsochrones } from './isochrones.js';
import { benchNearby } from './nearby.js';
import { benchPlaces } from './places.js';
import { benchProcesses } from './processes.js';
import { benchProxy } from './proxy.js';
import { benchRejects } from './rejects.js';
import { benchRollingRestart } from './rolling-restart.js';
import { benchStages } from './stages.js';
import { benchSync } from './sync.js';
import { benchTenants } from './tenants.js';
import { benchTiles } from './tiles.js';
import { benchWorkbooks } from './workbooks.js';

const BENCHES: Record<string, () => Promise<void>> = {
  import: benchImport,
  sync: benchSync,
  workbooks: benchWorkbooks,
  rejects: benchRejects,
  export: benchExport,
  stages: benchStages,
  http: benchHttp,
  nearby: benchNearby,
  places: benchPlaces,
  headers: benchHeaders,
  tenants: benchTenants,
  processes: benchProcesses,
  proxy: benchProxy,
  rolling: benchRollingRestart,
  images: benchImages,
  tiles: benchTiles,
  citus: benchCitus,
  isochrones: () => benchIsochrones(file),
};

/** Argument of `isochrones` alone: an .osm.pbf. */
const file = process.argv.slice(2).find((argument) => argument.endsWith('.pbf'));
const chosen = process.argv.slice(2).filter((argument) => argument !== file);
const unknown = chosen.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  process.stderr.write(`no bench ${unknown.join()}; there are: ${Object.keys(BENCHES).join(', ')}\n`);
  process.exit(1);
}
for (const [name, run] of Object.entries(BENCHES)) {
  if (chosen.length === 0 || chosen.includes(name)) await run();
}
process.exit(0);
