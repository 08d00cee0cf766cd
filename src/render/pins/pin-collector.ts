import type { MapFrame } from '../map-frame.js';
import type { PinsShape } from '../scene.js';
import { PlaceGrid } from './place-grid.js';
import { LEAST_DOT_PT, type SymbolSize, symbolSize } from './symbol-size.js';

/** Markers that share a place. */
export interface Stack {
  xPt: number;
  yPt: number;
  count: number;
}

/**
 * Makes markers into a shape, in memory that does not grow with them. Drawn from north to south, so that a
 * pin stands before those behind it; what the picture looks like does not depend on the order in which
 * markers come.
 */
export class PinCollector {
  readonly #frame: MapFrame;
  readonly #colors: readonly string[];
  readonly #grid: PlaceGrid;
  #isEmpty = true;

  /**
   * @param colors `#rrggbb`, 255 at most; of markers at one place that of the first colour is shown
   * @throws RangeError for more
   */
  constructor(frame: MapFrame, colors: readonly string[]) {
    this.#frame = frame;
    this.#colors = colors;
    this.#grid = new PlaceGrid(frame.map, colors.length);
  }

  /** Degrees. Places that are not on the map are left out. */
  add(lon: number, lat: number, color: number): void {
    const point = this.#frame.projection([lon, lat]);
    if (point !== null) this.addPoint(point[0], point[1], color);
  }

  /** A point of the map, in points of the page. */
  addPoint(xPt: number, yPt: number, color: number): void {
    this.#isEmpty = false;
    this.#grid.add(xPt, yPt, color);
  }

  /** Places of several markers, of which one symbol is seen, those of most markers first. */
  stacks(): Stack[] {
    const stacks: Stack[] = [];
    for (const cell of this.#grid.usedCells(0)) {
      const count = this.#grid.countIn(cell);
      if (count > 1) stacks.push({ xPt: this.#grid.xPtOf(cell), yPt: this.#grid.yPtOf(cell), count });
    }
    return stacks.sort((a, b) => b.count - a.count);
  }

  /**
   * Symbols that share their place with another one are left out, because they are wholly hidden; any other
   * shows its upper edge, as the symbols drawn upon it stand further south. Where dots have their smallest
   * size, one dot stays in each square of half a dot: more would only add white edges.
   * @param size left out: `symbolSize` chooses one by density
   * @returns null without any
   */
  shape(size: SymbolSize = symbolSize(this.#grid)): PinsShape | null {
    if (this.#isEmpty) return null;
    const isSmallest = size.symbol === 'dot' && size.sizePt <= LEAST_DOT_PT;
    const used = this.#grid.usedCells(isSmallest ? size.sizePt / 2 : 0);
    const places = new Float32Array(2 * used.length);
    const colorOf = new Uint16Array(used.length);
    used.forEach((cell, i) => {
      places[2 * i] = this.#grid.xPtOf(cell);
      places[2 * i + 1] = this.#grid.yPtOf(cell);
      colorOf[i] = this.#grid.cells[cell]! - 1;
    });
    return { kind: 'pins', ...size, places, colorOf, colors: this.#colors };
  }
}
