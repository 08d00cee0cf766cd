import { buffer } from 'node:stream/consumers';
import t from 'tap';
import { shrunk } from '../../load/contact-sheet/shrunk.js';
import { loadFonts } from '../../src/render/fonts/load-fonts.js';
import { writePdf } from '../../src/render/pdf/write-pdf.js';
import { renderPng } from '../../src/render/png/render-png.js';
import type { Shape } from '../../src/render/scene.js';
import { fontsDirectory } from '../../src/world/geodata/files.js';
import { matchesGolden } from '../support/pictures/golden.js';
import { decodePng, differentShare, type Pixels } from '../support/pictures/pixels.js';
import { rasterPdf } from '../support/pictures/read-pdf.js';
import { LINES, rectangle, sampleScene, textShape } from '../support/pictures/sample-scene.js';

const fonts = loadFonts(fontsDirectory);
const about = { createdAt: new Date(0), attributions: [] };

/** A scene's PNG and PDF as seen at the PNG's size. */
async function bothOf(scene: ReturnType<typeof sampleScene>): Promise<[Pixels, Pixels]> {
  const png = decodePng(renderPng(scene, fonts));
  const pdf = rasterPdf(await buffer(writePdf(scene, fonts, about)), png.width);
  return [png, pdf];
}

t.test('a PNG and a PDF of every kind of shape look alike, and as they always did', async (t) => {
  const [png, pdf] = await bothOf(sampleScene());
  t.equal(pdf.height, png.height);
  const share = differentShare(shrunk(png, 800), shrunk(pdf, 800));
  t.ok(share < 0.001, `${(share * 100).toFixed(3)}% looks different`);
  matchesGolden(t, 'every-shape-png', png);
  matchesGolden(t, 'every-shape-pdf', pdf);
});

for (const line of LINES) {
  t.test(`both write ${line} at the same place and as wide`, async (t) => {
    const shapes: Shape[] = [
      rectangle([0, 0, 300, 40], { fill: { color: '#ffffff', opacity: 1 } }),
      textShape(line, 10, 28, { sizePt: 20, halo: null }),
    ];
    const [png, pdf] = await bothOf({ widthPt: 300, heightPt: 40, title: '', shapes });
    const [left, right] = inkOf(png);
    const [pdfLeft, pdfRight] = inkOf(pdf);
    t.ok(
      Math.abs(left - pdfLeft) <= 2 && Math.abs(right - pdfRight) <= 2,
      `${left}..${right} and ${pdfLeft}..${pdfRight} px`,
    );
    t.ok(right > left + 100, 'something is written');
  });
}

t.test('both turn a line around its point', async (t) => {
  const shapes: Shape[] = [
    rectangle([0, 0, 200, 200], { fill: { color: '#ffffff', opacity: 1 } }),
    ...[-60, 35, 90].map((turnDeg) =>
      textShape('Rua das Flores', 100, 100, {
        sizePt: 14,
        anchor: 'middle',
        turnDeg,
        halo: { color: '#9fb6c0', widthPt: 3 },
      }),
    ),
  ];
  const [png, pdf] = await bothOf({ widthPt: 200, heightPt: 200, title: '', shapes });
  // PDFium smooths the edges of turned letters more than resvg, which shows in smaller pixels.
  const share = differentShare(shrunk(png, 100), shrunk(pdf, 100));
  t.ok(share < 0.001, `${(share * 100).toFixed(3)}% looks different`);
  const level = decodePng(renderPng({ widthPt: 200, heightPt: 200, title: '', shapes: [shapes[0]!] }, fonts));
  t.ok(differentShare(png, level) > 0.01, 'something is written');
});

/** The first and last column that is not white. */
function inkOf({ width, data }: Pixels): [number, number] {
  let [first, last] = [width, 0];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at]! > 200) continue;
    const x = (at / 4) % width;
    first = Math.min(first, x);
    last = Math.max(last, x);
  }
  return [first, last];
}
