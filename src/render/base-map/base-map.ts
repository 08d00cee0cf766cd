import type { LineLayer } from '../../geo/base-map/line-layer.js';
import { METERS_PER_DEGREE } from '../earth.js';
import type { MapFrame } from '../map-frame.js';
import { boxPath } from '../path-data.js';
import { type LineDegrees, PathWriter } from '../path-writer.js';
import type { Paint, Shape, Stroke } from '../scene.js';
import type { BaseMapFiles } from './base-map-files.js';
import { clockwiseRing } from './clockwise-ring.js';
import { cutRing, stretchesWithin } from './cut.js';
import { detailAt } from './detail.js';
import { type GeoBox, geoBoxOf, grown } from './geo-box.js';
import { graticule } from './graticule.js';
import { linesNear } from './near-lines.js';
import { DrawnLand } from './on-land.js';
import { smooth } from './smooth.js';
import type { BaseMapStyle } from './style.js';

/** An island of the Pacific is still a dot; a lake as small is a speck. */
const LEAST_ISLAND_PT2 = 0.12;
const LEAST_LAKE_PT2 = 1.5;

/**
 * Water, land, rivers, lakes and borders that suit the frame's scale. Lines and areas far from the frame are
 * not projected. With insets the country stands alone: its neighbours are land without names or borders.
 * @throws Error when the geodata were not built
 */
export function baseMap(frame: MapFrame, files: BaseMapFiles, style: BaseMapStyle): Shape[] {
  const { countryAlone } = style;
  const isAlone = frame.insetLines !== '';
  const earth = frame.sphere === '' ? boxPath(frame.map) : frame.sphere;
  const shown = geoBoxOf(frame);
  const detail = detailAt(frame.metersPerPt);
  const around = detail.hasSea ? style.water : style.land;
  const background = path(earth, isAlone ? countryAlone.around : around, null);
  if (shown === null) return background;
  const box = detail.smoothing.water > 0 ? grown(shown) : shown;
  const layers = files.layers(detail.scale);
  const { land, water } = detail.smoothing;

  const drawn = (layer: LineLayer, strokes: readonly Stroke[], rounds = land): Shape[] => {
    const d = strokes.length > 0 ? linesOf(frame, layer, box, rounds) : '';
    return strokes.flatMap((stroke) => path(d, null, stroke));
  };
  let drawnLand: DrawnLand | undefined;
  /**
   * Borders of us-atlas end at coasts of their own, which may lie a kilometre out at sea: that shows where
   * corners of the data do.
   */
  const onLand = (layer: LineLayer, strokes: readonly Stroke[]): Shape[] => {
    if (strokes.length === 0 || land === 0) return drawn(layer, strokes);
    drawnLand ??= new DrawnLand([...smoothRings(frame, layers.land, box, land)]);
    const d = linesOf(frame, layer, box, land, drawnLand);
    return strokes.flatMap((stroke) => path(d, null, stroke));
  };
  const areasOf = (layer: LineLayer, paint: Paint | null): Shape[] =>
    paint ? path(ringsOf(frame, layer, box, land, LEAST_ISLAND_PT2), paint, null) : [];

  if (isAlone) {
    return [
      ...background,
      ...areasOf(layers.land, style.countryAlone.neighbours),
      // The Great Lakes: the country's land ends at their shores.
      ...areasOf(layers.lakes, style.countryAlone.neighbours && style.water),
      ...areasOf(layers.usLand, style.land),
      ...drawn(layers.usStates, style.stateBorder),
      ...drawn(layers.usLand, countryAlone.outline),
    ];
  }
  return [
    ...background,
    ...(frame.sphere !== '' && style.graticule
      ? path(graticule(frame.projection), null, style.graticule)
      : []),
    ...(detail.hasSea
      ? [...areasOf(layers.land, style.land), ...drawn(layers.land, style.coast ? [style.coast] : [])]
      : []),
    ...(detail.hasRivers && style.river ? drawn(layers.rivers, [style.river], water) : []),
    ...(detail.hasLakes && style.water
      ? path(ringsOf(frame, layers.lakes, box, water, LEAST_LAKE_PT2), style.water, style.lakeShore)
      : []),
    ...(detail.hasCounties ? onLand(layers.usCounties, style.countyBorder) : []),
    ...(detail.hasStates
      ? [...drawn(layers.states, style.stateBorder), ...onLand(layers.usStates, style.stateBorder)]
      : []),
    ...drawn(layers.countries, detail.isFar ? style.countryBorderFar : style.countryBorder),
  ];
}

