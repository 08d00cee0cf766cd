import type { AreaGeometry } from '../geo/circle-polygon.js';
import { Extent } from '../render/frame/extent.js';
import type { PictureOptions } from '../render/options.js';
import type { ImageMarkers } from '../store/image-markers.js';
import type { AreasOfMap } from './areas-of-map.js';
import { readMarkers } from './read-markers.js';

/** Facts about a map that the drawing needs before its first marker. */
export interface Survey {
  /** Extent of the places to show; empty for presets that always show the same. */
  extent: Extent;
  /** Whether pins are left out: `regions` is about areas, where there are any. */
  showsAreasAlone: boolean;
}

/** Reads the markers once, where the preset depends on where they lie. Areas that are met are noted in `areas`. */
export async function surveyMap(
  map: ImageMarkers,
  areas: AreasOfMap,
  palette: ReadonlyMap<string, number>,
  preset: PictureOptions['preset'],
): Promise<Survey> {
  const ofAll = new Extent();
  if (preset === 'us' || preset === 'world') return { extent: ofAll, showsAreasAlone: false };
  const ofAreas = new Extent();
  await readMarkers(map, areas, palette, null, {
    pin: (lng, lat) => ofAll.add(lng, lat),
    dot: (lng, lat) => ofAll.add(lng, lat),
    area: (geometry) => {
      for (const box of boxesOf(geometry)) {
        ofAll.addBox(...box);
        ofAreas.addBox(...box);
      }
    },
  });
  const showsAreasAlone = preset === 'regions' && ofAreas.box() !== null;
  return {
    extent: showsAreasAlone ? ofAreas : ofAll,
    showsAreasAlone,
  };
}

type GeoJsonBox = [west: number, south: number, east: number, north: number];

/** Box of each polygon. Polygons are cut at the antimeridian, so no box crosses it. */
function boxesOf({ type, coordinates }: AreaGeometry): GeoJsonBox[] {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return polygons.map(([outer]) => {
    const box: GeoJsonBox = [180, 90, -180, -90];
    for (const [lng, lat] of outer!) {
      box[0] = Math.min(box[0], lng!);
      box[1] = Math.min(box[1], lat!);
      box[2] = Math.max(box[2], lng!);
      box[3] = Math.max(box[3], lat!);
    }
    return box;
  });
}
