import { below, type Here, pick, type Script, type Share } from './script.js';

const somewhere = (here: Here): string =>
  `lat=${(here.random() * 140 - 60).toFixed(6)}&lng=${(here.random() * 360 - 180).toFixed(6)}`;

const foundSome = ({ body }: { body: string }): string | null =>
  body.includes('"results":[{') ? null : `nothing was found: ${body}`;

/** Searches all maps for 1 to 25 pins. */
export function* nearest(here: Here): Script {
  yield {
    kind: 'nearby',
    path: `/nearby?${somewhere(here)}&n=${1 + below(here, 25)}`,
    defect: foundSome,
  };
}

/** Searches around a random place, which may be far from any pin. */
function* nearestWithin(here: Here): Script {
  const radius = pick(here, [5, 50, 500]);
  yield { kind: 'nearby within a radius', path: `/nearby?${somewhere(here)}&radius=${radius}&units=km` };
}

function* nearestOnMap(here: Here): Script {
  const map = pick(here, here.seeded.maps).id;
  yield { kind: 'nearby on one map', path: `/nearby?${somewhere(here)}&maps=${map}`, defect: foundSome };
}

export const NEARBY: readonly Share[] = [
  [7, nearest],
  [2, nearestWithin],
  [1, nearestOnMap],
];
