import type { Fonts } from '../fonts.js';
import type { LabelCandidate } from '../labels/label.js';
import type { MapFrame } from '../map-frame.js';
import type { FoundName } from './find-names.js';
import { showsEarthAt } from './geo-box.js';
import type { BaseMapStyle, Halo, NameStyle } from './style.js';

/**
 * Widest name, as a share of the side of a square as large as the area: less for states, whose towns need the
 * room.
 */
const WIDEST = { ocean: 1.2, lake: 1.3, country: 1.2, state: 1 } as const;
/**
 * Side of that square, as a share of the map's diagonal, from which an area is the map's subject and needs no
 * name.
 */
const SUBJECT = 0.5;
/** Names grow with what they name, up to this; lakes' do not, since some of them have short names. */
const LARGEST = 1.5;
/** On maps of the whole earth, names begin smaller. */
const FAR_M_PER_PT = 30_000;
const FAR = { smallest: 0.66, largest: 1.1 };

/**
 * Shares of the letters' size: half the height that the earth must fill around a name, and the moves that are
 * tried until it does.
 */
const EDGE = 0.8;
const MOVES = [0, -0.3, 0.3, -0.6, 0.6, -0.9, 0.9];

export type AreaKind = keyof typeof WIDEST;

/** Names of waters, countries and states that are as large on the page as their names, the largest first. */
export function areaNames(
  frame: MapFrame,
  found: readonly (FoundName & { kind: AreaKind })[],
  style: BaseMapStyle,
  widthPt: Fonts['widthPt'],
): LabelCandidate[] {
  const { map, metersPerPt } = frame;
  const diagonalPt = Math.hypot(map.widthPt, map.heightPt);
  const { smallest, largest } = metersPerPt > FAR_M_PER_PT ? FAR : { smallest: 1, largest: LARGEST };
  return found.flatMap((name) => {
    const { kind, xPt, yPt } = name;
    const look = style.names[kind];
    const sidePt = (Math.sqrt(name.size) * 1000) / metersPerPt;
    if (kind !== 'ocean' && sidePt > SUBJECT * diagonalPt) return [];
    const text = look.capitals ? name.text.toUpperCase() : name.text;
    const spacing = look.capitals?.letterSpacingPt ?? 0;
    const least = widthPt(text, look.sizePt, look.weight) + text.length * spacing;
    const room = (sidePt * WIDEST[kind]) / least;
    if (room < smallest) return [];
    const growth = Math.min(kind === 'lake' ? 1 : largest, room < 1 ? room : Math.sqrt(room));
    const halfPt = (least * growth) / 2;
    const sizePt = look.sizePt * growth;
    const onEarth = (middle: number): boolean =>
      [-halfPt, halfPt].every((dx) =>
        [-EDGE, EDGE].every((dy) => showsEarthAt(frame, xPt + dx, middle + dy * sizePt)),
      );
    const move = MOVES.find((move) => onEarth(yPt + move * sizePt));
    if (move === undefined) return [];
    const label: LabelCandidate = {
      text,
      xPt,
      yPt: yPt + move * sizePt,
      // Above or below the symbol in the middle, such as the capital's.
      symbol: { sidePt: 0, abovePt: look.sizePt, belowPt: look.sizePt },
      positions: kind === 'ocean' || kind === 'lake' ? ['center'] : ['center', 'above', 'below'],
      style: labelStyle(
        look,
        kind === 'ocean' || kind === 'lake' ? style.halo.water : style.halo.land,
        growth,
      ),
    };
    return [label];
  });
}

export const labelStyle = (
  { sizePt, weight, italic, color, capitals }: NameStyle,
  halo: Halo,
  growth: number,
): LabelCandidate['style'] => ({
  sizePt: Math.round(10 * sizePt * growth) / 10,
  weight,
  italic,
  color,
  halo,
  letterSpacingPt: capitals ? Math.round(10 * capitals.letterSpacingPt * growth) / 10 : 0,
  paddingPt: 3,
});
