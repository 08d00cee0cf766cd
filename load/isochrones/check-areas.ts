import { booleanPointInPolygon, booleanValid, multiPolygon } from '@turf/turf';
import pg from 'pg';
import { startPostGis } from '../postgis.js';

export interface Area {
  coordinates: number[][][][];
  lon: number;
  lat: number;
}

export interface CheckedAreas {
  /** Program that checked. */
  by: string;
  /** Shares from 0 to 1. */
  valid: number;
  holdOrigin: number;
}

/** Whether areas are valid and contain their place, by an independent program: PostGIS where it is installed, else turf. */
export async function checkAreas(areas: readonly Area[]): Promise<CheckedAreas> {
  const postgis = await startPostGis();
  return postgis === null ? byTurf(areas) : byPostGis(postgis.url, areas).finally(() => postgis.stop());
}

async function byPostGis(url: string, areas: readonly Area[]): Promise<CheckedAreas> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let valid = 0;
    let held = 0;
    for (const { coordinates, lon, lat } of areas) {
      const { rows } = await client.query(
        `SELECT ST_IsValid(area) AS valid, ST_Covers(area, ST_MakePoint($2, $3)) AS held
         FROM (SELECT ST_SetSRID(ST_GeomFromGeoJSON($1), 0) AS area) a`,
        [JSON.stringify({ type: 'MultiPolygon', coordinates }), lon, lat],
      );
      if (rows[0].valid) valid++;
      if (rows[0].held) held++;
    }
    return { by: 'PostGIS', valid: valid / areas.length, holdOrigin: held / areas.length };
  } finally {
    await client.end();
  }
}

function byTurf(areas: readonly Area[]): CheckedAreas {
  const features = areas.map(({ coordinates }) => multiPolygon(coordinates));
  const valid = features.filter((feature) => booleanValid(feature)).length;
  const held = features.filter((feature, i) =>
    booleanPointInPolygon([areas[i]!.lon, areas[i]!.lat], feature),
  ).length;
  return { by: 'turf', valid: valid / areas.length, holdOrigin: held / areas.length };
}
