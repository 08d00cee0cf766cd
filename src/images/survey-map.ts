import { Extent } from '../render/frame/extent.js';
import type { PictureOptions } from '../render/options.js';
import type { ImageMarkers } from '../store/image-markers.js';
import type { AreasOfMap } from './areas-of-map.js';
import { type GeoJsonBox, partsOf } from './main-parts.js';
import { readMarkers } from './read-markers.js';

/** Facts about a map that the drawing needs before its first marker. */
export interface Survey {
  /** Extent of the places to show; empty for presets that always show the same. */
  extent: Extent;
  /** Tells whether pins are left out: `regions` is about areas, where there are any. */
  showsAreasAlone: boolean;
  /** For each area with small parts far away: their boxes, which may lie outside of the map. */
  remoteParts: readonly (readonly GeoJsonBox[])[];
}

/**
 * Reads the markers once, where the preset depends on where they lie. Areas that are met are noted in
 * `areas`.
 */
export async function surveyMap(
  map: ImageMarkers,
  areas: AreasOfMap,
  palette: ReadonlyMap<string, number>,
  preset: PictureOptions['preset'],
): Promise<Survey> {
  const ofAll = new Extent();
  if (preset === 'us' || preset === 'world')
    return { extent: ofAll, showsAreasAlone: false, remoteParts: [] };
  const ofAreas = new Extent();
  const remoteParts: GeoJsonBox[][] = [];
  await readMarkers(map, areas, palette, null, {
    pin: (lng, lat) => ofAll.add(lng, lat),
    dot: (lng, lat) => ofAll.add(lng, lat),
    area: (geometry) => {
      const { main, remote } = partsOf(geometry);
      if (remote.length > 0) remoteParts.push(remote);
      for (const box of main) {
        ofAll.addBox(...box);
        ofAreas.addBox(...box);
      }
    },
  });
  const showsAreasAlone = preset === 'regions' && ofAreas.box() !== null;
  return {
    extent: showsAreasAlone ? ofAreas : ofAll,
    showsAreasAlone,
    remoteParts,
  };
}
