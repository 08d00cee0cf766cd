import type { Glyph } from 'fontkit';
import { openFace } from '../shaping/open-face.js';
import type { PlacedGlyph } from '../shaping/shape-line.js';
import type { EmbeddedFont, PictureDocument } from './picture-document.js';

/** The faces of a document, each embedded with the glyphs that were asked for. */
export class PageFaces {
  readonly #document: PictureDocument;
  readonly #faces = new Map<string, PageFace>();

  constructor(document: PictureDocument) {
    this.#document = document;
  }

  /** Throws when the file cannot be read. */
  get(file: string): PageFace {
    let face = this.#faces.get(file);
    if (!face) {
      face = new PageFace(this.#document, file);
      this.#faces.set(file, face);
    }
    return face;
  }
}

export class PageFace {
  readonly unitsPerEm: number;
  readonly #document: PictureDocument;
  readonly #embedded: EmbeddedFont;
  readonly #space: number;
  readonly #codes = new Map<string, string>();
  readonly #outlines = new Map<string, string | null>();

  constructor(document: PictureDocument, file: string) {
    const font = openFace(file);
    this.unitsPerEm = font.unitsPerEm;
    this.#document = document;
    this.#embedded = document.embed(font);
    this.#space = font.glyphForCodePoint(' '.charCodeAt(0)).id;
  }

  /** Name of the face in the page's resources. */
  get name(): string {
    return this.#embedded.id;
  }

  /**
   * The code of a glyph in text, as four hexadecimal digits. A glyph that stands for several texts gets a
   * code for each, and so a place of its own in the file: so every reader of PDFs finds the text.
   */
  code({ glyph, text }: PlacedGlyph): string {
    return this.#code(glyph.id, glyph.advanceWidth, text);
  }

  /** The code of a blank without a width that is found as this text; null when the face has no blank. */
  blank(text: string): string | null {
    return this.#space === 0 ? null : this.#code(this.#space, 0, text);
  }

  #code(glyph: number, advance: number, text: string): string {
    const key = `${glyph} ${advance} ${text}`;
    let code = this.#codes.get(key);
    if (code === undefined) {
      const { subset, widths, unicode } = this.#embedded;
      const place = subset.glyphs.push(glyph) - 1;
      widths[place] = (advance * 1000) / this.unitsPerEm;
      unicode[place] = Array.from(text, (character) => character.codePointAt(0)!);
      code = place.toString(16).padStart(4, '0');
      this.#codes.set(key, code);
    }
    return code;
  }

  /** The name of a form that paints the glyph's outline in units of the font, y upwards; null for a blank. */
  outline(glyph: Glyph, paint: 'fill' | 'stroke'): string | null {
    const key = `${paint} ${glyph.id}`;
    let name = this.#outlines.get(key);
    if (name === undefined) {
      const operators = outlineOperators(glyph);
      // A stroke reaches beyond the outline; no letter is larger than three ems.
      const reach = 3 * this.unitsPerEm;
      const painted = operators + (paint === 'fill' ? 'f' : 'S');
      name = operators === '' ? null : this.#document.addForm([-reach, -reach, reach, reach], painted);
      this.#outlines.set(key, name);
    }
    return name;
  }
}

const OPERATORS: Record<string, string> = { moveTo: 'm', lineTo: 'l', bezierCurveTo: 'c', closePath: 'h' };

function outlineOperators(glyph: Glyph): string {
  let [x, y] = [0, 0];
  let operators = '';
  for (const { command, args } of glyph.path.commands) {
    const points = command === 'quadraticCurveTo' ? cubic(x, y, args) : args;
    const operator = OPERATORS[command] ?? 'c';
    operators += `${[...points.map(Math.round), operator].join(' ')}\n`;
    [x, y] = [points.at(-2) ?? x, points.at(-1) ?? y];
  }
  return operators;
}

/** The curve of TrueType by one of PDF. */
function cubic(x: number, y: number, [cx, cy, endX, endY]: readonly number[]): number[] {
  const between = (from: number, to: number) => from + (2 / 3) * (to - from);
  return [between(x, cx!), between(y, cy!), between(endX!, cx!), between(endY!, cy!), endX!, endY!];
}
