import { Resvg } from '@resvg/resvg-js';
import type { Box, MapFrame } from '../map-frame.js';
import { boxPath } from '../path-data.js';
import type { PathShape } from '../scene.js';
import { writeSvg } from '../svg/write-svg.js';

/** The colour that most of a box has. */
export interface GroundColor {
  /** `#rrggbb` */
  color: string;
  /** 0 to 1 */
  share: number;
}

/** Colours of areas upon land, a pixel a point: the ground on which names must be readable. */
export class GroundColors {
  readonly #widthPx: number;
  readonly #pixels: Uint32Array;

  constructor({ widthPt, heightPt, map }: MapFrame, land: string, areas: readonly PathShape[]) {
    const page = { widthPx: Math.ceil(widthPt), heightPx: Math.ceil(heightPt) };
    const ground: PathShape = {
      kind: 'path',
      d: boxPath(map),
      fill: { color: land, opacity: 1 },
      stroke: null,
    };
    const svg = writeSvg({ widthPt: page.widthPx, heightPt: page.heightPx }, [ground, ...areas], page);
    const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
    this.#widthPx = page.widthPx;
    this.#pixels = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4);
  }

  /** @param box within the map */
  mostIn({ xPt, yPt, widthPt, heightPt }: Box): GroundColor {
    const counts = new Map<number, number>();
    let all = 0;
    for (let y = Math.floor(yPt); y < yPt + heightPt; y++)
      for (let x = Math.floor(xPt); x < xPt + widthPt; x++) {
        const pixel = this.#pixels[y * this.#widthPx + x]!;
        counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
        all++;
      }
    const [pixel, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
    return { color: hexOf(pixel), share: count / all };
  }
}

/** Red is the first byte, the lowest of a little-endian number. */
const hexOf = (pixel: number): string =>
  `#${[0, 8, 16].map((shift) => ((pixel >>> shift) & 255).toString(16).padStart(2, '0')).join('')}`;
