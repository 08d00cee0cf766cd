import type { GeoStreamWrapper } from 'd3-geo';

/** A rectangle on the page, in points. */
export interface PageBox {
  xPt: number;
  yPt: number;
  widthPt: number;
  heightPt: number;
}

/** A d3 projection that is fitted to its box and cuts at its edges; the composite Albers USA is one, too. */
export interface FittedProjection extends GeoStreamWrapper {
  /** Longitude and latitude in degrees to a point on the page; null: not on this map. */
  (lonLat: [number, number]): [number, number] | null;
  /**
   * Same as the projection itself, and beyond the map's edges. Left out: the projection answers there, too.
   */
  anywhere?(lonLat: [number, number]): [number, number] | null;
  /** null: no place of the earth is there. */
  invert(point: [number, number]): [number, number] | null;
}

/** The map's box on the page, and its projection. */
export interface MapFrame {
  /** The page's size. */
  widthPt: number;
  heightPt: number;
  /** The map is drawn here, and cut here. */
  map: PageBox;
  projection: FittedProjection;
  /** Scale along both axes at the middle of the map; the base map's content depends on it. */
  metersPerPt: number;
  /** Tells whether a scale bar is true all over the map, near enough: not for a world, not with insets. */
  hasOneScale: boolean;
  /** Boxes to which drawings are cut: the map's, or those of its main part and its insets. */
  parts: readonly PageBox[];
  /** Path data of lines around insets; '' without. */
  insetLines: string;
  /** Path data of the earth's edge, where the map shows it; '' where the earth fills the map. */
  sphere: string;
}
