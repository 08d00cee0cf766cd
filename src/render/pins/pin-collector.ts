import type { MapFrame } from '../map-frame.js';
import type { PinsShape } from '../scene.js';
import { visibleSymbols } from './drop-hidden.js';
import { symbolOf } from './symbol-size.js';

/** Side of a cell: of the markers that lie in one, which the eye would not tell apart, one is drawn. */
const CELL_PT = 0.5;

/**
 * Markers of a map on its page, in memory that depends on the map's size and not on their number (some 20 MB for a page). What comes out does
 * not depend on the order in which they come.
 */
export class PinCollector {
  readonly #frame: MapFrame;
  readonly #columns: number;
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  /** One more than the colour; 0: no marker. */
  readonly #color: Uint16Array;

  constructor(frame: MapFrame) {
    this.#frame = frame;
    this.#columns = Math.floor(frame.map.widthPt / CELL_PT) + 1;
    const cells = this.#columns * (Math.floor(frame.map.heightPt / CELL_PT) + 1);
    this.#x = new Float32Array(cells);
    this.#y = new Float32Array(cells);
    this.#color = new Uint16Array(cells);
  }

  /** What is not on the map is left out. @param color index of a palette, at most 65,534 */
  add(lon: number, lat: number, color: number): void {
    const point = this.#frame.projection([lon, lat]);
    if (point === null) return;
    const { map } = this.#frame;
    const cell =
      Math.floor((point[1] - map.yPt) / CELL_PT) * this.#columns + Math.floor((point[0] - map.xPt) / CELL_PT);
    const [x, y] = [Math.fround(point[0]), Math.fround(point[1])];
    if (this.#color[cell] !== 0 && !this.#isAbove(x, y, color, cell)) return;
    this.#x[cell] = x;
    this.#y[cell] = y;
    this.#color[cell] = color + 1;
  }

  /** The lower one, which lies over the other; else the one on the right, else the one of the later colour. */
  #isAbove(x: number, y: number, color: number, cell: number): boolean {
    if (y !== this.#y[cell]) return y > this.#y[cell]!;
    if (x !== this.#x[cell]) return x > this.#x[cell]!;
    return color + 1 > this.#color[cell]!;
  }

  /**
   * From north to south, so that pins stand before those behind them; of those that are wholly hidden most are left out.
   * @param symbol which to draw, and how large; left out: as dense as they lie
   * @returns null without markers
   */
  shape(colors: readonly string[], symbol?: Pick<PinsShape, 'symbol' | 'sizePt'>): PinsShape | null {
    const cells = this.#usedCells();
    if (cells.length === 0) return null;
    const places = new Float32Array(2 * cells.length);
    cells.forEach((cell, i) => {
      places[2 * i] = this.#x[cell]!;
      places[2 * i + 1] = this.#y[cell]!;
    });
    const drawn = symbol ?? symbolOf(places, this.#frame.map);
    const visible = visibleSymbols(places, drawn);
    return {
      kind: 'pins',
      ...drawn,
      places: Float32Array.from(
        { length: 2 * visible.length },
        (_, i) => places[2 * visible[i >> 1]! + (i & 1)]!,
      ),
      colorOf: Uint16Array.from(visible, (index) => this.#color[cells[index]!]! - 1),
      colors,
    };
  }

  #usedCells(): Uint32Array {
    let count = 0;
    for (const color of this.#color) if (color !== 0) count++;
    const cells = new Uint32Array(count);
    for (let cell = 0, i = 0; i < count; cell++) if (this.#color[cell] !== 0) cells[i++] = cell;
    const [x, y, color] = [this.#x, this.#y, this.#color];
    return cells.sort((a, b) => y[a]! - y[b]! || x[a]! - x[b]! || color[a]! - color[b]!);
  }
}
