import {
  type GeoConicProjection,
  type GeoProjection,
  type GeoStream,
  geoAlbers,
  geoConicEqualArea,
} from 'd3-geo';
import type { FittedProjection, PageBox } from '../map-frame.js';
import { boxPath } from '../path-data.js';
import { fitted } from './fitted.js';

/**
 * Edges of the map, from the middle of `geoAlbersUsa` in units of its scale: around the states, the insets,
 * and pins at the states' edges.
 */
const SHOWN = { left: -0.425, top: -0.243, right: 0.378, bottom: 0.238 };

/** Largest distance of a drawn line from its true curve. */
const PRECISION_PT = 0.1;

/**
 * Edges of the parts as `geoAlbersUsa` has them, from its middle; the mainland and the insets go on to the
 * map's edges.
 */
const MAINLAND = { left: -0.455, top: -0.243, right: 0.455, bottom: 0.238 };
const ALASKA = { left: -0.425, top: 0.12, right: -0.214, bottom: 0.238 };
const HAWAII = { left: -0.214, top: 0.166, right: -0.115, bottom: 0.238 };

export interface AlbersUsa {
  /** The part of the available room that the map fills. */
  map: PageBox;
  projection: FittedProjection;
  /** Boxes to which the mainland and each inset are cut. */
  parts: PageBox[];
  insetLines: string;
}

/** The United States by Albers' equal-area conic, Alaska (at 0.35 of the scale) and Hawaii in insets. */
export function albersUsa(room: PageBox): AlbersUsa {
  const { left, top, right, bottom } = SHOWN;
  const scale = Math.min(room.widthPt / (right - left), room.heightPt / (bottom - top));
  // A room that is a little wider is filled by the sea in the east, so that the map ends where title and
  // legend do.
  const shownRight = Math.max(right, Math.min(MAINLAND.right, left + room.widthPt / scale));
  const box = within(room, (shownRight - left) * scale, (bottom - top) * scale);
  const x = box.xPt - scale * left;
  const y = box.yPt + box.heightPt / 2 - (scale * (top + bottom)) / 2;
  const projections = projectionsOf(scale, x, y);
  const onPage = (part: Part): Clip => clipOf(part, box, scale, x, y);
  const clips = { mainland: onPage(MAINLAND), alaska: onPage(ALASKA), hawaii: onPage(HAWAII) };
  const composite = Object.assign(pointsOfParts(projections, scale, x, y), {
    stream: (sink: GeoStream) => streamOf(projections, clips, onPage, sink),
    invert: (point: Point) => {
      const isOn = ([[left, top], [right, bottom]]: Clip): boolean =>
        point[0] > left && point[0] < right && point[1] > top && point[1] < bottom;
      const part = isOn(clips.alaska) ? 'alaska' : isOn(clips.hawaii) ? 'hawaii' : 'mainland';
      return projections[part].invert!(point);
    },
  });
  const parts = Object.values(clips).map(boxOf);
  return {
    map: box,
    projection: fitted(composite, box),
    parts,
    insetLines: parts.slice(1).map(boxPath).join(''),
  };
}

const within = ({ xPt, yPt, ...room }: PageBox, widthPt: number, heightPt: number): PageBox => ({
  xPt: xPt + (room.widthPt - widthPt) / 2,
  yPt: yPt + (room.heightPt - heightPt) / 2,
  widthPt,
  heightPt,
});

type Clip = [[left: number, top: number], [right: number, bottom: number]];

function clipOf(part: Part, box: PageBox, scale: number, x: number, y: number): Clip {
  return [
    [Math.max(box.xPt, x + part.left * scale), Math.max(box.yPt, y + part.top * scale)],
    [
      Math.min(box.xPt + box.widthPt, x + part.right * scale),
      Math.min(box.yPt + box.heightPt, y + part.bottom * scale),
    ],
  ];
}

const boxOf = ([[left, top], [right, bottom]]: Clip): PageBox => ({
  xPt: left,
  yPt: top,
  widthPt: right - left,
  heightPt: bottom - top,
});

/**
 * The mainland without the room of the insets, as rectangles beside each other. For lines only, as seams
 * would show in areas.
 */
const BESIDE_INSETS: readonly Part[] = [
  { ...MAINLAND, right: ALASKA.right, bottom: ALASKA.top },
  { left: HAWAII.left, top: MAINLAND.top, right: HAWAII.right, bottom: HAWAII.top },
  { ...MAINLAND, left: HAWAII.right },
];

/**
 * Sends shapes to each part that shows them. The mainland's area under an inset is sent a second time, cut by
 * the inset and wound the other way, and so disappears by both rules of filling.
 */
