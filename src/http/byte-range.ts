/** A part of a file; `endByte` is exclusive. */
export interface ByteRange {
  readonly startByte: number;
  readonly endByte: number;
}

const RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/**
 * Reads a Range header (RFC 9110, 14.2). range-parser answers 416 to `bytes=5-2`, which the RFC calls
 * invalid, and reads `bytes=x-1` as the last byte.
 * @returns null for the whole file, when the header is absent, malformed or asks for several parts;
 * `unsatisfiable` for a part beyond the file
 */
export function requestedRange(header: string, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = RANGE.exec(header) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const suffixBytes = Math.min(Number(last), sizeBytes);
    return suffixBytes === 0 ? 'unsatisfiable' : { startByte: sizeBytes - suffixBytes, endByte: sizeBytes };
  }
  const startByte = Number(first);
  if (last !== '' && Number(last) < startByte) return null;
  if (startByte >= sizeBytes) return 'unsatisfiable';
  return { startByte, endByte: last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes) };
}
