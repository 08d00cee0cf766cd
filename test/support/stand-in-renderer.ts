import { writeFile } from 'node:fs/promises';
import {
  ImageFailed,
  type ImageOrder,
  type ImageRenderer,
  type RenderedPicture,
} from '../../src/images/renderer.js';

/** Writes its input instead of drawing it. */
export class StandInRenderer implements ImageRenderer {
  readonly orders: ImageOrder[] = [];
  style = 'stand-in';
  /** Bytes of a file. */
  bytes = 1000;
  isIncomplete = false;
  /** Reported cost of a drawing. */
  cpuMs = 1;
  /** Errors that the next drawings throw, one each. */
  readonly errors: Error[] = [];
  /** While it is set, drawings wait for it. */
  held: Promise<void> | null = null;

  version(): string {
    return this.style;
  }

  async render(order: ImageOrder, toFile: string, signal: AbortSignal): Promise<RenderedPicture> {
    this.orders.push(order);
    const error = this.errors.shift();
    if (error) throw error;
    if (this.held)
      await Promise.race([
        this.held,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ]);
    signal.throwIfAborted();
    await writeFile(toFile, fileOf(order, this.orders.length, this.bytes));
    return { bytes: this.bytes, cpuMs: this.cpuMs, isIncomplete: this.isIncomplete };
  }

  /** Makes drawings wait until the returned function is called. */
  hold(): () => void {
    let letGo = (): void => {};
    this.held = new Promise((resolve) => {
      letGo = () => {
        this.held = null;
        resolve();
      };
    });
    return letGo;
  }
}

/** Bytes that identify the drawing and their position. */
function fileOf({ mapName, options }: ImageOrder, drawing: number, bytes: number): Buffer {
  const head = Buffer.from(`${options.format} ${drawing} ${mapName}\n`);
  const file = Buffer.alloc(Math.max(bytes, head.length));
  for (let i = 0; i < file.length; i++) file[i] = i % 251;
  head.copy(file);
  return file;
}

export { ImageFailed };
