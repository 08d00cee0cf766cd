/** CIE L*a*b* for the D65 white of sRGB. */
export type Lab = readonly [lightness: number, a: number, b: number];
/** Linear sRGB, 0 to 1. */
export type LinearRgb = readonly [red: number, green: number, blue: number];
type Matrix = readonly [LinearRgb, LinearRgb, LinearRgb];

/**
 * Colours as readers without one kind of cone see them, on linear sRGB: Machado, Oliveira and Fernandes 2009,
 * "A physiologically-based model for simulation of color vision deficiency", severity 1.0.
 */
export const DEFICIENCIES: Readonly<Record<'protanopia' | 'deuteranopia' | 'tritanopia', Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const XYZ_OF_RGB: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];

function linearOf(hex: string): LinearRgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

function apply(matrix: Matrix, [x, y, z]: LinearRgb): LinearRgb {
  const [first, second, third] = matrix.map((row) => row[0] * x + row[1] * y + row[2] * z);
  return [first!, second!, third!];
}

const clip = (value: number): number => Math.min(1, Math.max(0, value));

/** @param deficiency the result is clipped to the gamut */
export function labOf(hex: string, deficiency?: Matrix): Lab {
  const linear = linearOf(hex);
  const seen =
    deficiency === undefined ? linear : (apply(deficiency, linear).map(clip) as unknown as LinearRgb);
  const [x, y, z] = apply(XYZ_OF_RGB, seen);
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

const RADIANS = Math.PI / 180;

/** CIEDE2000 with kL = kC = kH = 1, after Sharma, Wu and Dalal 2005. */
export function difference([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const meanC7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const g = 0.5 * (1 - Math.sqrt(meanC7 / (meanC7 + 25 ** 7)));
  const [a1g, a2g] = [(1 + g) * a1, (1 + g) * a2];
  const [c1, c2] = [Math.hypot(a1g, b1), Math.hypot(a2g, b2)];
  const hueOf = (a: number, b: number): number => (Math.atan2(b, a) / RADIANS + 360) % 360;
  const [h1, h2] = [hueOf(a1g, b1), hueOf(a2g, b2)];
  const gray = c1 * c2 === 0;
  const apart = h2 - h1;
  const dh = gray ? 0 : Math.abs(apart) <= 180 ? apart : apart > 180 ? apart - 360 : apart + 360;
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * RADIANS);
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const sum = h1 + h2;
  const h = gray ? sum : Math.abs(apart) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
  const cos = (degrees: number): number => Math.cos(degrees * RADIANS);
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const rotation =
    -Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * RADIANS) * 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const lPart = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const cPart = (c2 - c1) / (1 + 0.045 * c);
  const hPart = dH / (1 + 0.015 * c * t);
  return Math.sqrt(lPart ** 2 + cPart ** 2 + hPart ** 2 + rotation * cPart * hPart);
}
