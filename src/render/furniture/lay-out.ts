import satori from 'satori';
import type { Box } from '../map-frame.js';
import type { Shape } from '../scene.js';

/** A box of CSS's flexible layout, lengths in points. What is drawn in it is known when its place is. */
export interface LayoutNode {
  style: Readonly<Record<string, number | string>>;
  children?: readonly LayoutNode[];
  draw?: (box: Box) => Shape[];
}

/** satori rounds to whole units: hundredths of a point. */
const UNITS_PER_PT = 100;

const inUnits = (style: LayoutNode['style']): Record<string, number | string> =>
  Object.fromEntries(
    Object.entries(style).map(([name, value]) => [
      name,
      typeof value === 'number' && !name.startsWith('flex') ? value * UNITS_PER_PT : value,
    ]),
  );

/** Page in satori's units, as large as any paper here; the boxes at the top of the tree have positions of their own. */
const PAGE = { width: 1_000 * UNITS_PER_PT, height: 1_000 * UNITS_PER_PT };

/** Colour that identifies the box of a rectangle in satori's answer. */
const colorOf = (index: number): string => `#${(index + 1).toString(16).padStart(6, '0')}`;
const RECTANGLE =
  /<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)" fill="#([\da-f]{6})"/g;

/**
 * Shapes of all boxes, texts last, as a raster draws each kind in one go (the boxes do not overlap). Only boxes go through satori. Texts are
 * measured and cut before, because it takes 0.85 s for 10,000 letters without a blank, does not end for 50,000, and has no lines from right to
 * left.
 */
export async function layOut(nodes: readonly LayoutNode[]): Promise<Shape[]> {
  const drawn: NonNullable<LayoutNode['draw']>[] = [];
  const element = ({ style, children = [], draw }: LayoutNode): object => ({
    type: 'div',
    props: {
      style: {
        display: 'flex',
        ...inUnits(style),
        ...(draw && { backgroundColor: colorOf(drawn.push(draw) - 1) }),
      },
      children: children.map(element),
    },
  });
  const tree = element({ style: { width: '100%', height: '100%' }, children: nodes });
  const svg = await satori(tree as Parameters<typeof satori>[0], {
    ...PAGE,
    fonts: [],
    embedFont: false,
  });
  const shapes = [...svg.matchAll(RECTANGLE)].flatMap(([, x, y, w, h, color]) => {
    const draw = drawn[Number.parseInt(color!, 16) - 1];
    const [xPt, yPt, widthPt, heightPt] = [x, y, w, h].map((units) => Number(units) / UNITS_PER_PT);
    return draw?.({ xPt: xPt!, yPt: yPt!, widthPt: widthPt!, heightPt: heightPt! }) ?? [];
  });
  return [...shapes.filter(({ kind }) => kind !== 'text'), ...shapes.filter(({ kind }) => kind === 'text')];
}

/** A node at a box of the page: the top of a tree. */
export const at = (
  { xPt, yPt, widthPt, heightPt }: Box,
  style: LayoutNode['style'],
  children: LayoutNode[],
): LayoutNode => ({
  style: { position: 'absolute', left: xPt, top: yPt, width: widthPt, height: heightPt, ...style },
  children,
});
