import { classFills } from '../../images/class-fills.js';
import type { Color } from '../../schema/palette.js';

/** Colours as the map draws them: classes of numbers have those of their ramp. */
export function drawnColors(
  palette: Map<string, Color>,
  legend: readonly { name: string; color: string }[],
): Map<string, Color> {
  const fills = classFills(legend);
  return new Map(
    [...palette].map(([name, color]) => [
      name,
      { ...color, fill_color: fills.get(name) ?? color.fill_color },
    ]),
  );
}
