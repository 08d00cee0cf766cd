import type { AreaGeometry } from '../geo/circle-polygon.js';
import { AreaCollector } from './areas/area-collector.js';
import { aboveAreas, baseMap } from './base-map/base-map.js';
import type { BaseMapFiles } from './base-map/base-map-files.js';
import { GroundColors } from './base-map/ground-colors.js';
import { nameOnAreas } from './base-map/names-on-areas.js';
import { placeNames } from './base-map/place-names.js';
import { CLASSES_STYLE, MAP_STYLE, SATELLITE_STYLE, withoutBorders } from './base-map/style.js';
import type { Fonts } from './fonts.js';
import type { Extent } from './frame/extent.js';
import { largestMap } from './frame/largest-map.js';
import type { Layout } from './frame/layout.js';
import {
  type LegendEntry,
  type LegendSymbol,
  notOnMap,
  partsNotOnMap,
  printed,
} from './furniture/content.js';
import { furniture } from './furniture/furniture.js';
import { legendRoom } from './furniture/legend-room.js';
import { LabelledAreas } from './labels/area-labels.js';
import { type MarkerName, markerLabels, stackLabels } from './labels/marker-labels.js';
import { Occupancy } from './labels/occupancy.js';
import { placeLabels } from './labels/place-labels.js';
import type { MapFrame, PageBox } from './map-frame.js';
import type { PictureOptions } from './options.js';
import { boxPath } from './path-data.js';
import { PinCollector } from './pins/pin-collector.js';
import { scaleBar } from './scale-bar.js';
import type { Paint, PathShape, PinSign, PinsShape, Scene, Shape, TextShape } from './scene.js';
import { streetNames } from './streets/street-names.js';
import { type StreetTile, streetShapes, type TilesOfFrame, tilesOfFrame } from './streets/streets.js';

export interface PictureParts {
  options: PictureOptions;
  /** The map's name. */
  title: string;
  /**
   * Lines that the layout makes room for: at least those of the scene's legend, with no smaller counts. null:
   * no legend.
   */
  legend: readonly LegendEntry[] | null;
  /** Extent of the places that the map is to show. */
  extent: Extent;
  fonts: Fonts;
  baseMapFiles: BaseMapFiles;
  /**
   * `#rrggbb`; markers and areas name their colours by its indexes. Of colours that as many markers at one
   * place have, the first is seen.
   */
  colors: readonly string[];
  /** Sign of each colour in the heads of pins. Left out: all have discs. */
  signs?: readonly PinSign[];
  /** Tells whether colours are classes of numbers. Left out: they are not. */
  hasClasses?: boolean;
}

/** Dot in place of an area that is unknown or left out. */
const AREA_DOT = { symbol: 'dot', sizePt: 2.6 } as const;
/** Names of markers that are kept, the first ones: some hundred have room. */
const MOST_LABELS = 50_000;
/** Where areas cover more of the map than this, many names of places would be noise upon their colours. */
const MOST_COVERED_FOR_NAMES = 0.3;
/** Presets that need a line for markers that are not on the map. */
const MAY_LEAVE_OUT: ReadonlySet<PictureOptions['preset']> = new Set(['us', 'regions']);
/** No colour of land. */
const NO_LAND = '#000000';
const NEATLINE = { color: '#8d979f', opacity: 1, widthPt: 0.5 } as const;

/**
 * One page: what a map has is added in any number and, but for areas upon each other and labels, in any
 * order; then it becomes a scene. Memory does not grow with the number of pins.
 */
export class Picture {
  readonly frame: MapFrame;
  readonly #parts: PictureParts;
  readonly #layout: Layout;
  readonly #pins: PinCollector;
  readonly #dots: PinCollector;
  readonly #areas: AreaCollector;
  readonly #labels: MarkerName[] = [];

  constructor(parts: PictureParts) {
    const { options, legend, fonts, extent } = parts;
    this.#parts = parts;
    const room = legend && legendRoom(legend, fonts);
    const page = largestMap(
      options,
      {
        hasTitle: options.title,
        legend: room && {
          entries: room.lines === 0 ? 0 : room.lines + (MAY_LEAVE_OUT.has(options.preset) ? 1 : 0),
          labelWidthPt: room.labelWidthPt,
          ...(room.headings === 1 &&
            legend[0]!.heading !== undefined && { belowHeading: { labelWidthPt: room.entryWidthPt } }),
        },
      },
      extent,
    );
    this.#layout = page.layout;
    this.frame = page.frame;
    this.#pins = new PinCollector(this.frame, parts.colors);
    this.#dots = new PinCollector(this.frame, parts.colors);
    this.#areas = new AreaCollector(this.frame, parts.colors);
  }

  /** Degrees; `color` is an index of the palette. */
  pin(lng: number, lat: number, color: number): void {
    this.#pins.add(lng, lat, color);
  }

