import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Page } from 'playwright-core';
import type { Marker } from '../../src/schema/marker.js';
import type { Client } from './app.js';
import { document } from './documented.js';

/**
 * Answers for the vector tiles of maps in a page, while the service has none: all markers, each at its point.
 */
export async function standInTiles(page: Page, call: Client): Promise<void> {
  if (document.paths['/maps/{map_id}/tiles.json']) return;
  const markersOf = async (url: string): Promise<Marker[]> => {
    const mapId = /\/maps\/(\d+)\//.exec(url)![1];
    return (await call<{ data: Marker[] }>('GET', `/maps/${mapId}/markers/search`)).body.data;
  };
  await page.route('**/tiles.json*', async (route) => {
    const markers = await markersOf(route.request().url());
    const [lats, lngs] = [markers.map(({ lat }) => lat), markers.map(({ lng }) => lng)];
    const bounds = [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
    await route.fulfill({ json: { tilejson: '3.0.0', maxzoom: 16, ...(markers.length > 0 && { bounds }) } });
  });
  await page.route('**/*.mvt*', async (route) => {
    const url = route.request().url();
    const features = (await markersOf(url)).map(({ id, name, category, lat, lng }) => ({
      type: 'Feature' as const,
      id,
      geometry: { type: 'Point' as const, coordinates: [lng, lat] },
      properties: { id, name, category, color: category === 'Open' ? '#2c9636' : '#c2255c', pin: true },
    }));
    const [, z, x, y] = /\/(\d+)\/(\d+)\/(\d+)\.mvt/.exec(url)!.map(Number);
    const index = new GeoJSONVT({ type: 'FeatureCollection', features }, { maxZoom: 16 });
    const tile = index.getTile(z!, x!, y!);
    if (!tile) return route.fulfill({ status: 204 });
    await route.fulfill({ body: Buffer.from(fromGeojsonVt({ markers: tile })) });
  });
}
