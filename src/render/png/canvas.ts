/** A page in pixels, opaque from the start. */
export interface Canvas {
  widthPx: number;
  heightPx: number;
  /** Red, green, blue, 255. */
  pixels: Uint8Array;
}

/** v / 255, rounded, for 0 to 65,025 and a little more. */
export const by255 = (v: number): number => (v + 128 + ((v + 128) >> 8)) >> 8;

/** Lays a layer of the same size upon it, its channels premultiplied. */
export function layUpon(canvas: Canvas, layer: Uint8Array): void {
  const { pixels } = canvas;
  const whole = new Uint32Array(layer.buffer, layer.byteOffset, layer.byteLength / 4);
  for (let pixel = 0; pixel < whole.length; pixel++) {
    // Most of a layer of texts is empty.
    if (whole[pixel] === 0) continue;
    const at = 4 * pixel;
    const rest = 255 - layer[at + 3]!;
    for (let channel = at; channel < at + 3; channel++) {
      pixels[channel] = layer[channel]! + by255(pixels[channel]! * rest);
    }
  }
}
