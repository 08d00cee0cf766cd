/**
 * Spreads the colours at the edge of the drawn pixels by `reach` pixels: empty pixels take the colour of a
 * neighbour. The caller then cuts the earth's edge by a shape upon it, and neither enlarging nor JPEG blends
 * paper into the sea.
 * @param pixels four bytes each, the last 0 where it is empty
 */
export function spreadEdge(pixels: Uint8Array, widthPx: number, heightPx: number, reach: number): void {
  const whole = new Uint32Array(pixels.buffer, pixels.byteOffset, widthPx * heightPx);
  let rim: number[] = [];
  const forNeighbors = (pixel: number, visit: (neighbor: number) => void): void => {
    const x = pixel % widthPx;
    if (x > 0) visit(pixel - 1);
    if (x < widthPx - 1) visit(pixel + 1);
    if (pixel >= widthPx) visit(pixel - widthPx);
    if (pixel < whole.length - widthPx) visit(pixel + widthPx);
  };
  for (let pixel = 0; pixel < whole.length; pixel++) {
    if (whole[pixel] === 0) continue;
    const [left, right, above, below] = [pixel - 1, pixel + 1, pixel - widthPx, pixel + widthPx];
    if (whole[left] === 0 || whole[right] === 0 || whole[above] === 0 || whole[below] === 0) rim.push(pixel);
  }
  for (let step = 0; step < reach; step++) {
    const next: number[] = [];
    for (const pixel of rim) {
      forNeighbors(pixel, (neighbor) => {
        if (whole[neighbor] !== 0) return;
        whole[neighbor] = whole[pixel]!;
        next.push(neighbor);
      });
    }
    rim = next;
  }
}

/** @param color of pixels that are empty, `#rrggbb` */
export function fillEmpty(pixels: Uint8Array, color: string): void {
  const whole = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  const [filled] = new Uint32Array(Uint8Array.from([...Buffer.from(color.slice(1), 'hex'), 255]).buffer);
  for (let pixel = 0; pixel < whole.length; pixel++) if (whole[pixel] === 0) whole[pixel] = filled!;
}
