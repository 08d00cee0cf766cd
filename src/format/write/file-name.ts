/** In UTF-16 code units. */
const MAX_LENGTH = 100;
/** Characters that some file system refuses, or that could hide the name's true end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are among what file systems refuse
const UNSAFE = /[\u0000-\u001f\u007f-\u009f"*/:<>?\\|\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A name that every file system takes, made of any text. */
function safeName(text: string, otherwise: string): string {
  const name = text
    .slice(0, MAX_LENGTH)
    // Half of a surrogate pair, where the cut went through it.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(UNSAFE, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return /^[_\s]*$/.test(name) ? otherwise : name;
}

/**
 * Content-Disposition (RFC 6266) of a file that is called after `title`.
 * @param otherwise ASCII, for a title that leaves nothing
 */
export const attachmentNamed = (title: string, otherwise: string, ending: 'csv' | 'geojson'): string =>
  named('attachment', title, otherwise, ending);

/** Content-Disposition of a file that a browser shows. */
export const inlineNamed = (title: string, otherwise: string, ending: 'png' | 'pdf'): string =>
  named('inline', title, otherwise, ending);

function named(
  disposition: 'attachment' | 'inline',
  title: string,
  otherwise: string,
  ending: string,
): string {
  const name = `${safeName(title, otherwise)}.${ending}`;
  const ascii = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^ -~]+/g, '_');
  const plain = `${disposition}; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeExtended(name)}`;
}

/**
 * RFC 8187: encodeURIComponent leaves some characters that stand for themselves in a URI, and not in a
 * header.
 */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
