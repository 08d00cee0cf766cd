import { createCanvas } from '@napi-rs/canvas';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
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
  info: Record<string, unknown>;
  /** Title in the XML metadata; null where it is no XML. */
  metadataTitle: unknown;
  /** Language of the document. */
  lang: unknown;
  /** Elements of the first page's structure, for readers of screens. */
  structure: { role: string; alt: string | undefined }[];
  /** Texts of the first page in file order, without blanks. */
  texts: PdfText[];
}

const open = (bytes: Uint8Array) =>
  // pdf.js takes over the buffer. Fonts come from the file, never from the machine.
  getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false });

/** Contents of a PDF as readers see them. */
export async function readPdf(bytes: Uint8Array): Promise<Pdf> {
  const loading = open(bytes);
  const document = await loading.promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const { info, metadata } = await document.getMetadata();
  const tree = (await page.getStructTree()) as { children?: { role: string; alt?: string }[] } | null;
  const [, , , top] = page.view as [number, number, number, number];
  const texts = items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [
          {
            text: item.str,
            xPt: item.transform[4],
            yPt: top - item.transform[5],
            sizePt: item.transform[3],
            widthPt: item.width,
          },
        ]
      : [],
  );
  const found: Pdf = {
    pages: document.numPages,
    mediaBox: page.view,
    info: info as Record<string, unknown>,
    metadataTitle: metadata?.get('dc:title') ?? null,
    lang: (info as Record<string, unknown>).Language,
    structure: (tree?.children ?? []).map(({ role, alt }) => ({ role, alt })),
    texts,
  };
  await loading.destroy();
  return found;
}

/** The first page on white, by its width in pixels. */
export async function rasterPdf(bytes: Uint8Array, width: number): Promise<Pixels> {
  const loading = open(bytes);
  const page = await (await loading.promise).getPage(1);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const height = Math.round(viewport.height);
  const canvas = createCanvas(width, height);
  await page.render({ canvas: canvas as never, viewport }).promise;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  await loading.destroy();
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
}
