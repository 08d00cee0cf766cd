import type { Script } from './ask.js';
import type { Here } from './here.js';

/** An operation of clients. @returns null where it cannot begin now */
export type Scenario = (here: Here) => Script | null;

/** A scenario with its weight. */
export type Share = readonly [weight: number, scenario: Scenario];

/** Refusals in a row from which no scenario can begin. */
const MOST_TRIES = 1_000;

/** Scenarios of a profile without end, drawn by weight. */
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
