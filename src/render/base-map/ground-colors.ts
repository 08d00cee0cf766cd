import { Resvg } from '@resvg/resvg-js';
import type { MapFrame, PageBox } from '../map-frame.js';
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

/** Colours of areas upon their ground, a pixel a point: names must be readable there. */
export class GroundColors {
  readonly #ground: string;
  readonly #widthPx: number;
  readonly #pixels: Uint32Array;

  /** @param color `#rrggbb`, of the ground */
  constructor({ widthPt, heightPt, map }: MapFrame, color: string, areas: readonly PathShape[]) {
    const page = { widthPx: Math.ceil(widthPt), heightPx: Math.ceil(heightPt) };
    const ground: PathShape = {
      kind: 'path',
      d: boxPath(map),
      fill: { color, opacity: 1 },
      stroke: null,
    };
    const svg = writeSvg({ widthPt: page.widthPx, heightPt: page.heightPx }, [ground, ...areas], page);
    const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
    this.#ground = color;
    this.#widthPx = page.widthPx;
    this.#pixels = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4);
  }

  /** @param box within the map */
  mostIn(box: PageBox): GroundColor {
    const { counts, all } = this.#countsIn(box);
    const [pixel, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
    return { color: hexOf(pixel), share: count / all };
  }

  /** Share of a box within the map that is not the ground alone. */
  coveredShare(box: PageBox): number {
    const { counts, all } = this.#countsIn(box);
    return 1 - ([...counts].find(([pixel]) => hexOf(pixel) === this.#ground)?.[1] ?? 0) / all;
  }

  #countsIn({ xPt, yPt, widthPt, heightPt }: PageBox): { counts: Map<number, number>; all: number } {
    const counts = new Map<number, number>();
    let all = 0;
    for (let y = Math.floor(yPt); y < yPt + heightPt; y++)
      for (let x = Math.floor(xPt); x < xPt + widthPt; x++) {
        const pixel = this.#pixels[y * this.#widthPx + x]!;
        counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
        all++;
      }
    return { counts, all };
  }
}

/** Red is the first byte, the lowest of a little-endian number. */
const hexOf = (pixel: number): string =>
  `#${[0, 8, 16].map((shift) => ((pixel >>> shift) & 255).toString(16).padStart(2, '0')).join('')}`;
