import { createRequire } from 'node:module';
import pg from 'pg';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { PostGis } from '../postgis.js';
import type { Points } from './points.js';

/** Counties in PostGIS, with a GiST index. */
export class PostGisCounties {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async load({ url }: PostGis): Promise<PostGisCounties> {
    const topology = createRequire(import.meta.url)('us-atlas/counties-10m.json') as Topology;
    const { features } = feature(topology, topology.objects.counties as GeometryCollection);
    const client = new pg.Client(url);
    await client.connect();
    await client.query('CREATE TABLE counties (code text, area geometry)');
    await client.query(
      `INSERT INTO counties
       SELECT code, ST_SetSRID(ST_GeomFromGeoJSON(area), 4326) FROM unnest($1::text[], $2::text[]) AS given (code, area)`,
      [features.map(({ id }) => String(id)), features.map(({ geometry }) => JSON.stringify(geometry))],
    );
    await client.query('CREATE INDEX ON counties USING gist (area); ANALYZE counties');
    return new PostGisCounties(client);
  }

  /**
   * Points are in the database before the clock starts and are joined by a prepared statement, without
   * network.
   * @returns look-ups a second
   */
  async lookUp({ lats, lngs }: Points): Promise<number> {
    await this.#client.query('DROP TABLE IF EXISTS points');
    await this.#client.query(
      `CREATE TEMP TABLE points AS
       SELECT ST_SetSRID(ST_MakePoint(lng, lat), 4326) AS at FROM unnest($1::float8[], $2::float8[]) AS given (lat, lng)`,
      [Array.from(lats), Array.from(lngs)],
    );
    await this.#client.query('ANALYZE points');
    await this.#client.query('DEALLOCATE ALL');
    await this.#client.query(
      'PREPARE find AS SELECT count(code)::int AS found FROM points LEFT JOIN counties ON ST_Intersects(area, at)',
    );
    await this.#client.query('EXECUTE find'); // warm, as ours is
    const begin = performance.now();
    await this.#client.query('EXECUTE find');
    return lats.length / ((performance.now() - begin) / 1000);
  }

  stop(): Promise<void> {
    return this.#client.end();
  }
}
