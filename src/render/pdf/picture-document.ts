import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';

/** pdfkit's record of a font that it will embed, which its types leave out. */
export interface EmbeddedFont {
  id: string;
  /** The glyphs of the file to be; a glyph's place there is its code in the text. */
  subset: { glyphs: number[] };
  /** Widths in thousandths of an em, by code. */
  widths: number[];
  /** Code points that a code stands for, by code. */
  unicode: number[][];
  ref(): PDFKit.PDFKitReference;
}

interface Internals {
  _font: EmbeddedFont;
  page: { fonts: Record<string, PDFKit.PDFKitReference>; xobjects: Record<string, PDFKit.PDFKitReference> };
}

/** Metadata of the document. The strings may hold any characters. */
export interface DocumentAbout {
  title: string;
  subject: string;
  createdAt: Date;
}

const CREATOR = 'cartload';

/** A document of one page. Coordinates are points from its upper left corner, y down. */
export class PictureDocument extends PDFDocument {
  #forms = 0;

  constructor(widthPt: number, heightPt: number, { title, subject, createdAt }: DocumentAbout) {
    super({
      size: [widthPt, heightPt],
      margin: 0,
      pdfVersion: '1.7',
      displayTitle: true,
      // The words of a legend are English; for readers of screens.
      tagged: true,
      lang: 'en',
      // null: no Helvetica, which is not embedded. The types know no null.
      font: null as unknown as string,
      info: {
        Title: title,
        Subject: subject,
        Author: CREATOR,
        Creator: CREATOR,
        Producer: CREATOR,
        CreationDate: createdAt,
      },
    });
  }

  /** The font, to be embedded with the glyphs that are put into its subset. */
  embed(font: Font): EmbeddedFont {
    const internals = this as unknown as Internals;
    this.font(font as unknown as PDFKit.Mixins.PDFFontSource);
    const embedded = internals._font;
    internals.page.fonts[embedded.id] = embedded.ref();
    return embedded;
  }

  /** Draws an element of the document's structure. @param alt what a reader of screens says in its place */
  element(type: 'Figure' | 'P', draw: () => void, alt?: string): void {
    const content = this.markStructureContent(type);
    draw();
    this.endMarkedContent();
    const element = this.struct(type, alt === undefined ? {} : { alt }, [content]);
    this.addStructure(element);
    element.end();
  }

  /** Operators of a content stream; whole lines of them. */
  addBytes(operators: Buffer): void {
    this.addContent(operators as unknown as string);
  }

  /**
   * Operators that are written once and painted often, by `/name Do` with the name that is answered. `box`
   * holds all that they paint.
   */
  addForm(box: readonly [number, number, number, number], operators: string): string {
    const form = this.ref({ Type: 'XObject', Subtype: 'Form', BBox: [...box] });
    form.end(Buffer.from(operators, 'latin1'));
    const name = `X${++this.#forms}`;
    (this as unknown as Internals).page.xobjects[name] = form;
    return name;
  }

  /** Overrides pdfkit, which writes the strings into the XML of the metadata as they are. */
  protected _addInfo(): void {
    const plain = this.info;
    this.info = Object.fromEntries(
      Object.entries(plain).map(([key, value]) => [key, typeof value === 'string' ? xmlText(value) : value]),
    ) as typeof plain;
    (PDFDocument.prototype as unknown as { _addInfo(this: PictureDocument): void })._addInfo.call(this);
    this.info = plain;
  }
}

function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}
