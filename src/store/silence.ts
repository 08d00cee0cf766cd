import type { Socket } from 'node:net';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

/** Time that an answer may take beyond the limit that the server has for its statement. */
export const SILENCE_GRACE_MS = 5000;
const CHECK_MS = 1000;
/**
 * Checks without a byte after which a connection ends with another one of its pool that has fallen silent.
 */
const SUSPECT_CHECKS = 2;

/** Threads tell the main thread of the connections that they gave up. */
const channel = new BroadcastChannel('cartload silent connections');
channel.unref();
let total = 0;
if (isMainThread)
  channel.onmessage = () => {
    total++;
  };

/** Connections of all threads of this process that were given up, as their server had fallen silent. */
export const silentConnections = (): number => total;

/** Used members of a socket, whose counters go on below TLS. */
export type CountedSocket = Pick<Socket, 'bytesRead' | 'bytesWritten'>;

/**
 * Counts the checks of a socket during which its server was silent. A stalled process makes no checks, so its
 * own pause does not count.
 */
export class Silence {
  readonly #socket: CountedSocket;
  readonly #takesRows: boolean;
  #read = 0;
  #written = 0;
  #isAsked = false;
  #checks = 0;

  /**
   * @param takesRows the server takes rows without an answer to each (COPY FROM): bytes that it takes are no
   * silence
   */
  constructor(socket: CountedSocket, takesRows = false) {
    this.#socket = socket;
    this.#takesRows = takesRows;
  }

  /** @returns checks since the last byte of the server, or since the first one to it after that */
  check(): number {
    const { bytesRead, bytesWritten } = this.#socket;
    this.#checks++;
    if (bytesRead !== this.#read) {
      this.#isAsked = false;
      this.#checks = 0;
    } else if (bytesWritten !== this.#written && (this.#takesRows || !this.#isAsked)) {
      // An idle connection was put to use. Further statements behind a silent one do not start the count
      // again.
      this.#isAsked = true;
      this.#checks = 0;
    }
    this.#read = bytesRead;
    this.#written = bytesWritten;
    return this.#checks;
  }
}

/**
 * Destroys a socket whose server leaves a statement unanswered. Neither driver has a limit of its own, and
 * for the kernel a host that has vanished is silent for a quarter of an hour: until then each statement on
 * the connection would wait.
 * @param limitMs longest silence of a live server
 * @param isWaiting whether an answer is due
 * @param takesRows of {@link Silence}
 * @param together those of a pool, which ends all that have had no byte lately with the first that is given
 * up: a vanished host has left them all, and each would otherwise take its own time from its next statement
 * on
 */
export function endWhenSilent(
  socket: Socket,
  limitMs: () => number,
  isWaiting: () => boolean,
  { takesRows = false, together = new Set() }: { takesRows?: boolean; together?: Set<() => void> } = {},
): void {
  const silence = new Silence(socket, takesRows);
  let checks = 0;
  const everyMs = Math.min(CHECK_MS, Math.max(1, limitMs() / 5));
  const endIfSuspect = (): void => {
    if (checks >= SUSPECT_CHECKS) socket.destroy();
  };
  const timer = setInterval(() => {
    checks = silence.check();
    const isSilent = !socket.destroyed && checks * everyMs >= limitMs() && isWaiting();
    if (!socket.destroyed && !isSilent) return;
    clearInterval(timer);
    together.delete(endIfSuspect);
    if (!isSilent) return;
    total++;
    if (!isMainThread) channel.postMessage(null);
    // Without an error, which would have no listener below TLS: both drivers fail the statements of a closed
    // connection.
    socket.destroy();
    for (const end of together) end();
  }, everyMs);
  timer.unref();
  together.add(endIfSuspect);
}

/**
 * Longest silence that the server of a pool may keep; statements with a limit of their own raise it while
 * they run.
 */
export class SilenceLimit {
  readonly #limitMs: number;
  readonly #raised = new Set<{ ms: number }>();

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  get ms(): number {
    return Math.max(this.#limitMs, ...[...this.#raised].map(({ ms }) => ms + SILENCE_GRACE_MS));
  }

  async raise<T>(ms: number, work: () => Promise<T>): Promise<T> {
    const raised = { ms };
    this.#raised.add(raised);
    try {
      return await work();
    } finally {
      this.#raised.delete(raised);
    }
  }
}
