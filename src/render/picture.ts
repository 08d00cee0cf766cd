import type { AreaGeometry } from '../geo/circle-polygon.js';
import { AreaCollector } from './areas/area-collector.js';
import { baseMap } from './base-map/base-map.js';
import type { BaseMapFiles } from './base-map/base-map-files.js';
import { placeNames } from './base-map/place-names.js';
import { MAP_STYLE, SATELLITE_STYLE } from './base-map/style.js';
import type { Fonts } from './fonts.js';
import type { Extent } from './frame/extent.js';
import { frameOf } from './frame/frame-of.js';
import { type Layout, layoutOf } from './frame/layout.js';
import type { LegendEntry } from './furniture/content.js';
import { furniture } from './furniture/furniture.js';
import { legendRoom } from './furniture/legend-room.js';
import { markerLabels } from './labels/marker-labels.js';
import { Occupancy } from './labels/occupancy.js';
import { placeLabels } from './labels/place-labels.js';
import type { MapFrame } from './map-frame.js';
import type { PictureOptions } from './options.js';
import { boxPath } from './path-data.js';
import { PinCollector } from './pins/pin-collector.js';
import { scaleBar } from './scale-bar.js';
import type { PathShape, PinsShape, Scene, Shape } from './scene.js';

export interface PictureParts {
  options: PictureOptions;
  /** The map's name. */
  title: string;
  /** In legend order; null: none is wanted. */
  legend: readonly LegendEntry[] | null;
  /** Of what the map is to show. */
  extent: Extent;
  fonts: Fonts;
  baseMapFiles: BaseMapFiles;
  /** Palette, `#rrggbb`; markers and areas name their colours by its indexes. */
  colors: readonly string[];
}

/** Of markers whose area is not known. */
const AREA_DOT = { symbol: 'dot', sizePt: 2.6 } as const;
/** Of names of markers, in the order in which they come: some hundred have room. */
const MOST_LABELS = 50_000;
/** Where areas cover more of the map than this, names of places would be noise upon their colours. */
const MOST_COVERED_FOR_NAMES = 0.3;
const NEATLINE = { color: '#8d979f', opacity: 1, widthPt: 0.5 } as const;

/**
 * One page: what a map has is added in any number and, but for areas upon each other and labels, in any order; then it becomes a scene. Memory
 * does not grow with the number of pins.
 */
export class Picture {
  readonly frame: MapFrame;
  readonly #parts: PictureParts;
  readonly #layout: Layout;
  readonly #pins: PinCollector;
  readonly #dots: PinCollector;
  readonly #areas: AreaCollector;
  readonly #labels: { name: string; xPt: number; yPt: number }[] = [];

