import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { geoCentroid } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { writeCitiesCsv } from '../cities-csv.js';
import { loadRequire } from '../packages.js';
import { csvLine } from '../seeded-csv.js';

const require = createRequire(import.meta.url);
const vegaData = (name: string): Promise<string> =>
  readFile(join(dirname(loadRequire.resolve('vega-datasets')), '..', 'data', name), 'utf8');

/** A map to be drawn: its spreadsheet, of real data that packages of npm bring, and how it is imported. */
export interface RealMap {
  name: string;
  write(file: string): Promise<unknown>;
  query?: Record<string, string>;
}

const lines = (file: string, header: string, rows: readonly (readonly unknown[])[]): Promise<void> =>
  writeFile(file, `${header}\n${rows.map((row) => csvLine(row.map(String))).join('')}`);

/** Name -> map. */
export const REAL_MAPS = {
  /** GeoNames: 171,075 places. */
  places: { name: 'Places of the world', write: writeCitiesCsv },
  /** A week of USGS' earthquakes, on both sides of the antimeridian, by magnitude. */
  earthquakes: {
    name: 'Earthquakes, 31 January to 7 February 2018',
    write: async (file) => {
      const { features } = JSON.parse(await vegaData('earthquakes.json')) as {
        features: {
          properties: { mag: number; place: string };
          geometry: { coordinates: [number, number] };
        }[];
      };
      const rows = features.map(({ properties: { mag, place }, geometry }, index) => [
        `${place} #${index}`,
        geometry.coordinates[1],
        geometry.coordinates[0],
        mag >= 5 ? '5 and above' : mag >= 4 ? '4 to 5' : mag >= 2.5 ? '2.5 to 4' : 'below 2.5',
      ]);
      await lines(file, 'name,lat,lng,category', rows);
    },
  },
  /** U.S. Bureau of Labor Statistics: unemployment of counties, 2009. */
  counties: {
    name: 'Unemployment by county, 2009',
    query: {
      marker_type: 'us_county',
      choropleth: JSON.stringify({
        field: 'Unemployed, in % of the labour force',
        classes: 6,
        ramp: 'yellow-red',
      }),
    },
    write: async (file) => {
      const topology = JSON.parse(
        await readFile(require.resolve('us-atlas/counties-10m.json'), 'utf8'),
      ) as Topology<{ counties: GeometryCollection<{ name: string }> }>;
      const counties = new Map(
        feature(topology, topology.objects.counties).features.map((county) => [Number(county.id), county]),
      );
      const rows = (await vegaData('unemployment.tsv'))
        .trim()
        .split('\n')
        .slice(1)
        .flatMap((line) => {
          const [id, rate] = line.split('\t').map(Number) as [number, number];
          const county = counties.get(id);
          if (county === undefined) return [];
          const [lon, lat] = geoCentroid(county);
          return [[county.properties.name, lat.toFixed(5), lon.toFixed(5), (rate * 100).toFixed(1)]];
        });
      await lines(file, 'Name,Latitude,Longitude,"Unemployed, in % of the labour force"', rows);
    },
  },
  /** Gapminder: life expectancy by country. */
  countries: {
    name: 'Life expectancy by country',
    query: {
      marker_type: 'country',
      choropleth: JSON.stringify({ field: 'Life expectancy in years', classes: 7, ramp: 'yellow-blue' }),
    },
    write: async (file) => {
      const [header, ...rows] = (await vegaData('gapminder-health-income.csv')).trim().split('\n');
      const named = rows.map((row) => `${row.split(',', 1)[0]},${row}`);
      const columns = header!.replace('health', 'Life expectancy in years');
      await writeFile(file, [`name,${columns}`, ...named].join('\n'));
    },
  },
} satisfies Record<string, RealMap>;
