/** Path data of absolute M, L, C and Z, scaled and then moved. */
export function scaledPath(d: string, scale: number, x: number, y: number): string {
  let isX = false;
  return d.replace(/-?\d+(?:\.\d+)?/g, (number) => {
    isX = !isX;
    return (Number(number) * scale + (isX ? x : y)).toFixed(2);
  });
}
