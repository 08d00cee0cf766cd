import { geoPath } from 'd3-geo';
import type { AreaGeometry } from '../geo/circle-polygon.js';
import { baseMap } from '../render/base-map/base-map.js';
import type { BaseMapFiles } from '../render/base-map/base-map-files.js';
import { MAP_STYLE } from '../render/base-map/style.js';
import type { Fonts } from '../render/fonts.js';
import type { Extent } from '../render/frame/extent.js';
import { frameOf } from '../render/frame/frame-of.js';
import { layoutOf } from '../render/frame/layout.js';
import type { LegendEntry } from '../render/furniture/content.js';
import { furniture } from '../render/furniture/furniture.js';
import { legendRoom } from '../render/furniture/legend-room.js';
import type { PictureOptions } from '../render/options.js';
import type { Scene, Shape } from '../render/scene.js';

export interface PictureParts {
  options: PictureOptions;
  title: string;
  legend: readonly LegendEntry[] | null;
  extent: Extent;
  fonts: Fonts;
  baseMapFiles: BaseMapFiles;
  /** Palette, `#rrggbb`. */
  colors: readonly string[];
}

/**
 * What is drawn of a map, as its markers come. A stand-in for the collectors and the scene of `render`: one marker a point of the page, areas without
 * simplification, no labels, no imagery.
 */
export class Picture {
  readonly #o: PictureParts;
  readonly #layout;
  readonly #frame;
  readonly #cells = new Map<number, [number, number, number]>();
  readonly #paths = new Map<number, string[]>();
  constructor(o: PictureParts) {
    this.#o = o;
    this.#layout = layoutOf(o.options, {
      hasTitle: o.options.title,
      legend:
        o.legend === null
          ? null
          : { entries: o.legend.length, labelWidthPt: legendRoom(o.legend, o.fonts).widthPt },
    });
    this.#frame = frameOf(o.options.preset, this.#layout, o.extent);
  }
  pin(lng: number, lat: number, color: number): void {
    const at = this.#frame.projection([lng, lat]);
    if (at === null) return;
    this.#cells.set(Math.round(at[0]) * 10000 + Math.round(at[1]), [at[0], at[1], color]);
  }
  area(geometry: AreaGeometry, color: number): void {
    const reversed = {
      ...geometry,
      coordinates:
        geometry.type === 'Polygon'
          ? geometry.coordinates.map((r) => r.toReversed())
          : geometry.coordinates.map((p) => p.map((r) => r.toReversed())),
    } as AreaGeometry;
    const d = geoPath(this.#frame.projection).digits(2)(reversed);
    if (d) {
      const paths = this.#paths.get(color);
      if (paths) paths.push(d);
      else this.#paths.set(color, [d]);
    }
  }
  label(_text: string, _lng: number, _lat: number): void {}
  async scene(credits: readonly string[]): Promise<Scene> {
    const { options, title, legend, fonts, baseMapFiles, colors } = this.#o;
    const cells = [...this.#cells.values()].sort((a, b) => a[1] - b[1]);
    const isDense = cells.length > 2000;
    const shapes: Shape[] = [
      ...baseMap(this.#frame, baseMapFiles, MAP_STYLE),
      ...[...this.#paths].map(
        ([color, d]): Shape => ({
          kind: 'path',
          d: d.join(''),
          fill: { color: colors[color]!, opacity: 0.45 },
          stroke: { color: colors[color]!, opacity: 0.9, widthPt: 0.5 },
        }),
      ),
      {
        kind: 'pins',
        symbol: isDense ? 'dot' : 'pin',
        sizePt: isDense ? 3 : 11,
        places: Float32Array.from(cells.flatMap(([x, y]) => [x, y] as const)),
        colorOf: Uint16Array.from(cells, ([, , c]) => c),
        colors,
      },
      ...(await furniture(
        {
          title: options.title ? title : null,
          legend,
          legendSymbol: 'pin',
          attribution: ['Made with Natural Earth', ...credits].join(' · '),
        },
        this.#layout,
        fonts,
      )),
    ];
    return { widthPt: this.#layout.widthPt, heightPt: this.#layout.heightPt, title, shapes };
  }
}
