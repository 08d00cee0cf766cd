import { booleanPointInPolygon, multiPolygon } from '@turf/turf';
import type { IsochroneEngine } from '../../src/geo/isochrone/isochrone.js';
import type { Place, Valhalla } from './valhalla.js';

/** Share of the budget around the border within which differences do not count. */
const BAND = 0.1;

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
  const agreed = new Map(budgets.map((minutes) => [minutes, { same: 0, of: 0 }]));
  for (const { from, targets } of origins) {
    const seconds = await valhalla.secondsTo(from, targets);
    for (const [minutes, count] of agreed) {
      const area = multiPolygon(engine.isochrone(from[0], from[1], minutes)!.coordinates);
      seconds.forEach((time, i) => {
        const budget = 60 * minutes;
        if (time === null || Math.abs(time - budget) <= BAND * budget) return;
        count.of++;
        if (booleanPointInPolygon([...targets[i]!], area) === time < budget) count.same++;
      });
    }
  }
  return new Map([...agreed].map(([minutes, { same, of }]) => [minutes, same / of]));
}
