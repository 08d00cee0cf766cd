import { booleanPointInPolygon, multiPolygon } from '@turf/turf';
import type { IsochroneEngine } from '../../src/geo/isochrone/isochrone.js';
import type { Place, Valhalla } from './valhalla.js';

/** Of the time, where the two may differ: nobody drives to the second. */
const BAND = 0.1;

/**
 * How often the area says of a junction what a table of Valhalla's times says: inside or outside.
 * @param origins and for each of them junctions around it
 * @returns share of the junctions whose time is not within a tenth of the budget, by minutes
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
