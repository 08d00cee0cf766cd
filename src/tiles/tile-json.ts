import { escapeHtml } from '../background/mail/escape-html.js';
import { isRegion, type RegionType } from '../geo/regions/region-type.js';
import { creditsOf } from '../images/credits.js';
import { MAX_LATITUDE } from '../render/imagery/web-mercator.js';
import type { Attribution } from '../schema/attributions.js';
import { isDriveTime } from '../schema/marker-terms.js';
import type { TileJson } from '../schema/tile.js';
import type { MapSource } from './map-source.js';
import { MAX_ZOOM } from './tile-place.js';

const SINGLE = {
  id: 'Number: id of the marker',
  name: 'String: its first 200 characters',
  type: 'String: type of the marker',
  category: 'String: its first 200 characters; absent without one',
  color: 'String: #rrggbb, as pictures and their legend have it',
};
const LAYERS: TileJson['vector_layers'] = [
  {
    id: 'markers',
    description:
      'Every marker at its point; where a tile has over 1,000, those of a cell of its grid together: with count',
    fields: {
      ...SINGLE,
      pin: 'Boolean: false for an area without a pin',
      count: 'Number: markers of a cell; absent for a single marker',
      pins: 'Number: those of a cell that have a pin',
      colors: 'String: JSON object of the markers of a cell by color, the most first',
    },
  },
  {
    id: 'areas',
    description:
      'Areas of markers, each once, with the members of its first marker and the color of the most',
    fields: { ...SINGLE, count: 'Number: markers that share the area; absent for one' },
  },
];

const WORLD = [-180, -MAX_LATITUDE, 180, MAX_LATITUDE];

/** @param address of a tile, with {z}, {x} and {y} */
export function tileJsonOf(
  name: string,
  address: string,
  source: MapSource,
  credits: readonly string[],
): TileJson {
  return {
    tilejson: '3.0.0',
    name,
    tiles: [address],
    minzoom: 0,
    maxzoom: MAX_ZOOM,
    bounds: [...(source.bounds ?? WORLD)],
    attribution: credits.map(escapeHtml).join(' | '),
    vector_layers: LAYERS,
    marker_count: source.pins.ids.length,
  };
}

/** Credits of the areas on a map, as pictures name them. @param loaded layers that the operator loaded */
export function creditsOfAreas(
  areaTypes: readonly string[],
  loaded: readonly Pick<Attribution, 'name' | 'credit'>[],
): string[] {
  const datasets = new Map<RegionType, string>();
  const driveTimeSources = new Set<string>();
  for (const areaType of areaTypes) {
    const [dataset = '', type = ''] = areaType.split('/');
    if (isRegion(type)) datasets.set(type, dataset);
    else if (isDriveTime(areaType)) driveTimeSources.add('roads');
  }
  const sourceOf = (type: RegionType) => ({
    dataset: datasets.get(type) ?? '',
    credit: loaded.find(({ name }) => name.endsWith(`/${type}`))?.credit ?? null,
  });
  return creditsOf({ regionTypes: new Set(datasets.keys()), driveTimeSources }, { sourceOf });
}
