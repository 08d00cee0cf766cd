import type { ImageMarkers } from '../store/image-markers.js';
import type { AreasOfMap, AreaVisitor } from './areas-of-map.js';
import { readBlocks } from './marker-blocks.js';

/** Receives the pins, areas, dots and labels of a map's markers. Colours are indexes of the palette. */
export interface MarkerVisitor extends AreaVisitor {
  /** Degrees. */
  pin(lng: number, lat: number, color: number): void;
  /**
   * Receives each marker, besides its pin or area.
   * @param area as MARKER_ROW.area; null: none. It may be a pin, too
   */
  marker?(category: string | null, lng: number, lat: number, color: number, area: string | null): void;
  /** @param area as MARKER_ROW.area; null: none */
  label?(text: string, lng: number, lat: number, area: string | null): void;
}

export interface MarkersRead {
  markers: number;
  /** Markers that are dots as there are too many areas. */
  areasOmitted: number;
}

/**
 * Reads all markers of a map, by ascending id; their areas are visited behind them. Markers of pinned types
 * are both a pin and an area, as their name says; those of the other types are an area, or a dot where it is
 * not known.
 * @param labelEvery n: about one marker in n has its name read; null: none has
 */
export async function readMarkers(
  map: ImageMarkers,
  areas: AreasOfMap,
  palette: ReadonlyMap<string, number>,
  labelEvery: number | null,
  visitor: MarkerVisitor,
): Promise<MarkersRead> {
  let markers = 0;
  let areasOmitted = 0;
  for await (const block of readBlocks(map.readRows(labelEvery, visitor.marker !== undefined), palette)) {
    markers += block.count;
    for (let i = 0; i < block.count; i++) {
      const lng = block.lngs[i]!;
      const lat = block.lats[i]!;
      const color = block.colors[i]!;
      const area = block.areas[i]!;
      const label = block.labels[i]!;
      if (label !== null) visitor.label?.(label, lng, lat, area);
      visitor.marker?.(block.categories[i]!, lng, lat, color, area);
      if (area === null) {
        visitor.pin(lng, lat, color);
        continue;
      }
      let taken = areas.take(area, lng, lat, color);
      if (taken === 'unread') {
        await areas.read(area);
        taken = areas.take(area, lng, lat, color);
      }
      if (taken === 'full') areasOmitted++;
      if (area.startsWith('pinned_')) visitor.pin(lng, lat, color);
      else if (taken !== 'taken') visitor.dot(lng, lat, color);
    }
  }
  await areas.visit(map, visitor);
  return { markers, areasOmitted };
}
