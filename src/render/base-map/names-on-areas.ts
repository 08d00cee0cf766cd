import { contrast } from '../contrast.js';
import type { Fonts } from '../fonts.js';
import type { PageBox } from '../map-frame.js';
import type { TextShape } from '../scene.js';
import type { GroundColors } from './ground-colors.js';

/**
 * A name's box lies on one colour by this much at least: across a border no letters and no halo suit both
 * sides.
 */
const LEAST_SHARE = 0.95;
/**
 * Contrast from which a name keeps its colour. A name also keeps it where its contrast is as high as on land.
 */
const ENOUGH_CONTRAST = 4.5;
const LIGHT = '#ffffff';
const DARK = '#2f333a';
/** Width of a halo upon several colours. */
const HALO_PT = 1.8;
/** Parts of the size, above and below the baseline. */
const ASCENT = 0.75;
const DESCENT = 0.2;

/**
 * The name in colours that are readable on its ground: on an area its halo has the colour of that area, and
 * its letters are light or dark. null: it stands on several colours. A major name stands on them with a white
 * halo.
 */
export function nameOnAreas(
  name: TextShape,
  ground: GroundColors,
  land: string,
  widthPt: Fonts['widthPt'],
  isMajor = false,
): TextShape | null {
  const { color, share } = ground.mostIn(boxOf(name, widthPt));
  if (share < LEAST_SHARE)
    return isMajor ? { ...name, color: DARK, halo: { color: LIGHT, widthPt: HALO_PT } } : null;
  if (color === land || name.halo === null) return name;
  const enough = Math.min(ENOUGH_CONTRAST, contrast(name.color, land));
  const ink = contrast(name.color, color) >= enough ? name.color : inkOn(color);
  return { ...name, color: ink, halo: { ...name.halo, color } };
}

const PART_OF_WIDTH = { start: 0, middle: 0.5, end: 1 } as const;

function boxOf(
  { text, xPt, yPt, sizePt, weight, anchor, letterSpacingPt = 0 }: TextShape,
  measure: Fonts['widthPt'],
): PageBox {
  const widthPt = measure(text, sizePt, weight) + text.length * letterSpacingPt;
  return {
    xPt: xPt - PART_OF_WIDTH[anchor] * widthPt,
    yPt: yPt - ASCENT * sizePt,
    widthPt,
    heightPt: (ASCENT + DESCENT) * sizePt,
  };
}

const inkOn = (color: string): string => (contrast(LIGHT, color) > contrast(DARK, color) ? LIGHT : DARK);
