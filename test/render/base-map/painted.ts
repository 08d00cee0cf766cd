/** Tells whether path data of M, L and Z fill a point by the even-odd rule. */
export function isPainted(d: string, x: number, y: number): boolean {
  let isIn = false;
  for (const ring of d.split('M').slice(1)) {
    const points = ring
      .replace('Z', '')
      .split('L')
      .map((point) => point.split(',').map(Number) as [number, number]);
    points.forEach(([bx, by], i) => {
      const [ax, ay] = points.at(i - 1)!;
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
    });
  }
  return isIn;
}

export const coordinatesOf = (d: string): [number, number][] =>
  [...d.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
