import type { Fonts } from '../fonts.js';
import { LEGEND_GUTTER_PT, LEGEND_TEXT_PT, type LegendBox } from '../legend-box.js';
import type { PageBox } from '../map-frame.js';
import { boxPath } from '../path-data.js';
import type { PathShape, Shape } from '../scene.js';
import { hasDarkSign, layersOf, OVERLAPPING_OPACITY, paintOf, shadeOf } from '../symbols.js';
import {
  type FurnitureContent,
  INK,
  LEGEND_GAP_PT,
  LEGEND_SYMBOL_PT,
  type LegendEntry,
  type LegendSymbol,
  notOnMap,
  printed,
  QUIET_INK,
} from './content.js';
import { shortened } from './fit-text.js';
import { at, type LayoutNode } from './lay-out.js';
import { legendLines, restLine } from './legend-lines.js';
import { scaledPath } from './scaled-path.js';
import { textLine } from './text-line.js';

const PIN_PT = 12;
const DOT_PT = 7;
const SWATCH = { widthPt: 10, heightPt: 7 };

/** Swatch as an area of the map: upon the ground that it has there. */
function swatch({ xPt, yPt, heightPt }: PageBox, color: string, opacity: number, below: string): PathShape[] {
  const d = boxPath({ ...SWATCH, xPt, yPt: yPt + (heightPt - SWATCH.heightPt) / 2 });
  const stroke = { color: shadeOf(color), opacity: 1, widthPt: 0.5 };
  return [
    { kind: 'path', d, fill: { color: below, opacity: 1 }, stroke: null },
    { kind: 'path', d, fill: { color, opacity }, stroke },
  ];
}

/** The marker as the map has it, but without its white edge. */
function symbolShapes(
  symbol: LegendSymbol,
  box: PageBox,
  { color, sign }: LegendEntry,
  { opacity, below }: FurnitureContent['areas'],
): Shape[] {
  if (symbol === 'area') return swatch(box, color, opacity, below);
  if (symbol === 'circle') return swatch(box, color, OVERLAPPING_OPACITY, below);
  const sizePt = symbol === 'pin' ? PIN_PT : DOT_PT;
  const x = box.xPt + SWATCH.widthPt / 2;
  const y = box.yPt + box.heightPt / 2 + (symbol === 'pin' ? sizePt / 2 : 0);
  return layersOf(symbol, sign, hasDarkSign(color))
    .slice(1)
    .map(({ d, paint, strokePt }) => ({
      kind: 'path',
      d: scaledPath(d, sizePt / 100, x, y),
      fill: strokePt === 0 ? { color: paintOf(paint, color), opacity: 1 } : null,
      stroke:
        strokePt === 0
          ? null
          : { color: paintOf(paint, color), opacity: 1, widthPt: (strokePt * sizePt) / 100 },
    }));
}

/** Size of the legend's letters, reduced where the text is wider than its box. */
const sizeWithin = (text: string, { widthPt }: PageBox, fonts: Fonts): number =>
  Math.min(LEGEND_TEXT_PT, (LEGEND_TEXT_PT * widthPt) / fonts.widthPt(text, LEGEND_TEXT_PT, 400));

/** Symbol, name, and the count at the right. */
function entryNode(
  entry: LegendEntry,
  symbol: LegendSymbol,
  areas: FurnitureContent['areas'],
  rowPt: number,
  fonts: Fonts,
): LayoutNode {
  const sizePt = LEGEND_TEXT_PT;
  const measure = (text: string): number => fonts.widthPt(text, sizePt, 400);
  const count = printed(entry.count);
  return {
    style: { width: '100%', height: rowPt },
    children: [
      {
        style: { width: LEGEND_SYMBOL_PT, height: rowPt, flexShrink: 0 },
        draw: (box) => symbolShapes(entry.symbol ?? symbol, box, entry, areas),
      },
      {
        style: { flexGrow: 1, flexBasis: '0', height: rowPt, marginRight: LEGEND_GAP_PT },
        draw: (box) => [textLine(shortened(entry.name, box.widthPt, measure), box, { sizePt, color: INK })],
      },
      {
        style: { width: measure(count), height: rowPt, flexShrink: 0 },
        draw: (box) => [textLine(count, box, { sizePt, color: QUIET_INK, anchor: 'end' })],
      },
    ],
  };
}

/** A bold line with the name of the field whose values stand below it. */
const headingNode = (heading: string, rowPt: number, fonts: Fonts): LayoutNode => ({
  style: { width: '100%', height: rowPt },
  draw: (box) => {
    const measure = (text: string): number => fonts.widthPt(text, LEGEND_TEXT_PT, 700);
    const text = shortened(heading, box.widthPt, measure);
    return [textLine(text, box, { sizePt: LEGEND_TEXT_PT, weight: 700, color: INK })];
  },
});

/**
 * Entries in their order with their headings, as many as there is room for; then a line that sums up the
 * others, and one for markers that are not on the map.
 */
export function legendNodes(
  { legend, legendSymbol, areas, notShown }: FurnitureContent,
  box: LegendBox | null,
  fonts: Fonts,
): LayoutNode[] {
  if (legend === null || legend.length === 0 || box === null) return [];
  const heading = box.isHeaded ? legend[0]!.heading : undefined;
  const entries = heading === undefined ? legend : legend.map(({ heading: _, ...entry }) => entry);
  const { shown, rest } = legendLines(entries, box, notShown > 0 ? 1 : 0);
  const quiet = (text: string): LayoutNode => ({
    style: { width: '100%', height: box.rowHeightPt },
    children: [
      {
        style: { flexGrow: 1, flexBasis: '0', height: box.rowHeightPt, marginLeft: LEGEND_SYMBOL_PT },
        draw: (place) => [
          textLine(text, place, { sizePt: sizeWithin(text, place, fonts), color: QUIET_INK }),
        ],
      },
    ],
  });
  const rows = [
    ...shown.map((line) =>
      typeof line === 'string'
        ? headingNode(line, box.rowHeightPt, fonts)
        : entryNode(line, legendSymbol, areas, box.rowHeightPt, fonts),
    ),
    ...(rest === null ? [] : [quiet(restLine(rest))]),
    ...(notShown === 0 ? [] : [quiet(notOnMap(notShown))]),
  ];
  const columns = Array.from({ length: Math.ceil(rows.length / box.rowsPerColumn) }, (_, column) => ({
    style: { flexDirection: 'column', flexGrow: 1, flexBasis: '0' },
    children: rows.slice(column * box.rowsPerColumn, (column + 1) * box.rowsPerColumn),
  }));
  // Columns that stay empty keep their room, so that lines are as wide as with more entries.
  while (columns.length < box.columns) columns.push({ ...columns[0]!, children: [] });
  const columnsNode = { style: { gap: LEGEND_GUTTER_PT, alignItems: 'flex-start' }, children: columns };
  if (heading === undefined) return [at(box, columnsNode.style, columns)];
  const headed = [headingNode(heading, box.rowHeightPt, fonts), columnsNode];
  return [at(box, { flexDirection: 'column' }, headed)];
}
