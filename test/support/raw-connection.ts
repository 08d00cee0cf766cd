import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Not a measurement: a slower answer hangs, and the test must say so. */
const DEADLINE_MS = 120_000;
const HEAD_END = '\r\n\r\n';

/**
 * One TCP connection, byte by byte: for requests that no client library would send, and answers that it would
 * hide.
 */
export class RawConnection {
  /** Resolves when the connection has ended in any way. */
  readonly closed: Promise<void>;
  #received: Buffer[] = [];
  #receivedBytes = 0;
  #isClosed = false;
  #wake: () => void = () => {};

  private constructor(
    readonly socket: Socket,
    private readonly deadlineMs: number,
  ) {
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#isClosed = true;
        this.#wake();
        resolve();
      });
    });
    // A reset counts as an end.
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      this.#received.push(chunk);
      this.#receivedBytes += chunk.length;
      this.#wake();
    });
  }

  static async open(port: number, deadlineMs = DEADLINE_MS): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const connection = new RawConnection(socket, deadlineMs);
    await once(socket, 'connect');
    return connection;
  }

  /** Resolves when the kernel has taken the bytes, or the connection has ended. */
  async send(bytes: string | Uint8Array): Promise<void> {
    if (!this.socket.writable) return;
    await new Promise<void>((resolve) => {
      this.socket.write(bytes, () => resolve());
    });
  }

  /**
   * Reads one packet of at most 64 KiB in each turn of the event loop from now on, so that the peer's socket
   * is full most of the time.
   */
  readInTurns(): void {
    this.socket.on('data', () => {
      this.socket.pause();
      setImmediate(() => this.socket.resume());
    });
  }

  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Received bytes that were not read. */
  unread(): Buffer {
    this.#received = [Buffer.concat(this.#received)];
    return this.#received[0]!;
  }

  /** The next response. @param withoutBody whether it answers HEAD */
  async response(withoutBody = false): Promise<RawResponse> {
    await this.#until(() => this.unread().includes(HEAD_END));
    const head = this.#take(this.unread().indexOf(HEAD_END) + HEAD_END.length).toString('latin1');
    const [statusLine = '', ...lines] = head.trimEnd().split('\r\n');
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    const status = Number(statusLine.split(' ')[1]);
    const hasBody = !withoutBody && status !== 204 && status !== 304 && status >= 200;
    return { status, headers, body: hasBody ? await this.#body(headers) : Buffer.alloc(0) };
  }

  /** Resolves when `isSo` returns true; throws when the connection ends first. */
  async #until(isSo: () => boolean): Promise<void> {
    const timer = setTimeout(() => this.socket.destroy(), this.deadlineMs);
    try {
      while (!isSo()) {
        if (this.#isClosed) {
          throw new Error(
            `the connection ended, with this unread: ${this.unread().toString('latin1', 0, 500)}`,
          );
        }
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #body(headers: Record<string, string>): Promise<Buffer> {
    if (headers['transfer-encoding'] === 'chunked') return this.#chunkedBody();
    const length = Number(headers['content-length'] ?? 0);
    await this.#until(() => this.#unreadBytes() >= length);
    return this.#take(length);
  }

  async #chunkedBody(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (;;) {
      await this.#until(() => this.unread().includes('\r\n'));
      const sizeLine = this.#take(this.unread().indexOf('\r\n') + 2).toString('latin1');
      const size = Number.parseInt(sizeLine, 16);
      await this.#until(() => this.#unreadBytes() >= size + 2);
      chunks.push(this.#take(size));
      this.#take(2);
      if (size === 0) return Buffer.concat(chunks);
    }
  }

  #unreadBytes(): number {
    return this.#received.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  #take(length: number): Buffer {
    const bytes = this.unread();
    this.#received = [bytes.subarray(length)];
    return bytes.subarray(0, length);
  }
}
