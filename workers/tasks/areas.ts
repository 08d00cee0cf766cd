import { moved } from '../../src/base/threads/moved.js';
import type { TaskFunctions } from '../../src/base/threads/thread-pool.js';
import type { DrivePlace } from '../../src/geo/drive-time/drive-place.js';
import { estimatedArea } from '../../src/geo/drive-time/estimate.js';
import { packArea } from '../../src/geo/drive-time/pack-area.js';
import { SearchTookTooLong } from '../../src/geo/isochrone/bounded-search.js';
import { isochroneOf } from '../../src/geo/isochrone/networks.js';
import { classify as classifyNumbers } from '../../src/import/choropleth/classify.js';
import { aggregateAreas as aggregatePages } from '../../src/import/run/aggregate-areas.js';
import { measureAreas as measurePage } from '../../src/import/run/measure-areas.js';
import type { AreaAnswer } from '../../src/world/drive-times/area-source.js';
import type { DrawTask } from '../../src/world/drive-times/drawn-on-threads.js';
import { lookups } from './connections.js';

export const measureAreas: TaskFunctions['measureAreas'] = (page) => measurePage(lookups, page);

export const aggregateAreas: TaskFunctions['aggregateAreas'] = ({ pages, aggregate }) =>
  aggregatePages(pages, aggregate);

export const classify: TaskFunctions['classify'] = ({ numbers, config }) => classifyNumbers(numbers, config);

/** A task over 60 s fails its import, so areas that take long are given up before. */
const MOST_DRAWING_MS = 40_000;
const MOST_AREA_MS = 20_000;

/** Draws a drive-time area for each place. */
export const isochrones: TaskFunctions['isochrones'] = ({ networks, places }) => {
  const end = performance.now() + MOST_DRAWING_MS;
  return moved(
    places.map((place) => drawArea(networks, place, Math.min(end, performance.now() + MOST_AREA_MS))),
  );
};

function drawArea(networks: DrawTask['networks'], place: DrivePlace, deadline: number): AreaAnswer {
  if (networks === null) return { packed: packArea(estimatedArea(place)), truncated: false, snapMeters: 0 };
  const { lon, lat, minutes } = place;
  try {
    const area = isochroneOf(networks, lon, lat, minutes, deadline);
    if (area === null) return { none: true };
    const { coordinates, truncated, snapMeters } = area;
    return { packed: packArea(coordinates), truncated, snapMeters: Math.round(snapMeters) };
  } catch (error) {
    if (error instanceof SearchTookTooLong) return { tooSlow: true };
    throw error;
  }
}

/**
 * The polygon library behind it is loaded on first use: only imports with drive times of a routing service
 * need it.
 */
export const cleanServiceArea: TaskFunctions['cleanServiceArea'] = async (args) => {
  const { cleanArea } = await import('../../src/services/isochrones/area/clean-area.js');
  return cleanArea(...args);
};
