/** Units per degree: areas are rounded to millionths of a degree anyway. */
const UNITS = 1e6;
const MORE = 0x80;
const SEVEN_BITS = 0x7f;

type MultiPolygon = readonly (readonly (readonly (readonly number[])[])[])[];

/**
 * Packs a MultiPolygon into about 4 bytes a vertex: the number of polygons; for each its number of rings; for
 * each its number of vertices without the closing one; then each vertex as its difference in longitude and
 * latitude from the one before, starting at 0, 0. All numbers are LEB128, differences in zigzag.
 * @param coordinates lon, lat in degrees; rings closed
 */
export function packArea(coordinates: MultiPolygon): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const write = (value: number): void => {
    let rest = value;
    // Division instead of shifts, which are limited to 32 bits.
    for (; rest > SEVEN_BITS; rest = Math.floor(rest / MORE)) bytes.push((rest % MORE) | MORE);
    bytes.push(rest);
  };
  let lastX = 0;
  let lastY = 0;
  write(coordinates.length);
  for (const rings of coordinates) {
    write(rings.length);
    for (const ring of rings) {
      write(ring.length - 1);
      for (const [lon, lat] of ring.slice(0, -1)) {
        const x = Math.round(lon! * UNITS);
        const y = Math.round(lat! * UNITS);
        write(zigzag(x - lastX));
        write(zigzag(y - lastY));
        lastX = x;
        lastY = y;
      }
    }
  }
  return Uint8Array.from(bytes);
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/**
 * @returns the coordinates of a GeoJSON MultiPolygon.
 * @throws RangeError for bytes that `packArea` did not write
 */
export function unpackArea(bytes: Uint8Array): number[][][][] {
  let at = 0;
  const read = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= MORE) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError(`a packed area ends after ${bytes.length} bytes`);
      value += (byte & SEVEN_BITS) * scale;
      if (byte < MORE) return value;
    }
  };
  let x = 0;
  let y = 0;
  return times(read(), () =>
    times(read(), () => {
      const ring = times(read(), () => {
        x += unzigzag(read());
        y += unzigzag(read());
        return [x / UNITS, y / UNITS];
      });
      ring.push([...ring[0]!]);
      return ring;
    }),
  );
}

function times<T>(n: number, make: () => T): T[] {
  const made: T[] = [];
  for (let i = 0; i < n; i++) made.push(make());
  return made;
}
