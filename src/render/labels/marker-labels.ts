import type { LabelledAreas } from './area-labels.js';
import type { LabelCandidate, LabelStyle } from './label.js';

/** Names of markers are the subject of the map: darker and larger than names of the base map. */
const ON_MAP: LabelStyle = {
  sizePt: 7.5,
  weight: 400,
  italic: false,
  color: '#1f2328',
  halo: { color: '#ffffff', widthPt: 1.4 },
  letterSpacingPt: 0,
  paddingPt: 0.5,
  lines: 2,
};

/** Dark letters would not be read over forests and seas, nor thin ones over towns. */
const ON_IMAGERY: LabelStyle = {
  ...ON_MAP,
  weight: 700,
  color: '#ffffff',
  halo: { color: '#0d1b26', widthPt: 1.5 },
};

/** Numbers of markers at one place are smaller than their names, and bold. */
const STACK = { sizePt: 6.5, weight: 700, lines: 1 } as const;

/** Width of a pin, as a share of its height. */
const PIN_WIDTH = 0.7;

/** A name on the page. */
export interface MarkerName {
  name: string;
  xPt: number;
  yPt: number;
  /** Tells whether the marker is a region alone, without a pin: its name stands within it. */
  isRegion: boolean;
}

/**
 * Names beside their symbols, whose boxes have been taken, and within their regions: beside a region's middle
 * they would stand on other regions. One point on the page has one label: that of its first marker.
 */
export function* markerLabels(
  markers: Iterable<MarkerName>,
  regions: LabelledAreas,
  symbol: 'pin' | 'dot',
  symbolSizePt: number,
  isOnImagery = false,
): Generator<LabelCandidate> {
  const half = symbolSizePt / 2;
  const room = symbol === 'pin' ? roomOfPin(symbolSizePt) : { sidePt: half, abovePt: half, belowPt: half };
  const labelled = new Set<number>();
  for (const { name, xPt, yPt, isRegion } of markers) {
    const point = Math.round(yPt) * 65_536 + Math.round(xPt);
    if (labelled.has(point)) continue;
    labelled.add(point);
    const region = isRegion ? regions.at(xPt, yPt) : undefined;
    yield {
      text: name,
      xPt,
      yPt,
      symbol: room,
      positions: ['right', 'left', 'above', 'below'],
      style: isOnImagery ? ON_IMAGERY : ON_MAP,
      ...(region && { roomFor: (heightPt: number) => regions.roomIn(region, heightPt) }),
    };
  }
}

/** "×12" at pins of which each stands for several markers, above them, where names seldom are. */
export const stackLabels = (
  stacks: readonly { xPt: number; yPt: number; count: number }[],
  pinPt: number,
  isOnImagery: boolean,
): LabelCandidate[] =>
  stacks.map(({ xPt, yPt, count }) => ({
    text: `×${count.toLocaleString('en')}`,
    xPt,
    yPt,
    symbol: roomOfPin(pinPt),
    positions: ['above', 'right', 'left'],
    style: { ...(isOnImagery ? ON_IMAGERY : ON_MAP), ...STACK },
  }));

const roomOfPin = (sizePt: number): LabelCandidate['symbol'] => ({
  sidePt: (sizePt / 2) * PIN_WIDTH,
  abovePt: sizePt,
  belowPt: 0,
});
