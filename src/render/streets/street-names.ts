import { lowerBound } from '../../base/lower-bound.js';
import { NAMES } from '../../geo/streets/layers.js';
import { TileReader } from '../../geo/streets/tile-bytes.js';
import { LEVELS } from '../../geo/streets/tiles.js';
import type { BaseMapStyle } from '../base-map/style.js';
import type { Fonts } from '../fonts.js';
import type { Occupancy } from '../labels/occupancy.js';
import type { MapFrame } from '../map-frame.js';
import { rounded } from '../path-data.js';
import type { TextShape } from '../scene.js';
import type { StreetTile } from './streets.js';

/** Room of the map for one name: denser ones make a map restless. */
const PT2_PER_NAME = 6_000;
/** Least distance of two names of one street. */
const APART_PT = 190;
/** Size of letters: of motorways and primary streets, and of the others. */
const SIZE_PT = { large: 6.3, small: 5.6 };
const LAST_LARGE = 2;
const HALO_PT = 1.3;
/** Line on each side of a name. */
const MARGIN_PT = 3;
/** A name stands where its street leaves a straight line by this much at most. */
const MOST_BEND_PT = 1;
/** Tries along a line, from its middle to its ends. */
const MOST_TRIES = 24;
/** From the baseline to the middle of small letters, as a share of the size. */
const MIDDLE = 0.33;

/** A named line on the page. */
interface Street {
  name: string;
  layer: number;
  /** x, y, x, y, … */
  points: number[];
  /** Length up to each point. */
  along: number[];
}

interface Stretch {
  xPt: number;
  yPt: number;
  turnDeg: number;
}

/**
 * Names of main streets along straight stretches of their lines where nothing is taken: of the more important
 * and the longer streets first.
 * @param tiles of layer NAMES, and others @param taken grows by the names
 */
export function streetNames(
  frame: MapFrame,
  tiles: readonly StreetTile[],
  { names, halo }: Pick<BaseMapStyle, 'names' | 'halo'>,
  taken: Occupancy,
  widthPt: Fonts['widthPt'],
): TextShape[] {
  const streets = streetsOf(frame, tiles).sort(
    (a, b) => a.layer - b.layer || b.along.at(-1)! - a.along.at(-1)!,
  );
  const most = Math.ceil((frame.map.widthPt * frame.map.heightPt) / PT2_PER_NAME);
  const shapes: TextShape[] = [];
  const placed = new Map<string, Stretch[]>();
  for (const street of streets) {
    if (shapes.length >= most) break;
    const { name, layer } = street;
    const sizePt = layer <= LAST_LARGE ? SIZE_PT.large : SIZE_PT.small;
    const lengthPt = widthPt(name, sizePt, 400) + 2 * MARGIN_PT;
    const others = placed.get(name) ?? [];
    const stretch = freeStretch(street, lengthPt, sizePt, taken, others);
    if (stretch === null) continue;
    placed.set(name, [...others, stretch]);
    shapes.push({
      kind: 'text',
      text: name,
      ...baseline(stretch, sizePt),
      sizePt,
      weight: 400,
      italic: false,
      anchor: 'middle',
      color: names.town.color,
      halo: { color: halo.land.color, widthPt: HALO_PT },
    });
  }
  return shapes;
}

function streetsOf(frame: MapFrame, tiles: readonly StreetTile[]): Street[] {
  const { degrees } = LEVELS[0]!;
  const { projection } = frame;
  const project = projection.anywhere ?? projection;
  const streets: Street[] = [];
  for (const { x, y, layer: of, bytes } of tiles) {
    if (of !== NAMES) continue;
    const reader = new TileReader(bytes);
    while (reader.hasMore) {
      const [layer, name] = [reader.number(), reader.text()];
      const line = reader.line(x * degrees - 180, y * degrees - 90);
      const points: number[] = [];
      const along: number[] = [];
      for (let i = 0; i < line.length; i += 2) {
        const point = project([line[i]!, line[i + 1]!]);
        if (point === null) continue;
        const { length } = points;
        const step =
          length === 0 ? 0 : Math.hypot(point[0] - points[length - 2]!, point[1] - points[length - 1]!);
        along.push((along.at(-1) ?? 0) + step);
        points.push(...point);
      }
      if (points.length >= 4) streets.push({ name, layer, points, along });
    }
  }
  return streets;
}

