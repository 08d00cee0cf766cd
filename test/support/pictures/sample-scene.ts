import type { ImageShape, PathShape, PinsShape, Scene, Shape, TextShape } from '../../../src/render/scene.js';
import { encodePng } from './pixels.js';

/** One line in each kind of script. */
export const LINES = [
  'Ärger im office – naïve',
  'Ελλάδα Россия Łódź',
  'مطاعم القاهرة (2024)',
  'שלום עולם',
  'नमस्ते दिल्ली',
  'กรุงเทพ ถ้ำ น้ำ',
  '北京 東京とり 서울',
  'Hotel فندق Cairo',
];

export function textShape(text: string, xPt: number, yPt: number, rest: Partial<TextShape> = {}): TextShape {
  return {
    kind: 'text',
    text,
    xPt,
    yPt,
    sizePt: 14,
    weight: 400,
    italic: false,
    anchor: 'start',
    color: '#23292f',
    halo: { color: '#ffffff', widthPt: 3 },
    ...rest,
  };
}

/** Markers in rows from a place on. */
export function pinsShape(symbol: 'pin' | 'dot', sizePt: number, count: number, top = 420): PinsShape {
  const places = new Float32Array(2 * count);
  for (let i = 0; i < count; i++) {
    places[2 * i] = 60 + ((i * 37.25) % 490);
    places[2 * i + 1] = top + ((i * 11.5) % 330);
  }
  const colors = ['#d62728', '#1f77b4', '#2ca02c'];
  const colorOf = Uint16Array.from({ length: count }, (_, i) => i % colors.length);
  return { kind: 'pins', symbol, sizePt, places, colorOf, colors };
}

export function rectangle(
  [left, top, right, bottom]: [number, number, number, number],
  rest: Partial<PathShape>,
): PathShape {
  const d = `M${left},${top}L${right},${top}L${right},${bottom}L${left},${bottom}Z`;
  return { kind: 'path', d, fill: null, stroke: null, ...rest };
}

/** Two fields above two: red, green, blue and grey. */
export function imageShape(xPt: number, yPt: number, sizePt: number): ImageShape {
  const colors = [0xdc3c3cff, 0x3ca03cff, 0x3c3cc8ff, 0x808080ff];
  const data = Buffer.alloc(64 * 64 * 4);
  for (let y = 0; y < 64; y++)
    for (let x = 0; x < 64; x++) data.writeUInt32BE(colors[2 * (y >> 5) + (x >> 5)]!, 4 * (64 * y + x));
  const bytes = encodePng({ width: 64, height: 64, data });
  return { kind: 'image', xPt, yPt, widthPt: sizePt, heightPt: sizePt, mediaType: 'image/png', bytes };
}

/**
 * Every kind of shape on letter paper: overlapping areas, lines, an image, markers, texts in several scripts.
 */
export function sampleScene(): Scene {
  const shapes: Shape[] = [
    rectangle([0, 0, 612, 792], { fill: { color: '#dfe9ee', opacity: 1 } }),
    {
      kind: 'path',
      d: 'M60,60L340,90C360,200,300,330,240,380L70,330ZM120,150L220,150L220,240L120,240Z',
      fill: { color: '#3b82c4', opacity: 0.4 },
      stroke: { color: '#1e4e79', opacity: 0.7, widthPt: 4 },
    },
    rectangle([260, 200, 420, 360], {
      fill: { color: '#e0b040', opacity: 0.5 },
      stroke: { color: '#7a5b10', opacity: 1, widthPt: 2, dashPt: [8, 5] },
    }),
    imageShape(460, 60, 90),
    pinsShape('dot', 8, 60, 560),
    pinsShape('pin', 22, 24, 430),
    ...LINES.map((line, i) =>
      textShape(line, 80, 110 + 34 * i, { sizePt: 20, halo: { color: '#ffffff', widthPt: 4 } }),
    ),
    textShape('Right and bold', 590, 200, { anchor: 'end', weight: 700, halo: null }),
    textShape('Slanted, in the middle', 490, 240, { anchor: 'middle', italic: true, color: '#2b5c8a' }),
  ];
  return { widthPt: 612, heightPt: 792, title: 'Samples', shapes };
}
