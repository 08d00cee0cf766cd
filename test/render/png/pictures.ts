import { PNG } from 'pngjs';
import { renderPng } from '../../../src/render/png/render-png.js';
import type { PathShape, Scene, Shape, TextShape } from '../../../src/render/scene.js';
import { fontsOfBuild } from '../fonts/fonts-of-build.js';

export const pictureOf = (shapes: Shape[], page: Partial<Scene> = {}): PNG =>
  PNG.sync.read(
    Buffer.from(renderPng({ widthPt: 360, heightPt: 72, title: '', shapes, ...page }, fontsOfBuild)),
  );

export const text = (line: string, style: Partial<TextShape> = {}): TextShape => ({
  kind: 'text',
  text: line,
  xPt: 10,
  yPt: 40,
  sizePt: 20,
  weight: 400,
  italic: false,
  anchor: 'start',
  color: '#000000',
  halo: null,
  ...style,
});

export const rectangle = (x: number, y: number, width: number, height: number, color: string): PathShape => ({
  kind: 'path',
  d: `M${x} ${y}L${x + width} ${y}L${x + width} ${y + height}L${x} ${y + height}Z`,
  fill: { color, opacity: 1 },
  stroke: null,
});

/** `#rrggbb` at a place in points. */
export function colorAt({ width, data }: PNG, xPt: number, yPt: number): string {
  const at = 4 * (Math.floor((yPt * 200) / 72) * width + Math.floor((xPt * 200) / 72));
  return `#${data.subarray(at, at + 3).toString('hex')}`;
}

/** The box of all pixels that are not white, in points; null: none is. */
export function inkBox({ width, height, data }: PNG) {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (data[4 * pixel]! + data[4 * pixel + 1]! + data[4 * pixel + 2]! === 765) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  if (box.right === 0) return null;
  const inPoints = Object.entries(box).map(([side, px]) => [side, (px * 72) / 200] as const);
  return Object.fromEntries(inPoints) as typeof box;
}
