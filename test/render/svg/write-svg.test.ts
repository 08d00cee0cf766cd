import { Resvg } from '@resvg/resvg-js';
import t from 'tap';
import { writeSvg } from '../../../src/render/svg/write-svg.js';

const page = { widthPt: 841.89, heightPt: 595.28 };
const pixels = { widthPx: 2339, heightPx: 1654 };

t.test('a path has its paint, and no attribute that says nothing', async (t) => {
  const svg = writeSvg(
    page,
    [
      { kind: 'path', d: 'M0 0L9 9', fill: null, stroke: { color: '#aabbcc', opacity: 1, widthPt: 0.254 } },
      {
        kind: 'path',
        d: 'M0 0L9 9L0 9Z',
        fill: { color: '#112233', opacity: 0.5 },
        stroke: { color: '#445566', opacity: 0.25, widthPt: 1, dashPt: [3, 1.5] },
      },
      { kind: 'path', d: '', fill: { color: '#112233', opacity: 1 }, stroke: null },
    ],
    pixels,
  );
  t.equal(
    svg,
    '<svg xmlns="http://www.w3.org/2000/svg" width="2339" height="1654" preserveAspectRatio="none" viewBox="0 0 841.89 595.28" stroke-linejoin="round">' +
      '<path d="M0 0L9 9" fill="none" stroke="#aabbcc" stroke-width="0.25"/>' +
      '<path d="M0 0L9 9L0 9Z" fill="#112233" fill-rule="evenodd" fill-opacity="0.5" stroke="#445566" stroke-width="1" stroke-opacity="0.25" stroke-dasharray="3 1.5"/>' +
      '</svg>',
  );
});

t.test('images are part of it, also those that lie outside', async (t) => {
  const bytes = new Resvg('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>').render().asPng();
  const image = { kind: 'image', widthPt: 10, heightPt: 20, mediaType: 'image/png', bytes } as const;
  const svg = writeSvg(
    page,
    [
      { ...image, xPt: 1, yPt: 2 },
      { ...image, xPt: 5_000, yPt: 2 },
    ],
    pixels,
  );
  t.match(
    svg,
    `<image x="1" y="2" width="10" height="20" preserveAspectRatio="none" href="data:image/png;base64,`,
  );
  t.equal(new Resvg(svg, { font: { loadSystemFonts: false } }).render().width, 2339);
});