  /** Tells whether a place is on the map. Degrees. */
  shows(lng: number, lat: number): boolean {
    return this.frame.projection([lng, lat]) !== null;
  }

  /** Tiles of streets that the map shows; null: none, as it shows more than a town. */
  get streetTiles(): TilesOfFrame | null {
    return tilesOfFrame(
      this.frame,
      this.#parts.options.map_type === 'satellite' ? SATELLITE_STYLE : MAP_STYLE,
    );
  }

  /** A marker that should have an area, and has none to be drawn. */
  dot(lng: number, lat: number, color: number): void {
    this.#dots.add(lng, lat, color);
  }

  /** @param layer of areas that do not overlap each other, as a type of regions; null: of none */
  area(geometry: AreaGeometry, color: number, layer: string | null): void {
    this.#areas.add(geometry, color, layer);
  }

  /** Keeps the first 50,000 names on the map. @param isRegion its marker is a region alone, without a pin */
  label(name: string, lng: number, lat: number, isRegion = false): void {
    if (this.#labels.length >= MOST_LABELS) return;
    const point = this.frame.projection([lng, lat]);
    if (point !== null) this.#labels.push({ name, xPt: point[0], yPt: point[1], isRegion });
  }

  /**
   * @param credits whose data the picture shows
   * @param ground imagery in place of land and water; none for a drawn map
   * @param streets of `streetTiles`
   * @param areasOmitted of which dots were added instead, as there are too many
   * @param legend entries of this scene's legend. Left out: those that the layout made room for
   * @param notShown markers that are not on the map
   * @param areasInPart areas with parts that are not on the map
   */
  async scene({
    credits,
    ground,
    streets = [],
    areasOmitted,
    legend = this.#parts.legend,
    notShown = 0,
    areasInPart = 0,
  }: {
    credits: readonly string[];
    ground: readonly Shape[];
    streets?: readonly StreetTile[];
    areasOmitted: number;
    legend?: readonly LegendEntry[] | null;
    notShown?: number;
    areasInPart?: number;
  }): Promise<Scene> {
    const { options, title, fonts, baseMapFiles } = this.#parts;
    const { frame } = this;
    const drawn = this.#parts.hasClasses && this.#areas.size > 0 ? CLASSES_STYLE : MAP_STYLE;
    const style = options.map_type === 'satellite' ? SATELLITE_STYLE : drawn;
    const widthPt: Fonts['widthPt'] = (text, sizePt, weight) => fonts.widthPt(text, sizePt, weight);

    const areas = this.#areas.shapes(style.areaOpacity);
    const asDots = areasOmitted + this.#areas.becameDots;
    const dots = this.#dots.shape(AREA_DOT);
    const pins = this.#signed(this.#pins.shape());
    const taken = new Occupancy(frame.map);
    for (const shape of [dots, pins]) if (shape) takeSymbols(taken, shape);
    if (frame.insetLines !== '') for (const inset of frame.parts.slice(1)) takeEdges(taken, inset);
    const base = baseMap(frame, baseMapFiles, streets.length === 0 ? style : withoutBorders(style));
    const colors = groundColors(frame, style.belowAreas, areas);
    const land = groundColors(frame, NO_LAND, frame.hasOneScale ? base.filter(isFilledWith(style.land)) : []);
    const bar = scaleBar(frame, widthPt, (box, around) => ({
      symbols: taken.coveredShare(box),
      areas: colors?.coveredShare(around) ?? 0,
      land: land?.coveredShare(box) ?? 0,
    }));
    if (bar.box) taken.take(bar.box);
    const symbol = pins ?? { symbol: 'dot' as const, sizePt: 0 };
    const isOnImagery = options.map_type === 'satellite';
    const stacks = pins?.symbol === 'pin' ? this.#pins.stacks() : [];
    const counts = placeLabels(stackLabels(stacks, symbol.sizePt, isOnImagery), taken, { widthPt });
    const regions = new LabelledAreas(this.#areas.areas);
    const labels = placeLabels(
      markerLabels(this.#labels, regions, symbol.symbol, symbol.sizePt, isOnImagery),
      taken,
      { widthPt },
    );
    const named = new Set(labels.map(({ candidate }) => candidate.text.trim().toLowerCase()));
    const isCovered = this.#areas.share > MOST_COVERED_FOR_NAMES;
    const readable =
      colors &&
      ((name: TextShape, isMajor: boolean) => nameOnAreas(name, colors, style.belowAreas, widthPt, isMajor));
    const names = placeNames(frame, baseMapFiles, style, taken, widthPt, named, readable, isCovered);

    const alongStreets = streetNames(frame, streets, style, taken, widthPt);

    const pinCount = pins?.colorOf.length ?? 0;
    const legendSymbol: LegendSymbol = this.#areas.size > pinCount ? 'area' : (pins?.symbol ?? 'pin');
    const hasLegend = legend !== null && legend.length > 0 && this.#layout.legend !== null;
    const attribution = [
      ...credits,
      ...(asDots === 0 ? [] : [`${printed(asDots)} areas shown as dots`]),
      ...(areasInPart === 0 ? [] : [partsNotOnMap(areasInPart)]),
      ...(notShown === 0 || hasLegend ? [] : [notOnMap(notShown)]),
    ].join(' · ');
    const entries =
      legend?.map((entry) =>
        entry.symbol === 'pin' && pins !== null ? { ...entry, ...symbolOf(pins, entry.color) } : entry,
      ) ?? null;
    const content = {
      title: options.title ? title : null,
      legend: entries,
      notShown,
      legendSymbol,
      areas: { opacity: style.areaOpacity, below: style.belowAreas },
      attribution,
    };
    const around = await furniture(content, this.#layout, fonts);
    const textsAround = around.filter(({ kind }) => kind !== 'path');
    // Paths stand together as far as the order of overlapping shapes allows: the writer of PNGs draws a
    // sequence of paths at once.
    const shapes: (Shape | null)[] = [
      ...ground,
      ...base,
      ...streetShapes(frame, streets, style),
      ...areas,
      ...aboveAreas(frame, baseMapFiles, style, this.#areas.layers),
      ...frameLines(frame),
      ...around.filter(({ kind }) => kind === 'path'),
      ...names.filter(({ kind }) => kind === 'path'),
      // Below the markers, as the bar must not hide any.
      ...(bar.isFree ? [] : bar.shapes),
      dots,
      pins,
      // Above the markers, which may cover a part of the largest cities' names.
      ...names.filter(({ kind }) => kind !== 'path'),
      ...alongStreets,
      ...[...counts, ...labels].flatMap(({ shapes }) => shapes),
      ...(bar.isFree ? bar.shapes : []),
      ...textsAround,
    ];
    const { widthPt: pageWidth, heightPt } = this.#layout;
    return {
      widthPt: pageWidth,
      heightPt,
      title,
      textsAround: textsAround.length,
      shapes: shapes.filter((shape) => shape !== null),
    };
  }

  /** Pins of several colours with their signs. The smallest pin shows them, a dot could not. */
  #signed(pins: PinsShape | null): PinsShape | null {
    const { signs } = this.#parts;
    if (signs === undefined || pins?.symbol !== 'pin') return pins;
    return new Set(pins.colorOf).size > 1 ? { ...pins, signs } : pins;
  }
}

/** Undefined without paths. */
function groundColors(frame: MapFrame, below: string, shapes: readonly Shape[]): GroundColors | undefined {
  const paths = shapes.filter((shape) => shape.kind === 'path');
  return paths.length === 0 ? undefined : new GroundColors(frame, below, paths);
}

const isFilledWith =
  (paint: Paint | null) =>
  (shape: Shape): boolean =>
    shape.kind === 'path' && shape.fill !== null && shape.fill.color === paint?.color;

/** Symbol of a colour in the legend. */
function symbolOf({ symbol, colors, signs }: PinsShape, color: string): Pick<LegendEntry, 'symbol' | 'sign'> {
  const sign = signs?.[colors.indexOf(color)];
  return { symbol, ...(sign && { sign }) };
}

/** Takes the room of symbols without their white edges: a label stands near its own symbol. */
function takeSymbols(taken: Occupancy, { symbol, sizePt, places }: PinsShape): void {
  const [up, side, down] = symbol === 'pin' ? [1, 0.34, 0] : [0.45, 0.45, 0.45];
  for (let i = 0; i < places.length; i += 2)
    taken.takeForSymbol({
      xPt: places[i]! - side * sizePt,
      yPt: places[i + 1]! - up * sizePt,
      widthPt: 2 * side * sizePt,
      heightPt: (up + down) * sizePt,
    });
}

/** Texts do not cross the lines around an inset. */
function takeEdges(taken: Occupancy, { xPt, yPt, widthPt, heightPt }: PageBox): void {
  for (const at of [xPt, xPt + widthPt]) taken.take({ xPt: at - 0.5, yPt, widthPt: 1, heightPt });
  for (const at of [yPt, yPt + heightPt]) taken.take({ xPt, yPt: at - 0.5, widthPt, heightPt: 1 });
}

/** Around the map where it fills its box, and around insets. */
function frameLines({ map, sphere, insetLines }: MapFrame): PathShape[] {
  return [sphere === '' ? boxPath(map) : sphere, insetLines].flatMap((d) =>
    d === '' ? [] : [{ kind: 'path' as const, d, fill: null, stroke: NEATLINE }],
  );
}
