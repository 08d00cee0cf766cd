import { inflateRawSync } from 'node:zlib';
import { HEAD_FIELDS, LEVEL_FIELDS, MAGIC, predicted, TILE_SIDE } from './packed-form.js';

const HALF = TILE_SIDE / 2;
const TILE_BYTES = TILE_SIDE ** 2 + 2 * HALF ** 2;

/** A level of the picture. */
export interface PictureLevel {
  readonly width: number;
  readonly height: number;
  /** Size of a pixel along the equator, and along a meridian. */
  readonly degreesPerPx: number;
  /** Index of the level's first tile among the tiles of all levels. */
  readonly firstTile: number;
}

/** Reads what `packed-form.ts` describes. */
export class PackedPicture {
  /** The finest first. */
  readonly levels: readonly PictureLevel[];
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;

  /** @throws Error for bytes of another form */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const field = (index: number): number => head.getUint32(4 * index, true);
    if (bytes.length < 4 * HEAD_FIELDS || field(0) !== MAGIC) throw new Error('this is no packed picture');
    let tiles = 0;
    this.levels = Array.from({ length: field(1) }, (_, i) => {
      const [width, height] = [
        field(HEAD_FIELDS + LEVEL_FIELDS * i),
        field(HEAD_FIELDS + LEVEL_FIELDS * i + 1),
      ];
      const level = { width, height, degreesPerPx: 360 / width, firstTile: tiles };
      tiles += (width / TILE_SIDE) * (height / TILE_SIDE);
      return level;
    });
    const first = HEAD_FIELDS + LEVEL_FIELDS * this.levels.length;
    this.#offsets = Uint32Array.from({ length: tiles + 1 }, (_, i) => field(first + i));
  }

  /**
   * Decodes a tile of a level to where it belongs in `rgb`, the whole level.
   * @param column from the west @param row from the north
   */
  readTile(level: PictureLevel, column: number, row: number, rgb: Uint8Array): void {
    const tile = level.firstTile + row * (level.width / TILE_SIDE) + column;
    const deflated = this.#bytes.subarray(this.#offsets[tile], this.#offsets[tile + 1]);
    const planes = inflateRawSync(deflated, { maxOutputLength: TILE_BYTES });
    const luma = planes.subarray(0, TILE_SIDE ** 2);
    const blueness = planes.subarray(TILE_SIDE ** 2, TILE_SIDE ** 2 + HALF ** 2);
    const redness = planes.subarray(TILE_SIDE ** 2 + HALF ** 2);
    addPredictions(luma, TILE_SIDE);
    addPredictions(blueness, HALF);
    addPredictions(redness, HALF);
    for (let y = 0; y < TILE_SIDE; y++) {
      let to = 3 * ((row * TILE_SIDE + y) * level.width + column * TILE_SIDE);
      for (let x = 0; x < TILE_SIDE; x++) {
        const gray = luma[y * TILE_SIDE + x]!;
        const pixel = (y >> 1) * HALF + (x >> 1);
        const blue = blueness[pixel]! - 128;
        const red = redness[pixel]! - 128;
        rgb[to++] = clamped(gray + 1.402 * red);
        rgb[to++] = clamped(gray - 0.344136 * blue - 0.714136 * red);
        rgb[to++] = clamped(gray + 1.772 * blue);
      }
    }
  }
}

const clamped = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : (value + 0.5) | 0);

function addPredictions(plane: Uint8Array, side: number): void {
  for (let i = 0; i < plane.length; i++) plane[i]! += predicted(plane, i, side);
}