function streamOf(
  { mainland, alaska, hawaii }: Record<'mainland' | 'alaska' | 'hawaii', GeoProjection>,
  clips: Record<'mainland' | 'alaska' | 'hawaii', Clip>,
  onPage: (part: Part) => Clip,
  sink: GeoStream,
): GeoStream {
  const cut = (projection: GeoProjection, clip: Clip): GeoStream =>
    projection.precision(PRECISION_PT).clipExtent(clip).stream(sink);
  const insets = [cut(alaska, clips.alaska), cut(hawaii, clips.hawaii)];
  const lines = [...BESIDE_INSETS.map((part) => cut(mainland, onPage(part))), ...insets];
  const underInsets = [clips.alaska, clips.hawaii].map((clip) =>
    mainland.precision(PRECISION_PT).clipExtent(clip).stream(rewound(sink)),
  );
  const areas = [cut(mainland, clips.mainland), ...underInsets, ...insets];
  let isArea = false;
  let line: number[] = [];
  return {
    point: (lon, lat) => {
      if (!isArea) line.push(lon, lat);
      else for (const part of areas) part.point(lon, lat);
    },
    lineStart: () => {
      if (!isArea) line = [];
      else for (const part of areas) part.lineStart();
    },
    lineEnd: () => {
      if (!isArea) sendLine(line, lines);
      else for (const part of areas) part.lineEnd();
    },
    polygonStart: () => {
      isArea = true;
      for (const part of areas) part.polygonStart();
    },
    polygonEnd: () => {
      for (const part of areas) part.polygonEnd();
      isArea = false;
    },
    sphere: () => {
      for (const part of areas) part.sphere!();
    },
  };
}

/** Sends each ring with its points in the opposite order. */
function rewound(sink: GeoStream): GeoStream {
  let ring: Point[] = [];
  return {
    point: (x, y) => ring.push([x, y]),
    lineStart: () => {
      ring = [];
    },
    lineEnd: () => {
      sink.lineStart();
      for (const [x, y] of ring.reverse()) sink.point(x, y);
      sink.lineEnd();
    },
    polygonStart: () => sink.polygonStart(),
    polygonEnd: () => sink.polygonEnd(),
  };
}

/**
 * Sends a line to one part after the other: two parts that both show it would mix its points. Areas wait in
 * the clipping until they end.
 */
function sendLine(line: readonly number[], parts: readonly GeoStream[]): void {
  for (const part of parts) {
    part.lineStart();
    for (let i = 0; i < line.length; i += 2) part.point(line[i]!, line[i + 1]!);
    part.lineEnd();
  }
}

type Part = typeof ALASKA;
type Point = [number, number];

/** Projections of the parts, with the parameters of `geoAlbersUsa`. */
function projectionsOf(
  scale: number,
  x: number,
  y: number,
): Record<'mainland' | 'alaska' | 'hawaii', GeoProjection> {
  const at = (projection: GeoProjection, share: number, across: number, down: number): GeoProjection =>
    projection.scale(share * scale).translate([x + across * scale, y + down * scale]);
  const conic = (): GeoConicProjection => geoConicEqualArea();
  return {
    mainland: at(geoAlbers(), 1, 0, 0),
    alaska: at(conic().rotate([154, 0]).center([-2, 58.5]).parallels([55, 65]), 0.35, -0.307, 0.201),
    hawaii: at(conic().rotate([157, 0]).center([-3, 19.9]).parallels([8, 18]), 1, -0.205, 0.212),
  };
}

/**
 * Points as `geoAlbersUsa` has them, in a tenth of its time (it sends each place through three cut streams).
 * Places of the mainland that lie under an inset give null; `geoAlbersUsa` has points for them.
 */
function pointsOfParts(
  { mainland, alaska, hawaii }: ReturnType<typeof projectionsOf>,
  scale: number,
  x: number,
  y: number,
): (place: Point) => Point | null {
  const isIn = (part: Part, [px, py]: Point): boolean => {
    const [across, down] = [(px - x) / scale, (py - y) / scale];
    return across > part.left && across < part.right && down > part.top && down < part.bottom;
  };
  return (place) => {
    const onMainland = mainland(place)!;
    if (isIn(MAINLAND, onMainland)) {
      return isIn(ALASKA, onMainland) || isIn(HAWAII, onMainland) ? null : onMainland;
    }
    const inAlaska = alaska(place)!;
    if (isIn(ALASKA, inAlaska)) return inAlaska;
    const inHawaii = hawaii(place)!;
    return isIn(HAWAII, inHawaii) ? inHawaii : null;
  };
}
