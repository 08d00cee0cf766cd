/** At most two decimals, of a point or a pixel. */
export const decimal = (value: number): string => String(Math.round(value * 100) / 100);

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** For texts and for attributes in double quotes. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
