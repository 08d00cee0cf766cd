/** Red, green, blue, opacity; rows from the top. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/**
 * A smaller picture, each of its pixels the mean of those that it stands for. Opacity is left out: pictures
 * have none.
 */
export function shrunk(from: Pixels, width: number): Pixels {
  const height = Math.round((from.height * width) / from.width);
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [y, y + 1].map((row) => Math.round((row * from.height) / height)) as [
      number,
      number,
    ];
    for (let x = 0; x < width; x++) {
      const [left, right] = [x, x + 1].map((column) => Math.round((column * from.width) / width)) as [
        number,
        number,
      ];
      data.set(meanColor(from, { left, right, top, bottom }), 4 * (y * width + x));
    }
  }
  return { width, height, data };
}

function meanColor(
  { width, data }: Pixels,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): [number, number, number, number] {
  const sum = [0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let at = 4 * (y * width + left); at < 4 * (y * width + right); at += 4)
      for (let channel = 0; channel < 3; channel++) sum[channel]! += data[at + channel]!;
  const [red, green, blue] = sum.map((value) => Math.round(value / ((right - left) * (bottom - top))));
  return [red!, green!, blue!, 255];
}
