import { CopyWriter } from '../../format/copy-writer.js';
import { cellOf } from '../../geo/cell.js';
import { LINE_TEXTS } from '../../schema/marker-columns.js';
import { type IncomingRow, TEXT } from '../rows/incoming-row.js';
import { type Lanes, WRITTEN_DIGITS, writtenHash } from './written.js';

const TEXTS = LINE_TEXTS.map((column) => TEXT[column]);
const PLACE_TEXTS = [TEXT.name, TEXT.type, TEXT.latText, TEXT.lngText];

/** Writes the rows of a block as lines of COPY text, whose columns are LINE_COLUMNS. */
export class LineCollector {
  readonly #lines: CopyWriter;
  readonly #lineEnds: Uint32Array;
  readonly #mapIdText: Buffer;
  /** Most rows have the radius of the one before. */
  #radius = { miles: 0, text: '' };

  /** @param lineEnds two numbers for each record of the block */
  constructor(mapId: number, memory: Buffer, lineEnds: Uint32Array) {
    this.#lines = new CopyWriter(memory);
    this.#lineEnds = lineEnds;
    this.#mapIdText = Buffer.from(`${mapId}\t`);
  }

  /** @returns the line's `writtenHash`, which stands in it */
  add(markerId: number, row: IncomingRow, expiresAt: string, addressKey: number, style: Lanes): number {
    const out = this.#lines;
    out.asIs(this.#mapIdText);
    out.integer(markerId);
    out.tab();
    const writtenAt = out.roomForDigits(WRITTEN_DIGITS);
    out.tab();
    const from = out.length;
    for (const text of PLACE_TEXTS) {
      row.write(text, out);
      out.tab();
    }
    out.integer(cellOf(row.lat, row.lng));
    out.tab();
    if (row.radiusMiles === 0) out.null();
    else out.text(this.#radiusText(row.radiusMiles));
    out.tab();
    for (const text of TEXTS) {
      row.write(text, out);
      out.tab();
    }
    row.writeMembers(out);
    out.tab();
    out.textOrNull(expiresAt);
    out.tab();
    row.write(TEXT.regionSource, out);
    out.tab();
    row.write(TEXT.driveTimeArea, out);
    out.tab();
    if (addressKey === 0) out.null();
    else out.integer(addressKey);
    const hash = writtenHash(out.view, from, out.length, style, row);
    out.digitsAt(writtenAt, hash, WRITTEN_DIGITS);
    return hash;
  }

  /** @param styleBytes that are left free for the style of the row */
  end(at: number, styleBytes: number): void {
    this.#lineEnds[2 * at] = this.#lines.length;
    this.#lines.lineEnd(styleBytes);
    this.#lineEnds[2 * at + 1] = this.#lines.length;
  }

  finish(rows: number) {
    return { lines: this.#lines.finish(), lineEnds: this.#lineEnds.subarray(0, 2 * rows) };
  }

  #radiusText(miles: number): string {
    if (this.#radius.miles !== miles) this.#radius = { miles, text: String(miles) };
    return this.#radius.text;
  }
}
