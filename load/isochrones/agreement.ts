import { booleanPointInPolygon, multiPolygon } from '@turf/turf';
import type { IsochroneEngine } from '../../src/geo/isochrone/isochrone.js';
import { snapToRoad } from '../../src/geo/isochrone/snap.js';
import type { Place, Valhalla } from './valhalla.js';

/** Share of the budget around the border within which differences of junctions do not count. */
const BAND = 0.1;
const NEAR_METERS = 250;
/** Places around Valhalla's area, per origin and budget. */
const PLACES = 1200;
/** Margin around the area's box, as a share of its sides. */
const AROUND = 0.12;

type Coordinates = number[][][][];

/** Places that an area holds as Valhalla's times say, and the others. */
class Tally {
  #inside = 0;
  #outside = 0;
  #wrong = 0;

  add(isReached: boolean, isInside: boolean): void {
    if (isReached !== isInside) this.#wrong++;
    else if (isInside) this.#inside++;
    else this.#outside++;
  }

  get share(): number {
    const right = this.#inside + this.#outside;
    return right / (right + this.#wrong);
  }

  /** F1 of the inside. */
  get f1(): number {
    return (2 * this.#inside) / (2 * this.#inside + this.#wrong);
  }
}

/**
 * Agreement of areas with a table of Valhalla's times about which junctions are inside.
 * @param origins origins, each with junctions around it
 * @returns by minutes, the agreeing share of junctions whose time differs from the budget by more than a
 * tenth
 */
export async function agreementWith(
  valhalla: Valhalla,
  engine: IsochroneEngine,
  origins: readonly { from: Place; targets: readonly Place[] }[],
  budgets: readonly number[],
): Promise<Map<number, number>> {
  const agreed = new Map(budgets.map((minutes) => [minutes, new Tally()]));
  for (const { from, targets } of origins) {
    const seconds = await valhalla.secondsTo(from, targets);
    for (const [minutes, tally] of agreed) {
      const area = multiPolygon(engine.isochrone(from[0], from[1], minutes)!.coordinates);
      seconds.forEach((time, i) => {
        const budget = 60 * minutes;
        if (time === null || Math.abs(time - budget) <= BAND * budget) return;
        tally.add(time < budget, booleanPointInPolygon([...targets[i]!], area));
      });
    }
  }
  return new Map([...agreed].map(([minutes, { share }]) => [minutes, share]));
}

/** F1 of our areas and of Valhalla's polygons at places near streets, by a table of Valhalla's times. */
export async function f1NearRoads(
  valhalla: Valhalla,
  engine: IsochroneEngine,
  origins: readonly Place[],
  budgets: readonly number[],
  random: () => number,
): Promise<{ ours: number; theirs: number }> {
  const [ours, theirs] = [new Tally(), new Tally()];
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
