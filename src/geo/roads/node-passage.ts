import { deniesCars } from './car-way.js';

/** Tags of a node that decide whether cars pass it. */
export const PASSAGE_TAGS = [
  'barrier',
  'bollard',
  'locked',
  'access',
  'vehicle',
  'motor_vehicle',
  'motorcar',
] as const;
export type PassageTag = (typeof PASSAGE_TAGS)[number];
export type PassageTags = Readonly<Partial<Record<PassageTag, string>>>;

/** Cars pass freely. */
export const OPEN = 0;
/** Cars pass after a stop. */
export const GATE = 1;
export const CLOSED = 2;
export type Passage = typeof OPEN | typeof GATE | typeof CLOSED;

/** Barriers that open for cars (https://wiki.openstreetmap.org/wiki/Key:barrier). */
const GATES = new Set(['gate', 'lift_gate', 'swing_gate', 'sliding_gate', 'sliding_beam', 'yes']);
/** Barriers closed to cars. Others are passed slowly or freely: kerbs, toll booths, cattle grids, borders. */
const CLOSED_TO_CARS = new Set([
  'bollard',
  'block',
  'jersey_barrier',
  'log',
  'debris',
  'planter',
  'chain',
  'rope',
  'cycle_barrier',
  'motorcycle_barrier',
  'horse_stile',
  'stile',
  'kissing_gate',
  'wicket_gate',
  'turnstile',
  'full-height_turnstile',
  'bus_trap',
  'sump_buster',
  'wall',
  'fence',
  'hedge',
]);

/** Reads how cars pass a node. A tagged access outweighs the kind of barrier. */
export function readPassage(tags: PassageTags): Passage {
  const { barrier, bollard } = tags;
  const denied = deniesCars(tags);
  if (denied === true) return CLOSED;
  if (barrier === undefined) return OPEN;
  if (GATES.has(barrier) || (barrier === 'bollard' && bollard === 'rising'))
    return tags.locked === 'yes' && denied === null ? CLOSED : GATE;
  return denied === null && CLOSED_TO_CARS.has(barrier) ? CLOSED : OPEN;
}
