import { PDFiumModule } from '@hyzyla/pdfium';
import type { Pixels } from './pixels.js';

/** A drawn text: its left end on the baseline, in points from the page's upper left corner. */
export interface PdfText {
  text: string;
  xPt: number;
  yPt: number;
  sizePt: number;
  widthPt: number;
}

export interface Pdf {
  pages: number;
  /** Box of the first page: left, bottom, right, top. */
  mediaBox: number[];
  info: Record<string, string>;
  /** Title in the XML metadata; null where it is no XML. */
  metadataTitle: string | null;
  /** Language of the document. */
  lang: string | undefined;
  /** Elements of the first page's structure, for readers of screens. */
  structure: { role: string; alt: string | undefined }[];
  /** Texts of the first page in file order, without blanks. */
  texts: PdfText[];
}

/** Functions of PDFium by the names in its headers, with pointers as numbers, and its memory. */
type Pdfium = Record<`_FPDF${string}`, (...args: number[]) => number> & {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
};

// The package declares the functions that its own classes call; the module has all of them.
const pdfium = (await PDFiumModule({})) as unknown as Pdfium;
pdfium._FPDF_InitLibrary!();

const INFO = ['Title', 'Subject', 'Author', 'Creator', 'Producer', 'CreationDate'];
const TEXT_OBJECT = 1;
const FORM_OBJECT = 5;
const BGRA = 4;
const ANNOTATIONS_AND_RGBA = 0x11;

