import { Geocoder } from '../src/geo/gazetteer/geocoder.js';
import { RegionFinder } from '../src/geo/regions/region-finder.js';
import { loadGeodata } from '../src/world/geodata/load.js';
import { installLoadPackages } from './packages.js';
import { type Locate, reportAccuracy } from './places/accuracy.js';
import { benchCountyLookups } from './places/counties.js';
import { benchGeocodingRates, benchPlacedImports } from './places/imports.js';
import { reportOverlap } from './places/iou.js';
import { benchStartUp } from './places/start-up.js';
import { reportTowns } from './places/towns.js';
import { startPostGis } from './postgis.js';

/**
 * Accuracy of the gazetteer on lists of the build and of other packages, its speed, counties beside PostGIS,
 * approximate areas beside true ones, and imports of rows without coordinates.
 */
export async function benchPlaces(): Promise<void> {
  const { gazetteer, layers } = await loadGeodata();
  const geocoder = new Geocoder(gazetteer);
  const locate: Locate = (address, defaultCountry) => geocoder.locate(address, defaultCountry);
  await installLoadPackages();
  reportAccuracy(locate);
  reportTowns(locate);
  reportOverlap(layers);
  await benchStartUp();
  await benchGeocodingRates(locate);
  const postGis = await startPostGis();
  try {
    await benchCountyLookups(new RegionFinder(layers), postGis);
  } finally {
    await postGis?.stop();
  }
  await benchPlacedImports(locate);
}
