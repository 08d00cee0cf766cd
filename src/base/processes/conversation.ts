/** The other end of an IPC channel: a child that was forked, or the `process` of one. */
export interface Peer {
  send?(message: object, handle: undefined, options: undefined, sent: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
  readonly connected: boolean;
}

/** The other process has ended. */
export class ProcessGone extends Error {
  constructor() {
    super('the other process is gone');
  }
}

/** The other process lives, and did not answer in time. */
export class NoAnswer extends Error {
  constructor(question: string, deadlineMs: number) {
    super(`no answer to '${question}' within ${deadlineMs} ms`);
  }
}

/** Questions by name, with their answers. */
export type Questions = Readonly<Record<string, (content: never) => unknown>>;

interface Asked {
  readonly ask: string;
  readonly id: number;
  readonly content: unknown;
}

interface Answered {
  readonly answer: number;
  readonly content?: unknown;
  /** Message of the error. */
  readonly error?: string;
}

interface Waiting {
  readonly resolve: (content: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Questions and answers between two processes. Over Node's JSON channel a question costs each side 36 µs on a
 * core of 2 GHz, so frequent questions are batched.
 */
export class Conversation<Theirs extends Questions> {
  readonly #peer: Peer;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  /**
   * @param ours questions that the peer may ask; an error is rethrown there as an Error with the same message
   */
  constructor(peer: Peer, ours: Questions) {
    this.#peer = peer;
    peer.on('message', (message) => {
      if ('ask' in (message as object)) void this.#answer(message as Asked, ours);
      else this.#settle(message as Answered);
    });
    peer.on('disconnect', () => {
      for (const id of this.#waiting.keys()) this.#fail(id, new ProcessGone());
    });
  }

  /** @throws Error when there is no answer in time, the peer is gone, or its answer is an error */
  ask<N extends keyof Theirs & string>(
    name: N,
    content: Parameters<Theirs[N]>[0],
    deadlineMs: number,
  ): Promise<Awaited<ReturnType<Theirs[N]>>> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const late = (): void => this.#fail(id, new NoAnswer(name, deadlineMs));
      const timer = setTimeout(late, deadlineMs);
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, timer });
      this.#send({ ask: name, id, content }, (error) => this.#fail(id, error));
    });
  }

  async #answer({ ask, id, content }: Asked, ours: Questions): Promise<void> {
    const answer: Answered = await Promise.resolve()
      .then(() => ours[ask]!(content as never))
      .then(
        (result) => ({ answer: id, content: result }),
        (error) => ({ answer: id, error: (error as Error).message }),
      );
    // A peer that has gone needs no answer.
    this.#send(answer, () => {});
  }

  #send(message: object, onError: (error: Error) => void): void {
    if (this.#peer.connected)
      this.#peer.send!(message, undefined, undefined, (error) => error && onError(error));
    else onError(new ProcessGone());
  }

  #settle({ answer, content, error }: Answered): void {
    if (error === undefined) this.#take(answer)?.resolve(content);
    else this.#fail(answer, new Error(error));
  }

  #fail(id: number, error: Error): void {
    this.#take(id)?.reject(error);
  }

  /** Returns undefined for a question whose deadline has passed. */
  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
