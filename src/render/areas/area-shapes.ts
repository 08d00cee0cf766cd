import type { Shape } from '../scene.js';
import { OVERLAPPING_OPACITY, shadeOf } from '../symbols.js';

/** An area on the page. */
export interface PageArea {
  /** Path data of its rings. */
  d: string;
  /** Path data of the border where it differs from `d`; null: it is the same. */
  outline: string | null;
  areaPt2: number;
  /** Left, top, right, bottom. */
  box: readonly [number, number, number, number];
  /** The middle of its box. */
  xPt: number;
  yPt: number;
  /** Index in the palette. */
  color: number;
  /** Areas of one layer and colour are one shape; null: of none. */
  layer: string | null;
}

const STROKE_OPACITY = 0.85;
/** Width of the outline of a small area, as a share of its side, so that its colour is seen. */
const STROKE_SHARE = 0.02;
const STROKE_PT = { least: 0.12, most: 0.6 };
const STROKE_STEPS = 10;

/**
 * One shape for areas of a layer that look alike, filled once where they overlap; by size, the large below
 * the small.
 */
export function areaShapes(
  largestFirst: readonly PageArea[],
  colors: readonly string[],
  opacity: number,
): Shape[] {
  const groups = new Map<string, PageArea[]>();
  largestFirst.forEach((area, i) => {
    const key = area.layer === null ? `${i}` : `${area.layer} ${area.color}`;
    const group = groups.get(key);
    if (group) group.push(area);
    else groups.set(key, [area]);
  });
  const layers = meanAreas(largestFirst);
  const sizeOf = ([{ layer, areaPt2 }]: [PageArea, ...PageArea[]]): number =>
    layer === null ? areaPt2 : layers.get(layer)!;
  const ordered = [...groups.values()] as [PageArea, ...PageArea[]][];
  return ordered
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .flatMap((group) => shapesOf(group, sizeOf(group), colors, opacity));
}

function meanAreas(areas: readonly PageArea[]): Map<string, number> {
  const sums = new Map<string, [sum: number, count: number]>();
  for (const { layer, areaPt2 } of areas) {
    if (layer === null) continue;
    const [sum, count] = sums.get(layer) ?? [0, 0];
    sums.set(layer, [sum + areaPt2, count + 1]);
  }
  return new Map([...sums].map(([layer, [sum, count]]) => [layer, sum / count]));
}

function shapesOf(
  group: readonly PageArea[],
  areaPt2: number,
  colors: readonly string[],
  opacity: number,
): Shape[] {
  const color = colors[group[0]!.color]!;
  const fill = { color, opacity: group[0]!.layer === null ? OVERLAPPING_OPACITY : opacity };
  const stroke = { color: shadeOf(color), opacity: STROKE_OPACITY, widthPt: strokeWidth(areaPt2) };
  const whole = group.filter(({ outline }) => outline === null);
  const cut = group.filter(({ outline }) => outline !== null);
  const shapes: Shape[] = [
    { kind: 'path', d: whole.map(({ d }) => d).join(''), fillsUnion: true, fill, stroke },
    { kind: 'path', d: cut.map(({ d }) => d).join(''), fillsUnion: true, fill, stroke: null },
    { kind: 'path', d: cut.map(({ outline }) => outline).join(''), fill: null, stroke },
  ];
  return shapes.filter((shape) => shape.kind === 'path' && shape.d !== '');
}

function strokeWidth(areaPt2: number): number {
  const width = Math.min(Math.max(STROKE_SHARE * Math.sqrt(areaPt2), STROKE_PT.least), STROKE_PT.most);
  return Math.ceil(width * STROKE_STEPS) / STROKE_STEPS;
}
