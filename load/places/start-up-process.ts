import { Geocoder } from '../../src/geo/gazetteer/geocoder.js';
import { RegionFinder } from '../../src/geo/regions/region-finder.js';
import { loadGeodata } from '../../src/world/geodata/load.js';

/** JSON that a process of its own prints: the memory is the increase. */
export interface StartUp {
  readonly loadMs: number;
  /** State of the kernels, with a first look-up of each. */
  readonly kernelsMs: number;
  readonly sharedMb: number;
  readonly rssMb: number;
}

const MB = 1024 * 1024;
const rssBefore = process.memoryUsage.rss();
const begin = performance.now();
const geodata = await loadGeodata();
const loaded = performance.now();
const geocoder = new Geocoder(geodata.gazetteer);
const regions = new RegionFinder(geodata.layers);
geocoder.locate({ street: '', city: 'Columbus', county: '', state: 'OH', country: 'US', zip: '43004' }, null);
regions.find('us_county', { lat: 40, lng: -82.9, zip: '', country: 'US' });
const kernelsMs = performance.now() - loaded;
const layers = Object.values(geodata.layers).reduce((sum, { byteLength }) => sum + byteLength, 0);
const startUp: StartUp = {
  loadMs: loaded - begin,
  kernelsMs,
  sharedMb: (geodata.gazetteer.byteLength + layers) / MB,
  rssMb: (process.memoryUsage.rss() - rssBefore) / MB,
};
process.stdout.write(JSON.stringify(startUp));
