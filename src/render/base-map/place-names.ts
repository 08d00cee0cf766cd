import { isInRings } from '../../geo/base-map/is-in-rings.js';
import type { NameKind } from '../../geo/base-map/names.js';
import type { Fonts } from '../fonts.js';
import type { PlacedLabel } from '../labels/label.js';
import type { Occupancy } from '../labels/occupancy.js';
import { placeLabels } from '../labels/place-labels.js';
import type { MapFrame, PageBox } from '../map-frame.js';
import type { Shape, TextShape } from '../scene.js';
import { type AreaKind, areaNames } from './area-names.js';
import type { BaseMapFiles } from './base-map-files.js';
import { detailAt } from './detail.js';
import { type FoundName, findNames } from './find-names.js';
import { geoBoxOf } from './geo-box.js';
import type { BaseMapStyle } from './style.js';
import { dotsPath } from './town-dots.js';
import { farFrom, leastInhabitants, type TownName, townNames } from './town-names.js';

/** Scale beyond which countries are small, and towns would hide them. */
const TOWNS_BELOW_M_PER_PT = 30_000;
const STATES_BELOW_M_PER_PT = 9_000;
const QUARTERS_BELOW_M_PER_PT = 60;
/** Room of the map for one town: denser names make a map restless. */
const PT2_PER_TOWN = 7_000;
/** Share of these towns, the largest, that a map covered by areas has. */
const SHARE_ON_AREAS = 0.4;

/**
 * Names of waters, countries, states and towns as they belong to the frame's scale, where nothing is taken:
 * on a map full of pins there may be none.
 * @param taken pins, labels of markers, legends; grows by the names
 * @param named texts of the markers' labels in small letters; a place of that name gets no second label
 * @param adapted returns a name in the colours for its ground; null: it cannot be read there
 * @param isCovered areas cover so much that only large cities are named, for orientation
 * @throws Error when the geodata were not built
 */
export function placeNames(
  frame: MapFrame,
  files: BaseMapFiles,
  style: BaseMapStyle,
  taken: Occupancy,
  widthPt: Fonts['widthPt'],
  named: ReadonlySet<string> = new Set(),
  adapted: (name: TextShape, isMajor: boolean) => TextShape | null = (name) => name,
  isCovered = false,
): Shape[] {
  const box = geoBoxOf(frame);
  if (box === null) return [];
  const { metersPerPt, map } = frame;
  const isAlone = frame.insetLines !== '';
  const find = <K extends NameKind>(kind: K, leastSize = 0): (FoundName & { kind: K })[] =>
    findNames(frame, files.names, kind, box, leastSize) as (FoundName & { kind: K })[];

  const hasWaters = detailAt(metersPerPt).hasSea || style.water === null;
  const areaKinds: AreaKind[] = isAlone ? [] : hasWaters ? ['ocean', 'country', 'lake'] : ['country'];
  if (metersPerPt < STATES_BELOW_M_PER_PT) areaKinds.push('state');
  const townKinds: NameKind[] = metersPerPt < TOWNS_BELOW_M_PER_PT ? ['capital', 'seat', 'town'] : [];
  if (metersPerPt < QUARTERS_BELOW_M_PER_PT) townKinds.push('quarter');
  const isShown = ({ text, lon, lat }: FoundName): boolean =>
    !named.has(text.toLowerCase()) && (!isAlone || isInRings(files.layers('50m').usLand, lon, lat));

  const areas = areaKinds.flatMap((kind) => find(kind)).filter(isShown);
  const towns = townKinds.flatMap((kind) => find(kind, leastInhabitants(frame))).filter(isShown);
  // A dot on a pin would belong to no place.
  const hasFreeDot = (town: TownName): boolean => taken.isFree(dotBox(town));
  const candidates = townNames(frame, towns, style).flatMap((town) =>
    hasFreeDot(town) ? [town] : town.isMajor ? [{ ...town, dotPt: 0 }] : [],
  );
  const room = Math.ceil((map.widthPt * map.heightPt) / PT2_PER_TOWN);
  const placed: PlacedLabel<TownName>[] = [];
  const placeTowns = (towns: readonly TownName[], mostShown: number): void => {
    const isFar = farFrom(placed);
    const isWanted = (town: TownName, others: readonly PlacedLabel[]): boolean =>
      isFar(town, others) && (town.dotPt === 0 || hasFreeDot(town));
    placed.push(...placeLabels(towns, taken, { widthPt, adapted, mostShown, isWanted }));
  };
  // A country's name can give way to its capital's, and a state's to that of a large city, which cannot move.
  const capitals = candidates.filter(({ isCapital }) => isCapital);
  placed.push(...placeLabels(capitals, taken, { widthPt, adapted }));
  const cities = candidates.filter(({ isCity }) => isCity);
  placeTowns(cities, isCovered ? Math.ceil(room * SHARE_ON_AREAS) : room);
  const placedAreas = isCovered
    ? []
    : placeLabels(areaNames(frame, areas, style, widthPt), taken, { widthPt, adapted });
  if (!isCovered) {
    const others = candidates.filter(({ isCapital, isCity }) => !isCapital && !isCity);
    placeTowns(others, room - placed.length + capitals.length);
  }
  const dots = dotsPath(placed.map(({ candidate }) => candidate));
  const { color, ring } = style.townDot;
  return [
    ...(dots === ''
      ? []
      : [
          {
            kind: 'path',
            d: dots,
            fill: { color, opacity: 1 },
            stroke: { color: ring, opacity: 1, widthPt: 0.6 },
          } as const,
        ]),
    ...[...placedAreas, ...placed].map(({ shape }) => shape),
  ];
}

const dotBox = ({ xPt, yPt, dotPt }: TownName): PageBox => ({
  xPt: xPt - dotPt / 2,
  yPt: yPt - dotPt / 2,
  widthPt: dotPt,
  heightPt: dotPt,
});