/** Result of a function on a block of PDFium's memory. */
function withMemory<T>(bytes: number, use: (pointer: number) => T): T {
  const pointer = pdfium.wasmExports.malloc(bytes);
  try {
    return use(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}

/** Floats that a function of PDFium writes one after another, or behind a pointer each. */
function floats(count: number, write: (...pointers: number[]) => unknown): number[] {
  return withMemory(4 * count, (pointer) => {
    write(...Array.from({ length: count }, (_, i) => pointer + 4 * i));
    const view = new DataView(pdfium.HEAPU8.buffer);
    return Array.from({ length: count }, (_, i) => view.getFloat32(pointer + 4 * i, true));
  });
}

/**
 * A text that a function of PDFium writes as UTF-16, and says the bytes of, when it is asked with a buffer.
 */
function utf16(write: (buffer: number, bytes: number) => number): string {
  const bytes = write(0, 0);
  return withMemory(bytes + 2, (pointer) => {
    write(pointer, bytes);
    const text = Buffer.from(pdfium.HEAPU8.subarray(pointer, pointer + Math.max(bytes - 2, 0)));
    return text.toString('utf16le');
  });
}

/** Opens a PDF and its first page for a function. */
function withPage<T>(bytes: Uint8Array, use: (document: number, page: number) => T): T {
  return withMemory(bytes.length, (pointer) => {
    pdfium.HEAPU8.set(bytes, pointer);
    const document = pdfium._FPDF_LoadMemDocument!(pointer, bytes.length, 0);
    const page = document && pdfium._FPDF_LoadPage!(document, 0);
    try {
      if (!page) throw new Error('PDFium cannot read the PDF');
      return use(document, page);
    } finally {
      if (page) pdfium._FPDF_ClosePage!(page);
      if (document) pdfium._FPDF_CloseDocument!(document);
    }
  });
}

/** Contents of a PDF as PDFium, and so Chrome, sees them. */
export function readPdf(bytes: Uint8Array): Pdf {
  const source = Buffer.from(bytes).toString('latin1');
  return withPage(bytes, (document, page) => ({
    pages: pdfium._FPDF_GetPageCount!(document),
    mediaBox: floats(4, (...box) => pdfium._FPDFPage_GetMediaBox!(page, ...box)).map(toHundredths),
    info: Object.fromEntries(INFO.map((key) => [key, metaText(document, key)])),
    metadataTitle: titleOf(Buffer.from(source, 'latin1').toString('utf8')),
    lang: /\/Lang \((.*?)\)/.exec(source)?.[1],
    structure: structureOf(page),
    texts: textsOf(page),
  }));
}

const toHundredths = (value: number): number => Math.round(value * 100) / 100;

function metaText(document: number, key: string): string {
  return withMemory(key.length + 1, (name) => {
    pdfium.HEAPU8.set(Buffer.from(`${key}\0`), name);
    return utf16((buffer, bytes) => pdfium._FPDF_GetMetaText!(document, name, buffer, bytes));
  });
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const XML_TOKEN =
  /<\?.*?\?>|<(?<close>\/?)(?<name>[\w:-]+)(?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(?<empty>\/?)>|(?:[^<&]|&(?:amp|lt|gt|quot|apos);)+/suy;

/** The title in the XML packet of a PDF; null where a tag is open, or a character has no place. */
function titleOf(source: string): string | null {
  const packet = /<\?xpacket begin.*?<\?xpacket end[^>]*\?>/s.exec(source)?.[0] ?? '';
  const open: string[] = [];
  let end = 0;
  let title = null;
  for (const { 0: token, index, groups } of packet.matchAll(new RegExp(XML_TOKEN, 'suyg'))) {
    if (groups!.close && open.pop() !== groups!.name) return null;
    if (groups!.name && !groups!.close && !groups!.empty) open.push(groups!.name);
    if (open.includes('dc:title') && open.at(-1) === 'rdf:li' && !groups!.name)
      title = token.replaceAll(/&(\w+);/g, (_, name: string) => ENTITIES[name]!);
    end = index + token.length;
  }
  return end === packet.length && open.length === 0 ? title : null;
}

function structureOf(page: number): Pdf['structure'] {
  const tree = pdfium._FPDF_StructTree_GetForPage!(page);
  const elements = Array.from({ length: pdfium._FPDF_StructTree_CountChildren!(tree) }, (_, i) => {
    const element = pdfium._FPDF_StructTree_GetChildAtIndex!(tree, i);
    const role = utf16((buffer, bytes) => pdfium._FPDF_StructElement_GetType!(element, buffer, bytes));
    const alt = utf16((buffer, bytes) => pdfium._FPDF_StructElement_GetAltText!(element, buffer, bytes));
    return { role, alt: alt || undefined };
  });
  pdfium._FPDF_StructTree_Close!(tree);
  return elements;
}

function textsOf(page: number): PdfText[] {
  const letters = pdfium._FPDFText_LoadPage!(page);
  const ends = endsOf(letters);
  const height = pdfium._FPDF_GetPageHeightF!(page);
  const texts = textObjects(page).map((object) => {
    const text = utf16((buffer, bytes) => pdfium._FPDFTextObj_GetText!(object, letters, buffer, bytes));
    const matrix = floats(6, (first) => pdfium._FPDFPageObj_GetMatrix!(object, first!));
    const [size] = floats(1, (pointer) => pdfium._FPDFTextObj_GetFontSize!(object, pointer!));
    const [x, y] = [toHundredths(matrix[4]!), toHundredths(height - matrix[5]!)];
    return { text, xPt: x, yPt: y, sizePt: size! * matrix[3]!, widthPt: (ends.get(object) ?? x) - x };
  });
  pdfium._FPDFText_ClosePage!(letters);
  return texts.filter(({ text }) => text.trim() !== '');
}

/** Objects of text on a page and in its forms, in the order of drawing. */
function textObjects(page: number): number[] {
  const within = (count: number, at: (i: number) => number): number[] =>
    Array.from({ length: count }, (_, i) => at(i)).flatMap((object) => {
      const type = pdfium._FPDFPageObj_GetType!(object);
      if (type !== FORM_OBJECT) return type === TEXT_OBJECT ? [object] : [];
      return within(pdfium._FPDFFormObj_CountObjects!(object), (i) =>
        pdfium._FPDFFormObj_GetObject!(object, i),
      );
    });
  return within(pdfium._FPDFPage_CountObjects!(page), (i) => pdfium._FPDFPage_GetObject!(page, i));
}

/** Right end of each object of text, by the advances of its letters. */
function endsOf(letters: number): Map<number, number> {
  const ends = new Map<number, number>();
  for (let i = 0; i < pdfium._FPDFText_CountChars!(letters); i++) {
    const object = pdfium._FPDFText_GetTextObject!(letters, i);
    // The box is left, top, right, bottom.
    const box = floats(4, (first) => pdfium._FPDFText_GetLooseCharBox!(letters, i, first!));
    ends.set(object, Math.max(ends.get(object) ?? -Infinity, box[0]!, box[2]!));
  }
  return ends;
}

/** The first page on white, by its width in pixels. */
export function rasterPdf(bytes: Uint8Array, width: number): Pixels {
  return withPage(bytes, (_, page) => {
    const scale = width / pdfium._FPDF_GetPageWidthF!(page);
    const height = Math.round(pdfium._FPDF_GetPageHeightF!(page) * scale);
    const size = 4 * width * height;
    return withMemory(size, (pixels) => {
      const bitmap = pdfium._FPDFBitmap_CreateEx!(width, height, BGRA, pixels, 4 * width);
      pdfium._FPDFBitmap_FillRect!(bitmap, 0, 0, width, height, 0xffffffff);
      pdfium._FPDF_RenderPageBitmap!(bitmap, page, 0, 0, width, height, 0, ANNOTATIONS_AND_RGBA);
      pdfium._FPDFBitmap_Destroy!(bitmap);
      return { width, height, data: pdfium.HEAPU8.slice(pixels, pixels + size) };
    });
  });
}
