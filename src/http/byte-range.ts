/** A part of a file; `endByte` is exclusive. */
export interface ByteRange {
  readonly startByte: number;
  readonly endByte: number;
}

const RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/**
 * The part that a Range header asks for (RFC 9110, 14.2).
 * @returns null: all of it, as nothing, several parts or something odd is asked for; `unsatisfiable`: there is no such part
 */
export function readRange(header: string, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
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
