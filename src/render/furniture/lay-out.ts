import satori from 'satori';
import type { PageBox } from '../map-frame.js';
import type { Shape } from '../scene.js';

/** A box of CSS's flexible layout, lengths in points. What is drawn in it is known when its place is. */
export interface LayoutNode {
  style: Readonly<Record<string, number | string>>;
  children?: readonly LayoutNode[];
  draw?: (box: PageBox) => Shape[];
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

/**
 * Page in satori's units, as large as any paper here; the boxes at the top of the tree have positions of
 * their own.
 */
const PAGE = { width: 1_000 * UNITS_PER_PT, height: 1_000 * UNITS_PER_PT };

/**
 * Shapes of all boxes, texts last, as a raster draws each kind in one go (the boxes do not overlap). Only
 * boxes go through satori. Texts are measured and cut before, because it takes 0.85 s for 10,000 letters
 * without a blank, does not end for 50,000, and has no lines from right to left.
 */
export async function layOut(nodes: readonly LayoutNode[]): Promise<Shape[]> {
  const shapes: Shape[] = [];
  const element = ({ style, children = [], draw }: LayoutNode): object => ({
    type: 'div',
    props: { style: { display: 'flex', ...inUnits(style) }, draw, children: children.map(element) },
  });
  const tree = element({ style: { width: '100%', height: '100%' }, children: nodes });
  await satori(tree as Parameters<typeof satori>[0], {
    ...PAGE,
    fonts: [],
    embedFont: false,
    onNodeDetected({ left, top, width, height, props }) {
      const { draw } = props as Pick<LayoutNode, 'draw'>;
      const [xPt, yPt, widthPt, heightPt] = [left, top, width, height].map((units) => units / UNITS_PER_PT);
      if (draw) shapes.push(...draw({ xPt: xPt!, yPt: yPt!, widthPt: widthPt!, heightPt: heightPt! }));
    },
  });
  return [...shapes.filter(({ kind }) => kind !== 'text'), ...shapes.filter(({ kind }) => kind === 'text')];
}

/** A node at a box of the page: the top of a tree. */
export const at = (
  { xPt, yPt, widthPt, heightPt }: PageBox,
  style: LayoutNode['style'],
  children: LayoutNode[],
): LayoutNode => ({
  style: { position: 'absolute', left: xPt, top: yPt, width: widthPt, height: heightPt, ...style },
  children,
});
