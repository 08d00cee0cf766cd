import { MAX_FEATURE_BYTES, MAX_TOPOLOGY_BYTES } from './limits.js';
import { BoundaryError } from './refusal.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Separator before each text of a GeoJSON text sequence (RFC 8142). */
const RECORD_SEPARATOR = 0x1e;
const SPACE = 0x20;

const FEATURES_NAME = /"features"\s*:\s*$/;
const FEATURES_NAME_BYTES = 64;

/** A piece of a file that can be parsed by itself. */
export interface JsonPiece {
  /** An element of `features`, or a root value without these elements. */
  readonly kind: 'feature' | 'root';
  readonly text: string;
}

/** Collects the bytes of a piece until it is complete. */
class Gathered {
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(
    readonly maxBytes: number,
    readonly tooLong: string,
  ) {}

  add(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.maxBytes) throw new BoundaryError(this.tooLong);
    this.#chunks.push(bytes);
  }

  /** The last bytes, which may span several chunks. */
  tail(bytes: number): string {
    const last: Buffer[] = [];
    for (let i = this.#chunks.length - 1, wanted = bytes; i >= 0 && wanted > 0; i--) {
      const chunk = this.#chunks[i]!;
      last.unshift(chunk.subarray(-wanted));
      wanted -= chunk.length;
    }
    return Buffer.concat(last).toString('latin1');
  }

  take(): string {
    const text = Buffer.concat(this.#chunks).toString();
    this.#chunks = [];
    this.#bytes = 0;
    return text;
  }
}

/**
 * Cuts streamed JSON into the elements of `features` (or of a root array) and the rest around them, so that a
 * FeatureCollection of any size takes the memory of its largest feature. Newline-delimited GeoJSON is many
 * root values, a topology a single one without `features`.
 */
export class JsonCutter {
  readonly #file: string;
  readonly #element: Gathered;
  readonly #root: Gathered;
  /** Open objects and arrays. */
  #depth = 0;
  /** Depth of the array that is cut into elements; 0: not met yet, -1: ended. */
  #featuresDepth = 0;
  #isInElement = false;
  #isInString = false;
  #isEscaped = false;

  constructor(file: string) {
    this.#file = file;
    this.#element = new Gathered(
      MAX_FEATURE_BYTES,
      `${file}: a feature is longer than ${mib(MAX_FEATURE_BYTES)}`,
    );
    this.#root = new Gathered(
      MAX_TOPOLOGY_BYTES,
      `${file}: what is no feature of a FeatureCollection is longer than ${mib(MAX_TOPOLOGY_BYTES)}`,
    );
  }

  /**
   * @param chunk kept, not copied
   * @throws BoundaryError
   */
  *push(chunk: Buffer): Generator<JsonPiece> {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInString = false;
        continue;
      }
      switch (byte) {
        case QUOTE:
          if (this.#depth === 0 || this.#isBetweenElements) this.#refuse();
          this.#isInString = true;
          break;
        case OPEN_BRACE:
        case OPEN_BRACKET:
          if (this.#depth === 0) {
            start = at;
            this.#featuresDepth = byte === OPEN_BRACKET ? 1 : 0;
          } else if (this.#isBetweenElements) {
            if (byte === OPEN_BRACKET) this.#refuse();
            this.#root.add(chunk.subarray(start, at));
            start = at;
            this.#isInElement = true;
          } else if (byte === OPEN_BRACKET && this.#depth === 1 && this.#featuresDepth === 0) {
            this.#root.add(chunk.subarray(start, at));
            start = at;
            if (FEATURES_NAME.test(this.#root.tail(FEATURES_NAME_BYTES))) this.#featuresDepth = 2;
          }
          this.#depth++;
          break;
        case CLOSE_BRACE:
        case CLOSE_BRACKET: {
          if (--this.#depth < 0) this.#refuse();
          const end = at + 1;
          if (this.#isInElement && this.#depth === this.#featuresDepth) {
            this.#element.add(chunk.subarray(start, end));
            start = end;
            this.#isInElement = false;
            yield { kind: 'feature', text: this.#element.take() };
          } else if (this.#depth < this.#featuresDepth) {
            this.#featuresDepth = -1;
          }
          if (this.#depth > 0) break;
          this.#root.add(chunk.subarray(start, end));
          start = end;
          yield { kind: 'root', text: this.#root.take() };
          break;
        }
        case COMMA:
          if (!this.#isBetweenElements) break;
          this.#root.add(chunk.subarray(start, at));
          start = at + 1;
          break;
        default:
          if (byte > SPACE && (this.#depth === 0 || this.#isBetweenElements)) this.#refuse();
          if (byte === RECORD_SEPARATOR && this.#depth === 0) start = at + 1;
      }
    }
    if (this.#depth > 0) (this.#isInElement ? this.#element : this.#root).add(chunk.subarray(start));
  }

  /** @throws BoundaryError where the file ends within a value */
  end(): void {
    if (this.#depth > 0)
      throw new BoundaryError(`${this.#file} ends in the middle of a value: it is cut off`);
  }

  get #isBetweenElements(): boolean {
    return this.#featuresDepth > 0 && this.#depth === this.#featuresDepth && !this.#isInElement;
  }

  #refuse(): never {
    throw new BoundaryError(`${this.#file} is neither GeoJSON nor TopoJSON`);
  }
}

const mib = (bytes: number): string => `${bytes / 1024 ** 2} MiB`;
