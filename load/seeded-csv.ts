import { open } from 'node:fs/promises';

/** Numerical Recipes' linear congruential generator: the same file for the same seed, everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const STATES = ['CA', 'NY', 'TX', 'WA', 'OH', 'FL', 'IL', 'GA'];
export const CATEGORIES = ['Retail', 'Office', 'Depot', 'Clinic', 'School'];
export const SEEDED_HEADER = 'name,lat,lng,street,city,state,zip,category,Phone,Account';

/**
 * Writes a spreadsheet of 10 columns (about 95 bytes a row): name, coordinates, address, category, two custom fields.
 * @returns bytes written
 */
export async function writeSeededCsv(path: string, rows: number, seed = 1): Promise<number> {
  const random = createRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const file = await open(path, 'w');
  let bytes = 0;
  let text = `${SEEDED_HEADER}\n`;
  for (let i = 0; i < rows; i++) {
    const lat = (random() * 140 - 60).toFixed(6);
    const lng = (random() * 360 - 180).toFixed(6);
    text +=
      `Place ${i},${lat},${lng},${below(9999)} Main Street,City ${below(5000)},${STATES[below(8)]},` +
      `${10_000 + below(89_999)},${CATEGORIES[below(5)]},555-${1000 + below(8999)},A-${below(1e9)}\n`;
    if (text.length > 1 << 20 || i === rows - 1) {
      bytes += (await file.write(text)).bytesWritten;
      text = '';
    }
  }
  await file.close();
  return bytes;
}
