import { join } from 'node:path';
import type { FontFace } from '../fonts.js';
import { codePointsOf, type FontFamily, type FontFile, NO_ADVANCE } from './font-index.js';

/** A font file and the widths of its code points. */
export interface LoadedFace {
  face: FontFace;
  family: LoadedFamily;
  /** Thousandths of the size; undefined: not in this face. */
  advance(codePoint: number): number | undefined;
}

/** A family of the index. Its coverage is unpacked at first use, as hundreds of families are never used. */
export class LoadedFamily {
  readonly isJapanese: boolean;
  private readonly faces: readonly LoadedFace[];
  private positions: Map<number, number> | null = null;

  constructor(
    private readonly entry: FontFamily,
    directory: string,
  ) {
    this.isJapanese = entry.use === 'japanese';
    this.faces = entry.faces.map((file) => this.load(file, directory));
  }

  codePoints(): Iterable<number> {
    return codePointsOf(this.entry.coverage);
  }

  has(codePoint: number): boolean {
    return this.position(codePoint) !== undefined;
  }

  /** The face of this style that has the code point; the nearest style where there is none. */
  faceFor(codePoint: number, weight: 400 | 700, italic: boolean): LoadedFace {
    const [regular] = this.faces;
    const same =
      this.faces.find(({ face }) => face.weight === weight && face.italic === italic) ??
      this.faces.find(({ face }) => face.weight === weight);
    return same?.advance(codePoint) === undefined ? regular! : same;
  }

  private position(codePoint: number): number | undefined {
    this.positions ??= new Map(Array.from(this.codePoints(), (codePoint, position) => [codePoint, position]));
    return this.positions.get(codePoint);
  }

  private load({ weight, italic, file, advances }: FontFile, directory: string): LoadedFace {
    const bytes = typeof advances === 'string' ? Buffer.from(advances, 'base64') : null;
    return {
      face: { family: this.entry.name, weight, italic, file: join(directory, file) },
      family: this,
      advance: (codePoint) => {
        const position = this.position(codePoint);
        if (position === undefined) return undefined;
        const advance = bytes === null ? (advances as number) : bytes.readUInt16LE(2 * position);
        return advance === NO_ADVANCE ? undefined : advance;
      },
    };
  }
}
