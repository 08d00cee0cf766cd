import { LEGEND_GUTTER_PT, LEGEND_ROW_PT, type LegendBox } from '../legend-box.js';
import type { PageBox } from '../map-frame.js';
import type { PictureOptions } from '../options.js';

/** Parts of the page that need room beside the map. */
export interface Room {
  hasTitle: boolean;
  /**
   * null: no legend. `entries` are lines, those of headings included; `labelWidthPt` is the advance of the
   * longest one at LEGEND_TEXT_PT, count included.
   */
  legend: {
    entries: number;
    labelWidthPt: number;
    /** The first line is a heading of all others, of which this is the longest. Left out: it is none. */
    belowHeading?: { labelWidthPt: number };
  } | null;
}

/** Boxes of a page that do not touch each other; null is not drawn. */
export interface Layout {
  widthPt: number;
  heightPt: number;
  title: PageBox | null;
  legend: LegendBox | null;
  /** One line of attributions. */
  footer: PageBox;
  map: PageBox;
}

/** ISO 216 and ANSI, portrait. */
const PAGE_PT = { letter: [612, 792], a4: [595.28, 841.89] } as const;

/** Half an inch, a margin that office printers need. */
const MARGIN_PT = 36;
const GAP_PT = 10;
const TITLE_PT = 30;
const FOOTER_PT = 10;

/** Swatch before a label, gap before its count, and loss by rounding. */
const LEGEND_SWATCH_PT = 22.5;
const LEGEND_COLUMN_PT = { least: 96, most: 216 };
/** With more columns the map would be narrower than tall. */
const MOST_COLUMNS_BESIDE = 2;
/** Largest width of a column where two stand beside the map: the map stays most of the page. */
const COLUMN_OF_TWO_PT = 132;
/**
 * Below a map a legend takes this part of the page at most: more where that shows all of it, or costs the map
 * nothing.
 */
const LEGEND_SHARE = { whole: 0.4, part: 0.22 } as const;

/** `deep`: below the map, with the most rows. */
export type LegendPlace = 'beside' | 'below' | 'deep';

/** Places that a legend may have. */
export const legendPlaces = ({ orientation }: Pick<PictureOptions, 'orientation'>): LegendPlace[] =>
  orientation === 'landscape' ? ['beside', 'below', 'deep'] : ['below', 'deep'];

/** The map gets the room that title, legend and footer leave. */
export function layoutOf(
  options: Pick<PictureOptions, 'paper_size' | 'orientation'>,
  room: Room,
  place: LegendPlace = legendPlaces(options)[0]!,
): Layout {
  const [shorter, longer] = PAGE_PT[options.paper_size];
  const isWide = options.orientation === 'landscape';
  const [widthPt, heightPt] = isWide ? [longer, shorter] : [shorter, longer];
  const inner: PageBox = {
    xPt: MARGIN_PT,
    yPt: MARGIN_PT,
    widthPt: widthPt - 2 * MARGIN_PT,
    heightPt: heightPt - 2 * MARGIN_PT,
  };
  const [title, belowTitle] = room.hasTitle ? fromTop(inner, TITLE_PT) : [null, inner];
  const [footer, body] = fromBottom(belowTitle, FOOTER_PT);
  const [legend, map] =
    room.legend === null || room.legend.entries === 0
      ? [null, body]
      : place === 'beside'
        ? legendBeside(body, room.legend)
        : legendBelow(body, room.legend, place === 'deep');
  return { widthPt, heightPt, title, legend, footer, map };
}

/** The layout with its true map, which may leave some of its box empty: a legend below follows directly. */
export function withMap(layout: Layout, map: PageBox): Layout {
  const { legend } = layout;
  if (legend === null || legend.yPt < layout.map.yPt + layout.map.heightPt) return { ...layout, map };
  return {
    ...layout,
    map,
    legend: { ...legend, yPt: Math.min(legend.yPt, map.yPt + map.heightPt + GAP_PT) },
  };
}

type Legend = NonNullable<Room['legend']>;

const columnWidth = (labelWidthPt: number): number =>
  Math.min(Math.max(labelWidthPt + LEGEND_SWATCH_PT, LEGEND_COLUMN_PT.least), LEGEND_COLUMN_PT.most);

function legendBeside(body: PageBox, legend: Legend): [LegendBox, PageBox] {
  const rowsPerColumn = Math.floor(body.heightPt / LEGEND_ROW_PT);
  const columns = legend.entries > rowsPerColumn ? MOST_COLUMNS_BESIDE : 1;
  const columnPt = Math.min(
    columnWidth(legend.labelWidthPt),
    columns === 1 ? LEGEND_COLUMN_PT.most : COLUMN_OF_TWO_PT,
  );
  const widthPt = columns * columnPt + (columns - 1) * LEGEND_GUTTER_PT;
  const map = { ...body, widthPt: body.widthPt - widthPt - GAP_PT };
  const box = { ...body, xPt: body.xPt + body.widthPt - widthPt, widthPt };
  return [{ ...box, isHeaded: false, columns, rowsPerColumn, rowHeightPt: LEGEND_ROW_PT }, map];
}

function legendBelow(body: PageBox, legend: Legend, isDeep: boolean): [LegendBox, PageBox] {
  const isHeaded = legend.belowHeading !== undefined;
  const columnPt = columnWidth((legend.belowHeading ?? legend).labelWidthPt);
  const columns = Math.max(1, Math.floor((body.widthPt + LEGEND_GUTTER_PT) / (columnPt + LEGEND_GUTTER_PT)));
  const headingRows = isHeaded ? 1 : 0;
  const rowsIn = (share: number): number => Math.floor((body.heightPt * share) / LEGEND_ROW_PT) - headingRows;
  const rows = Math.max(1, Math.ceil((legend.entries - headingRows) / columns));
  const isWhole = rows <= rowsIn(LEGEND_SHARE.whole);
  const rowsPerColumn = Math.min(rows, rowsIn(LEGEND_SHARE[isWhole || isDeep ? 'whole' : 'part']));
  const [box, map] = fromBottom(body, (rowsPerColumn + headingRows) * LEGEND_ROW_PT);
  return [{ ...box, isHeaded, columns, rowsPerColumn, rowHeightPt: LEGEND_ROW_PT }, map];
}

const fromTop = (box: PageBox, heightPt: number): [PageBox, PageBox] => [
  { ...box, heightPt },
  { ...box, yPt: box.yPt + heightPt + GAP_PT, heightPt: box.heightPt - heightPt - GAP_PT },
];

const fromBottom = (box: PageBox, heightPt: number): [PageBox, PageBox] => [
  { ...box, yPt: box.yPt + box.heightPt - heightPt, heightPt },
  { ...box, heightPt: box.heightPt - heightPt - GAP_PT },
];
