/** A number in a content stream: at most two decimals, no exponent. Throws unless the number is finite. */
export function decimal(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`A length of a picture is ${value}`);
  return String(Math.round(value * 100) / 100);
}

/** `#rrggbb` as the operands of `rg` and `RG`. Throws on other colours. */
export function rgb(color: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) throw new Error(`A color of a picture is ${color}`);
  return [1, 3, 5]
    .map((at) => Math.round((Number.parseInt(color.slice(at, at + 2), 16) / 255) * 1000) / 1000)
    .join(' ');
}
