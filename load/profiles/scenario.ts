import type { Script } from './ask.js';
import type { Here } from './here.js';

/** Something that clients do. @returns null where it cannot begin now */
export type Scenario = (here: Here) => Script | null;

/** Out of the weights of all. */
export type Share = readonly [weight: number, scenario: Scenario];

/** In a row that none of the scenarios can begin: there is none that can. */
const MOST_TRIES = 1_000;

/** The scenarios of a profile one after the other without an end, drawn by weight. */
export function* endless(here: Here, shares: readonly Share[]): Script {
  const total = shares.reduce((sum, [weight]) => sum + weight, 0);
  const draw = (): Scenario => {
    let left = here.random() * total;
    return (shares.find(([weight]) => {
      left -= weight;
      return left < 0;
    }) ?? shares.at(-1)!)[1];
  };
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const script = draw()(here);
    if (script === null) continue;
    tries = 0;
    yield* script;
  }
  throw new Error('no scenario of the profile can begin');
}
