/** What of fontkit is used here; it brings no types of its own. */
declare module 'fontkit' {
  export interface Glyph {
    id: number;
    /** The characters that this glyph stands for; none for what a letter was split into. */
    codePoints: number[];
    /** In units of the font. */
    advanceWidth: number;
    path: { commands: { command: string; args: number[] }[] };
  }

  /** In units of the font, as all lengths. */
  export interface Position {
    xAdvance: number;
    xOffset: number;
    yOffset: number;
  }

  export interface Font {
    unitsPerEm: number;
    /** Glyphs from left to right, whatever the direction. */
    layout(
      text: string,
      features: undefined,
      script: undefined,
      language: undefined,
      direction: 'ltr' | 'rtl',
    ): { glyphs: Glyph[]; positions: Position[] };
    getGlyph(id: number, codePoints?: number[]): Glyph | null;
  }

  export function openSync(file: string): Font;
}
