import type { Fonts } from '../fonts.js';
import type { Box } from '../map-frame.js';
import type { TextShape } from '../scene.js';
import type { GroundColors } from './ground-colors.js';

/** A name's box lies on one colour by this much at least: across a border no letters and no halo suit both sides. */
const LEAST_SHARE = 0.95;
/** Contrast from which a name keeps its colour. A name also keeps it where its contrast is as high as on land. */
const ENOUGH_CONTRAST = 4.5;
const LIGHT = '#ffffff';
const DARK = '#2f333a';
/** Width of a halo upon several colours. */
const HALO_PT = 1.8;
/** Parts of the size, above and below the baseline. */
const ASCENT = 0.75;
const DESCENT = 0.2;

/**
 * The name in colours that are readable on its ground: on an area its halo has the colour of that area, and its letters are light or dark.
 * null: it stands on several colours. A major name stands on them with a white halo.
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
): Box {
  const widthPt = measure(text, sizePt, weight) + text.length * letterSpacingPt;
  return {
    xPt: xPt - PART_OF_WIDTH[anchor] * widthPt,
    yPt: yPt - ASCENT * sizePt,
    widthPt,
    heightPt: (ASCENT + DESCENT) * sizePt,
  };
}

const inkOn = (color: string): string => (contrast(LIGHT, color) > contrast(DARK, color) ? LIGHT : DARK);

/** 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
