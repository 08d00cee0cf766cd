/** What ends what is held open for a reply; `after` ends it behind the last piece that is sent. */
export interface HoldOpen {
  (): void;
  after(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
}

/**
 * Holds something open while a reply is sent: `close` is called once, whatever ends first: the reply, the client, the deadline. Of a
 * client that has gone already nobody reads the reply.
 */
export function holdOpen(signal: AbortSignal, deadlineMs: number, close: () => void): HoldOpen {
  let isOpen = true;
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    close();
  };
  const timer = setTimeout(end, deadlineMs);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  const after = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* chunks;
    } finally {
      end();
    }
  };
  return Object.assign(end, { after });
}
