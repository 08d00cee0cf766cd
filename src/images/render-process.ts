import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Logger } from '../base/log.js';
import { tellLines } from './log-lines.js';
import type { RenderAnswer, RenderRequest } from './render-messages.js';

/** Limit of the heap; pixels and layers of areas lie outside of it. */
const HEAP_MB = 512;

/** The process ended before it answered: killed by the kernel, aborted by native code, out of memory. */
export class ProcessDied extends Error {}

/** The process ended itself, as the picture took more computing than one may. */
export class CpuTimeUsedUp extends Error {}

interface Waiting {
  resolve(answer: RenderAnswer): void;
  reject(reason: unknown): void;
}

/** A process that draws one picture after another, and can be ended in the middle of one. */
export class RenderProcess {
  readonly #child: ChildProcess;
  #waiting: Waiting | null = null;
  /** Reason given to `kill`. */
  #killedFor: unknown = null;
  #isEnded = false;
  /** Number of pictures requested from the process. */
  asked = 0;
  /** Resident memory of the process at its last answer. */
  rssBytes = 0;
  /** Resolves at the end of the process, with its exit code or signal in words. */
  readonly ended: Promise<string>;

  /** @param entry module that calls `serveRenders` */
  constructor(entry: URL, log: Logger) {
    this.#child = fork(entry, [], {
      // The child inherits the environment alone: no debugger's port, no file, no pipe of this process's
      // output.
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const child = this.#child;
    const { pid } = child;
    const onFlood = (): void => {
      log.error({ pid }, 'ended a process that draws pictures: it does not stop writing to stderr');
      this.#end();
    };
    // stderr is missing where the system could not start a process.
    if (child.stderr)
      tellLines(
        child.stderr,
        (line) => log.warn({ pid, line }, 'received a line on stderr of a process that draws pictures'),
        onFlood,
      );
    this.ended = new Promise((resolve) => {
      const onEnd = (how: string): void => {
        this.#isEnded = true;
        const waiting = this.#waiting;
        this.#waiting = null;
        const died =
          how === 'SIGPROF'
            ? new CpuTimeUsedUp()
            : new ProcessDied(`the process that drew it ended (${how})`);
        waiting?.reject(this.#killedFor ?? died);
        resolve(how);
      };
      child.on('exit', (code, signal) => onEnd(signal ?? `exit code ${code}`));
      child.on('error', (error) => {
        // The process did not start, or a message did not reach it.
        if (child.pid === undefined) onEnd(error.message);
        else this.#end();
      });
    });
    child.on('message', (answer: RenderAnswer) => this.#onAnswer(answer));
    this.#letExit();
  }

  /** 0: it could not be started. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isEnded(): boolean {
    return this.#isEnded || this.#child.killed || !this.#child.connected;
  }

  /** @throws ProcessDied; the reason given to `kill`. The process does not draw any more then */
  draw(request: Omit<RenderRequest, 'number'>): Promise<RenderAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#isEnded) return reject(this.#killedFor ?? new ProcessDied('the process had ended'));
      this.asked++;
      this.#waiting = { resolve, reject };
      this.#child.ref();
      this.#child.channel?.ref();
      // A request that cannot be sent ends the process, and its end rejects the promise.
      this.#child.send(
        { ...request, number: this.asked } satisfies RenderRequest,
        (error) => error && this.#end(),
      );
    });
  }

  /** Ends the process at once; resolves when it has ended. @param reason with which `draw` rejects */
  async kill(reason: unknown): Promise<void> {
    this.#killedFor ??= reason;
    this.#child.ref();
    this.#end();
    await this.ended;
  }

  #end(): void {
    this.#child.kill('SIGKILL');
  }

  #onAnswer(answer: RenderAnswer): void {
    const waiting = this.#waiting;
    // A process that answers more than once a request is broken, and may have drawn another picture.
    if (waiting === null || answer.number !== this.asked) {
      this.#end();
      return;
    }
    this.#waiting = null;
    this.rssBytes = answer.rssBytes;
    this.#letExit();
    waiting.resolve(answer);
  }

  /** Lets this process end while the other one draws nothing. */
  #letExit(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    (this.#child.stderr as (Readable & { unref?(): void }) | null)?.unref?.();
  }
}
