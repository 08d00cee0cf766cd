import { Geocoder } from '../src/geo/gazetteer/geocoder.js';
import { RegionFinder } from '../src/geo/regions/region-finder.js';
import { loadGeodata } from '../src/world/geodata/load.js';
import { installLoadPackages } from './packages.js';
import type { Locate } from './places/accuracy.js';
import { reportAccuracy } from './places/accuracy-table.js';
import { benchCountyLookups } from './places/county-lookups.js';
import { benchGeocodingRates } from './places/geocoding-rates.js';
import { benchPlacedImports } from './places/imports.js';
import { reportOverlap } from './places/overlap.js';
import { reportOwnLists } from './places/own-lists.js';
import { benchStartUp } from './places/start-up.js';
import { reportTownsWithCodes } from './places/towns-with-codes.js';
import { startPostGis } from './postgis.js';

/**
 * Accuracy of the gazetteer on lists of the build and of other packages, its speed, counties beside PostGIS,
 * approximate areas beside true ones, and imports of rows without coordinates.
 */
export async function benchPlaces(): Promise<void> {
  const geodata = await loadGeodata();
  const { gazetteer, layers } = geodata;
  const geocoder = new Geocoder(gazetteer);
  const regions = new RegionFinder(layers);
  const locate: Locate = (address, defaultCountry) => geocoder.locate(address, defaultCountry);
  reportAccuracy(locate);
  reportTownsWithCodes(locate);
  await installLoadPackages();
  reportOwnLists(locate);
  await reportOverlap(layers);
  await benchStartUp();
  benchGeocodingRates(locate);
  const postGis = await startPostGis();
  try {
    await benchCountyLookups(regions, postGis);
  } finally {
    await postGis?.stop();
  }
  await benchPlacedImports(locate);
}
