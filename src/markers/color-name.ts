import { quote } from '../base/cut.js';
import { badRequest } from '../base/errors.js';
import { didYouMean } from '../base/near-name.js';

/**
 * Finds a colour name in the palette; surrounding blanks and capitals do not matter.
 * @param what name of the member in the message
 * @returns null for a blank text, which means no colour
 * @throws AppError BAD_REQUEST for any name that the palette lacks, hex values among them
 */
export function readColorName(text: string, palette: readonly string[], what = 'color'): string | null {
  const name = text.trim().toLowerCase();
  if (name === '') return null;
  if (palette.includes(name)) return name;
  throw badRequest(
    `${what} ${quote(text, 40)} is not a colour name of the map's palette${didYouMean(name, palette, ' (', ')')}; see GET /maps/{map_id}/colors`,
  );
}