/** The free stretch that is nearest to the middle of a line, and takes its room; null: none is. */
function freeStretch(
  street: Street,
  lengthPt: number,
  sizePt: number,
  taken: Occupancy,
  others: readonly Stretch[],
): Stretch | null {
  const room = street.along.at(-1)! - lengthPt;
  if (room < 0) return null;
  const tries = Math.min(MOST_TRIES, 1 + Math.floor((4 * room) / lengthPt));
  for (let i = 0; i < tries; i++) {
    const away = Math.ceil(i / 2) * (i % 2 === 0 ? 1 : -1);
    const stretch = straightAt(street, room * (0.5 + away / Math.max(1, tries)), lengthPt);
    if (
      stretch === null ||
      others.some(({ xPt, yPt }) => Math.hypot(xPt - stretch.xPt, yPt - stretch.yPt) < APART_PT)
    )
      continue;
    const boxes = boxesAlong(stretch, lengthPt, sizePt);
    if (!boxes.every((box) => taken.isFree(box))) continue;
    for (const box of boxes) taken.take(box);
    return stretch;
  }
  return null;
}

/**
 * The stretch that begins at a length of the line, if it is straight: its middle, and how it is turned for a
 * name that stands upright.
 */
function straightAt({ points, along }: Street, from: number, lengthPt: number): Stretch | null {
  const start = pointAt(points, along, from);
  const end = pointAt(points, along, from + lengthPt);
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const chord = Math.hypot(dx, dy);
  if (chord < lengthPt - 2 * MOST_BEND_PT) return null;
  for (let i = start.next; i < end.next; i++) {
    const [x, y] = [points[2 * i]! - start.x, points[2 * i + 1]! - start.y];
    if (Math.abs(x * dy - y * dx) / chord > MOST_BEND_PT) return null;
  }
  const turn = Math.round((Math.atan2(dy, dx) * 180) / Math.PI);
  const turnDeg = turn > 90 ? turn - 180 : turn <= -90 ? turn + 180 : turn;
  return { xPt: start.x + dx / 2, yPt: start.y + dy / 2, turnDeg };
}

/** A point of a line, and the index of the first point after it. */
function pointAt(
  points: readonly number[],
  along: readonly number[],
  at: number,
): { x: number; y: number; next: number } {
  const low = Math.min(Math.max(1, lowerBound(along, at)), along.length - 1);
  const [before, after] = [along[low - 1]!, along[low]!];
  const share = after === before ? 0 : (at - before) / (after - before);
  const onAxis = (axis: 0 | 1): number =>
    points[2 * low - 2 + axis]! + share * (points[2 * low + axis]! - points[2 * low - 2 + axis]!);
  return { x: onAxis(0), y: onAxis(1), next: low };
}

/** Squares as high as the letters, one beside the other. */
function boxesAlong({ xPt, yPt, turnDeg }: Stretch, lengthPt: number, sizePt: number) {
  const side = 1.2 * sizePt;
  const count = Math.ceil(lengthPt / (0.8 * sizePt));
  const [cos, sin] = [Math.cos((turnDeg * Math.PI) / 180), Math.sin((turnDeg * Math.PI) / 180)];
  return Array.from({ length: count + 1 }, (_, i) => {
    const away = (i / count - 0.5) * (lengthPt - side);
    return {
      xPt: xPt + cos * away - side / 2,
      yPt: yPt + sin * away - side / 2,
      widthPt: side,
      heightPt: side,
    };
  });
}

/** Where the baseline of a name begins to be turned: its small letters stand in the middle of the line. */
function baseline(
  { xPt, yPt, turnDeg }: Stretch,
  sizePt: number,
): Pick<TextShape, 'xPt' | 'yPt' | 'turnDeg'> {
  const turn = (turnDeg * Math.PI) / 180;
  const down = MIDDLE * sizePt;
  return { xPt: rounded(xPt - Math.sin(turn) * down), yPt: rounded(yPt + Math.cos(turn) * down), turnDeg };
}
