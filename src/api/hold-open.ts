import type { Caller, FairQueue } from '../base/threads/fair-queue.js';
import type { Reply } from '../http/message.js';

/** Closes the resource of a reply at once; `after` closes it when the last chunk is sent. */
export interface HoldOpen {
  (): void;
  after(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
}

/**
 * Answers within a turn that lasts until the reply is sent, the client is gone, or the deadline of the turn
 * passes; then closes the resource.
 * @throws AppError RATE_LIMITED when no turn comes in time; errors of `open` and `answer`
 */
export function answerInTurn<T>(
  turns: FairQueue,
  caller: Caller,
  { open, close, answer }: HeldAnswer<T>,
): Promise<Reply> {
  return turns.begin(caller, async (turn) => {
    const opened = await open();
    const { end, ended } = holdOpen([caller.signal, turn.signal], () => close(opened));
    try {
      return { value: await answer(opened, end), ended };
    } catch (error) {
      end();
      throw error;
    }
  });
}

export interface HeldAnswer<T> {
  readonly open: () => Promise<T>;
  /** Called once. */
  readonly close: (opened: T) => void;
  /** @param end to be called at once when the reply has no body */
  readonly answer: (opened: T, end: HoldOpen) => Reply | Promise<Reply>;
}

function holdOpen(
  signals: readonly AbortSignal[],
  close: () => void,
): { end: HoldOpen; ended: Promise<void> } {
  let settle = (): void => {};
  const ended = new Promise<void>((resolve) => {
    settle = resolve;
  });
  let isOpen = true;
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    for (const signal of signals) signal.removeEventListener('abort', end);
    close();
    settle();
  };
  for (const signal of signals) signal.addEventListener('abort', end);
  // The client may be gone already.
  if (signals.some(({ aborted }) => aborted)) end();
  const after = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* chunks;
    } finally {
      end();
    }
  };
  return { end: Object.assign(end, { after }), ended };
}