/** Region types that are parts of states: of the US, and of other countries. */
const PARTS_OF_US_STATES = ['us_county', 'us_zip'];
const PARTS_OF_STATES = ['ca_fsa', 'au_postcode', 'de_postcode'];

/**
 * Lines and waters that stay visible above areas: lakes above countries and states, which reach across them,
 * and borders of states above their parts.
 * @param regionTypes of the areas
 */
export function aboveAreas(
  frame: MapFrame,
  files: BaseMapFiles,
  style: BaseMapStyle,
  regionTypes: ReadonlySet<string>,
): Shape[] {
  const box = geoBoxOf(frame);
  if (box === null || regionTypes.size === 0) return [];
  const { scale, hasLakes, smoothing } = detailAt(frame.metersPerPt);
  const layers = files.layers(scale);
  const hasAny = (types: readonly string[]): boolean => types.some((type) => regionTypes.has(type));
  const lakes =
    hasAny(['country', 'us_state', 'au_state']) && hasLakes && style.water !== null
      ? ringsOf(frame, layers.lakes, box, smoothing.water, LEAST_LAKE_PT2)
      : '';
  const states = [
    ...(hasAny(PARTS_OF_US_STATES) ? [layers.usStates] : []),
    ...(hasAny(PARTS_OF_STATES) ? [layers.states] : []),
  ]
    .map((layer) => linesOf(frame, layer, box, 0))
    .join('');
  return [
    ...path(lakes, style.water, style.lakeShore),
    ...style.stateAboveAreas.flatMap((stroke) => path(states, null, stroke)),
  ];
}

const path = (d: string, fill: Paint | null, stroke: Stroke | null): Shape[] =>
  d !== '' && (fill || stroke) ? [{ kind: 'path', d, fill, stroke }] : [];

function ringsOf(
  frame: MapFrame,
  layer: LineLayer,
  box: GeoBox,
  rounds: number,
  leastAreaPt2: number,
): string {
  const writer = new PathWriter(frame.projection, leastAreaPt2);
  for (const ring of smoothRings(frame, layer, box, rounds)) writer.ring(ring);
  return writer.d;
}

/** A layer's rings as far as they lie in the box, open and clockwise, with their corners cut. */
function* smoothRings(
  frame: MapFrame,
  layer: LineLayer,
  box: GeoBox,
  rounds: number,
): Generator<LineDegrees> {
  for (const ring of linesNear(layer, box, leastStepAt(frame))) {
    const clockwise = clockwiseRing(ring, leastStepAt(frame));
    const cut = clockwise && cutRing(clockwise, box);
    if (cut && cut.length >= 6) yield smooth(cut, rounds, true);
  }
}

/** @param land to which they are cut; left out: they are not */
function linesOf(frame: MapFrame, layer: LineLayer, box: GeoBox, rounds: number, land?: DrawnLand): string {
  const writer = new PathWriter(frame.projection);
  for (const line of linesNear(layer, box, leastStepAt(frame)))
    for (const stretch of stretchesWithin(line, box)) {
      const smoothed = smooth(stretch, rounds, false);
      for (const part of land?.stretchesOf(smoothed) ?? [smoothed]) writer.line(part);
    }
  return writer.d;
}

/** A sixth of a point on the page: vertices that are nearer would coincide there. */
const leastStepAt = ({ metersPerPt }: MapFrame): number => metersPerPt / 6 / METERS_PER_DEGREE;
