export type Triple = [number, number, number];

// Machado, Oliveira and Fernandes 2009, severity 1.0, row by row.
const SIMULATIONS = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;
export const VISIONS = ['everybody', 'protanopia', 'deuteranopia', 'tritanopia'] as const;
export type Vision = (typeof VISIONS)[number];

const multiply = (m: readonly number[], [x, y, z]: Triple): Triple => [
  m[0]! * x + m[1]! * y + m[2]! * z,
  m[3]! * x + m[4]! * y + m[5]! * z,
  m[6]! * x + m[7]! * y + m[8]! * z,
];

/** Linear sRGB of `#rrggbb`, 0 to 1. */
export function linearRgb(hex: string): Triple {
  const bits = Number.parseInt(hex.slice(1), 16);
  return [bits >> 16, (bits >> 8) & 255, bits & 255].map((byte) =>
    byte > 10 ? ((byte / 255 + 0.055) / 1.055) ** 2.4 : byte / 255 / 12.92,
  ) as Triple;
}

/** CIE L*a*b* (D65) of a colour as seen with this vision. */
export function labOf(hex: string, vision: Vision): Triple {
  const rgb = linearRgb(hex);
  const seen =
    vision === 'everybody'
      ? rgb
      : (multiply(SIMULATIONS[vision], rgb).map((v) => Math.max(0, Math.min(1, v))) as Triple);
  const xyz = multiply(
    [0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.072175, 0.0193339, 0.119192, 0.9503041],
    seen,
  );
  const [x, y, z] = xyz.map((value, i) => {
    const relative = value / [0.95047, 1, 1.08883][i]!;
    return relative > (6 / 29) ** 3 ? Math.cbrt(relative) : relative / (3 * (6 / 29) ** 2) + 4 / 29;
  }) as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const rad = (degrees: number): number => (degrees * Math.PI) / 180;

/** The CIEDE2000 colour difference, after the formulas of CIE 142-2001. */
export function ciede2000(lab1: Triple, lab2: Triple): number {
  const chroma = (lab: Triple): number => Math.hypot(lab[1], lab[2]);
  const mean = (chroma(lab1) + chroma(lab2)) / 2;
  const stretch = 1.5 - Math.sqrt(mean ** 7 / (mean ** 7 + 6103515625)) / 2;
  const polar = ([l, a, b]: Triple) => {
    const degrees = (Math.atan2(b, a * stretch) * 180) / Math.PI;
    return { l, c: Math.hypot(a * stretch, b), h: degrees < 0 ? degrees + 360 : degrees };
  };
  const [p, q] = [polar(lab1), polar(lab2)];
  const colorless = p.c === 0 || q.c === 0;
  let turn = colorless ? 0 : q.h - p.h;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  let hue = (p.h + q.h) / (colorless ? 1 : 2);
  if (!colorless && Math.abs(p.h - q.h) > 180) hue += p.h + q.h < 360 ? 180 : -180;
  const light = (p.l + q.l) / 2;
  const c = (p.c + q.c) / 2;
  const t =
    1 -
    0.17 * Math.cos(rad(hue - 30)) +
    0.24 * Math.cos(rad(2 * hue)) +
    0.32 * Math.cos(rad(3 * hue + 6)) -
    0.2 * Math.cos(rad(4 * hue - 63));
  const dl = (q.l - p.l) / (1 + (0.015 * (light - 50) ** 2) / Math.sqrt(20 + (light - 50) ** 2));
  const dc = (q.c - p.c) / (1 + 0.045 * c);
  const dh = (2 * Math.sqrt(p.c * q.c) * Math.sin(rad(turn / 2))) / (1 + 0.015 * c * t);
  const theta = 30 * Math.exp(-(((hue - 275) / 25) ** 2));
  const rt = -2 * Math.sqrt(c ** 7 / (c ** 7 + 6103515625)) * Math.sin(rad(2 * theta));
  return Math.sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh);
}