  constructor(parts: PictureParts) {
    const { options, legend, fonts, extent } = parts;
    this.#parts = parts;
    this.#layout = layoutOf(options, {
      hasTitle: options.title,
      legend: legend && { entries: legend.length, labelWidthPt: legendRoom(legend, fonts).labelWidthPt },
    });
    this.frame = frameOf(options.preset, this.#layout, extent);
    this.#pins = new PinCollector(this.frame, parts.colors);
    this.#dots = new PinCollector(this.frame, parts.colors);
    this.#areas = new AreaCollector(this.frame, parts.colors);
  }

  /** Degrees; `color` is an index of the palette. */
  pin(lng: number, lat: number, color: number): void {
    this.#pins.add(lng, lat, color);
  }

  /** A marker that should have an area, and has none to be drawn. */
  dot(lng: number, lat: number, color: number): void {
    this.#dots.add(lng, lat, color);
  }

  /** @param layer of areas that do not overlap each other, as a type of regions; null: of none */
  area(geometry: AreaGeometry, color: number, layer: string | null): void {
    this.#areas.add(geometry, color, layer);
  }

  /** Beyond the first 50,000 on the map they are forgotten. */
  label(name: string, lng: number, lat: number): void {
    if (this.#labels.length >= MOST_LABELS) return;
    const point = this.frame.projection([lng, lat]);
    if (point !== null) this.#labels.push({ name, xPt: point[0], yPt: point[1] });
  }

  /**
   * @param credits whose data the picture shows
   * @param ground imagery in place of land and water; none for a drawn map
   * @param areasOmitted of which dots were added instead, as there are too many
   */
  async scene({
    credits,
    ground,
    areasOmitted,
  }: {
    credits: readonly string[];
    ground: readonly Shape[];
    areasOmitted: number;
  }): Promise<Scene> {
    const { options, title, legend, fonts, baseMapFiles } = this.#parts;
    const { frame } = this;
    const style = options.map_type === 'satellite' ? SATELLITE_STYLE : MAP_STYLE;
    const widthPt: Fonts['widthPt'] = (text, sizePt, weight) => fonts.widthPt(text, sizePt, weight);

    const areas = this.#areas.shapes();
    const asDots = areasOmitted + this.#areas.becameDots;
    const dots = this.#dots.shape(AREA_DOT);
    const pins = this.#pins.shape();
    const bar = scaleBar(frame, widthPt);
    const taken = new Occupancy(frame.map);
    if (bar.box) taken.take(bar.box);
    for (const shape of [dots, pins]) if (shape) takeSymbols(taken, shape);
    const symbol = pins ?? { symbol: 'dot' as const, sizePt: 0 };
    const labels = placeLabels(markerLabels(this.#labels, symbol.symbol, symbol.sizePt), taken, { widthPt });
    const names =
      this.#areas.share > MOST_COVERED_FOR_NAMES
        ? []
        : placeNames(frame, baseMapFiles, style, taken, widthPt);

    const pinCount = pins?.colorOf.length ?? 0;
    const legendSymbol = this.#areas.size > pinCount ? 'area' : (pins?.symbol ?? 'pin');
    const attribution = [
      ...credits,
      ...(asDots === 0 ? [] : [`${asDots.toLocaleString('en')} areas shown as dots`]),
    ].join(' · ');
    const content = { title: options.title ? title : null, legend, legendSymbol, attribution } as const;
    const around = await furniture(content, this.#layout, fonts);
    // What is drawn by paths stands together, as far as nothing lies upon it that should not: the writer of PNGs likes it so.
    const shapes: (Shape | null)[] = [
      ...ground,
      ...baseMap(frame, baseMapFiles, style),
      ...areas,
      ...frameLines(frame),
      ...around.filter(({ kind }) => kind === 'path'),
      ...names,
      dots,
      pins,
      ...labels.map(({ shape }) => shape),
      ...bar.shapes,
      ...around.filter(({ kind }) => kind !== 'path'),
    ];
    const { widthPt: pageWidth, heightPt } = this.#layout;
    return {
      widthPt: pageWidth,
      heightPt,
      title,
      shapes: shapes.filter((shape) => shape !== null),
    };
  }
}

/** Without their edges: a label stands near its own symbol. */
function takeSymbols(taken: Occupancy, { symbol, sizePt, places }: PinsShape): void {
  const [up, side, down] = symbol === 'pin' ? [1, 0.34, 0] : [0.45, 0.45, 0.45];
  for (let i = 0; i < places.length; i += 2)
    taken.take({
      xPt: places[i]! - side * sizePt,
      yPt: places[i + 1]! - up * sizePt,
      widthPt: 2 * side * sizePt,
      heightPt: (up + down) * sizePt,
    });
}

/** Around the map where it fills its box, and around insets. */
function frameLines({ map, sphere, insetLines }: MapFrame): PathShape[] {
  return [sphere === '' ? boxPath(map) : sphere, insetLines].flatMap((d) =>
    d === '' ? [] : [{ kind: 'path' as const, d, fill: null, stroke: NEATLINE }],
  );
}
