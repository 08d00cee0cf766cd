import { setTimeout as delay } from 'node:timers/promises';
import { packColumn } from '../../src/geo/demographics/column.js';
import { storeBoundaryLayer } from '../../src/store/boundaries.js';
import { loadColumns } from '../../src/store/demographics.js';
import { noteKeyUses } from '../../src/store/keys.js';
import { storeRoads } from '../../src/store/roads.js';
import { finished } from './app.js';
import type { Serving, serve } from './installations.js';
import { tilesOf } from './street-tiles.js';
import { testLayer } from './test-layer.js';
import { townNetwork } from './town-network.js';

type Installation = Awaited<ReturnType<typeof serve>>;

/** Data that operators load: streets around 0, 0, an area of a ZIP, and a value of it. */
export async function loadReferenceData({ app, call }: Installation, databaseUrl: string): Promise<void> {
  const town = townNetwork('town', 11, [0, 0], 400);
  await storeRoads(databaseUrl, town.stored, town.packed, undefined, await tilesOf(town.file));
  const { layer, packed } = testLayer('us_zip', ['94103'], [-122, 37]);
  await storeBoundaryLayer(databaseUrl, layer, packed);
  const income = {
    ...{ id: null, key: 'income', label: 'Income', type: 'number' },
    ...{ rows: 1, packed: packColumn([['94103', '7']]) },
  };
  await loadColumns(app.sql, 'us_zip', [income], { credit: null, licence: null });
  const isLoaded = async (): Promise<boolean> =>
    app.roads.current.graphs.length > 0 &&
    JSON.stringify((await call('GET', '/attributions')).body).includes(layer.credit);
  while (!(await isLoaded())) await delay(5);
}

/** Columns that are read as they were read before. */
export const REMEMBERED = 'Shop,Latitude of it,Longitude of it\nMill,1,2\n';
/** Where a geocoding service answers with `housesByNumber`. */
export const GEOCODED = 'name,street,city,country\nHouse,17 Main St,Qwertyville,US\n';
/** Classed by ranges that the map keeps. */
export const CLASSED = 'name,zip,Sales\nA,94103,5\nB,94103,50\nC,94103,500\n';
const CLASSES = { choropleth: { field: 'Sales', breaks: [20, 200] }, demographics: { fields: ['income'] } };
export const KEPT_CLASSES = { ...CLASSES, choropleth: { field: 'Sales', breaks: 'keep' } };

export const classedQuery = ({ choropleth, demographics }: typeof CLASSES | typeof KEPT_CLASSES): string =>
  `${new URLSearchParams({
    marker_type: 'us_zip',
    choropleth: JSON.stringify(choropleth),
    demographics: JSON.stringify(demographics),
  })}`;

/** A map of what is made with it, and what only rare events leave. @returns its id */
export async function fillWithReferenceData(serving: Installation): Promise<number> {
  const { call, app } = serving;
  const { body: map } = await call('POST', '/maps', { name: 'Made with reference data' });
  const importCsv = importerOf(serving, map.id);
  await importCsv('name,lat,lng\nDrive,0,0\n', 'marker_type=drive_time&default_drive_time=5');
  await importCsv(CLASSED, classedQuery(CLASSES));
  await importCsv(GEOCODED);
  await importCsv(REMEMBERED, 'remember=true');
  await importCsv('name,lat,lng,expire\nOver,1,2,2001-01-01\nNever,3,4,9999-12-31\n');
  await importCsv('name,lat,lng,Note\nNever,3,4,changed\n', 'on_duplicate=overwrite');
  await noteKeyUses(app.sql, await usesOf(app));
  return map.id;
}

const usesOf = async ({ sql }: Installation['app']): Promise<[number, number][]> =>
  (await sql<{ id: number }[]>`SELECT id FROM api_keys`).map(({ id }) => [id, Date.now()]);

export const importerOf =
  ({ call }: Serving, mapId: number) =>
  async (csv: string, query = '') => {
    const { body } = await call('POST', `/maps/${mapId}/markers/bulk?${query}`, csv, {
      'content-type': 'text/csv',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    });
    return finished(call, body);
  };
