import { booleanPointInPolygon, multiPolygon } from '@turf/turf';
import type { IsochroneEngine } from '../../src/geo/isochrone/isochrone.js';
import { snapToRoad } from '../../src/geo/isochrone/snap.js';
import type { Place, Valhalla } from './valhalla.js';

const NEAR_METERS = 250;
/** Places around Valhalla's area, per origin and budget. */
const PLACES = 1200;
/** Margin around the area's box, as a share of its sides. */
const AROUND = 0.12;

/** F1 of the inside, for our areas and Valhalla's polygons. */
export interface NearRoads {
  ours: number;
  theirs: number;
}

type Coordinates = number[][][][];

/** F1 of areas at random places near streets, by a table of Valhalla's own times. */
export async function f1NearRoads(
  valhalla: Valhalla,
  engine: IsochroneEngine,
  origins: readonly Place[],
  budgets: readonly number[],
  random: () => number,
): Promise<NearRoads> {
  const ours = new Tally();
  const theirs = new Tally();
  for (const origin of origins) {
    for (const minutes of budgets) {
      const areas = [
        engine.isochrone(origin[0], origin[1], minutes)!.coordinates,
        await valhalla.isochrone(origin, minutes),
      ];
      const places = placesAround(areas[1]!, random).filter(
        ([lon, lat]) => snapToRoad(engine.graph, lon, lat, NEAR_METERS) !== null,
      );
      const seconds = await valhalla.secondsTo(origin, places);
      const [our, their] = areas.map((area) => multiPolygon(area));
      seconds.forEach((time, i) => {
        if (time === null) return;
        const place = [...places[i]!];
        ours.add(time <= 60 * minutes, booleanPointInPolygon(place, our!));
        theirs.add(time <= 60 * minutes, booleanPointInPolygon(place, their!));
      });
    }
  }
  return { ours: ours.f1, theirs: theirs.f1 };
}

class Tally {
  #both = 0;
  #one = 0;

  add(isReached: boolean, isInside: boolean): void {
    if (isReached && isInside) this.#both++;
    else if (isReached !== isInside) this.#one++;
  }

  get f1(): number {
    return (2 * this.#both) / (2 * this.#both + this.#one);
  }
}

function placesAround(area: Coordinates, random: () => number): Place[] {
  const points = area.flat(2);
  const [lons, lats] = [0, 1].map((axis) => points.map((point) => point[axis]!));
  const [west, east] = widened(Math.min(...lons!), Math.max(...lons!));
  const [south, north] = widened(Math.min(...lats!), Math.max(...lats!));
  return Array.from({ length: PLACES }, () => [
    west + random() * (east - west),
    south + random() * (north - south),
  ]);
}

const widened = (low: number, high: number): [number, number] => [
  low - AROUND * (high - low),
  high + AROUND * (high - low),
];
