const [M, L, C, Z] = ['M', 'L', 'C', 'Z'].map((letter) => letter.charCodeAt(0));
const [SPACE, COMMA, MINUS, POINT, ZERO, NINE] = [' ', ',', '-', '.', '0', '9'].map((c) => c.charCodeAt(0));
const NEW_LINE = 10;
const OPERATOR = new Map([M, L, C].map((letter) => [letter, letter! + 32]));
const CLOSE = 'h'.charCodeAt(0);

/**
 * SVG path data of absolute M, L, C and Z as PDF operators, in one pass over its bytes: of 2 MB, a large base
 * map, pdfkit's own reader takes 160 ms, this 30. Throws on anything else, which is a mistake of the code
 * that made the path.
 */
export function pathOperators(d: string): Buffer {
  const from = Buffer.from(d, 'latin1');
  // The shortest two numbers, `1-2`, and their command become `1 -2 l`.
  const to = Buffer.allocUnsafe(from.length * 3 + 4);
  let length = 0;
  let command: number | undefined;
  let numbers = 0;
  let i = 0;
  while (i < from.length) {
    const byte = from[i]!;
    if (byte === SPACE || byte === COMMA) {
      i++;
    } else if (isOfNumber(byte)) {
      if (command === undefined) throw malformed(d, i);
      const end = endOfNumber(from, i);
      length += from.copy(to, length, i, end);
      to[length++] = SPACE!;
      i = end;
      if (++numbers === (command === C ? 6 : 2)) {
        to[length++] = OPERATOR.get(command)!;
        to[length++] = NEW_LINE;
        numbers = 0;
        if (command === M) command = L;
      }
    } else {
      if (numbers !== 0) throw malformed(d, i);
      if (byte === Z) {
        to[length++] = CLOSE;
        to[length++] = NEW_LINE;
        command = undefined;
      } else if (OPERATOR.has(byte)) {
        command = byte;
      } else {
        throw malformed(d, i);
      }
      i++;
    }
  }
  if (numbers !== 0) throw malformed(d, i);
  return to.subarray(0, length);
}

function isOfNumber(byte: number): boolean {
  return (byte >= ZERO! && byte <= NINE!) || byte === MINUS || byte === POINT;
}

function endOfNumber(bytes: Buffer, start: number): number {
  let end = start + 1;
  let points = bytes[start] === POINT ? 1 : 0;
  while (end < bytes.length && isOfNumber(bytes[end]!) && bytes[end] !== MINUS) {
    if (bytes[end] === POINT && ++points === 2) break;
    end++;
  }
  return end;
}

function malformed(d: string, at: number): Error {
  return new Error(`Path data cannot be read at ${at}: ${d.slice(Math.max(0, at - 20), at + 20)}`);
}
