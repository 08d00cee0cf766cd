import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../base/log.js';
import type { Sql } from '../../store/client.js';
import { claimInvitations, endAttempt, type Invitation, markSent } from '../../store/outbox.js';
import { Alarm } from '../jobs/alarm.js';
import { type Mail, MailRefused, type MailTransport } from './mail.js';

export interface MailerOptions {
  sql: Sql;
  log: Logger;
  transport: MailTransport;
  compose: (invitation: Invitation) => Mail;
  pollMs?: number;
  /** How long one attempt may take. */
  sendTimeoutMs?: number;
  /** How long the mails of a process that died wait for another; longer than an attempt. */
  leaseMs?: number;
  maxAttempts?: number;
  retryDelayMs?: (attempt: number) => number;
  /** Mails in flight get this long when the mailer stops. */
  graceMs?: number;
}

/** Mails that are sent at a time. */
const BATCH = 5;
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 12 * 3_600_000;

/**
 * Half a minute, tripled each time, with a quarter of jitter so that what failed together does not come back together. Ten
 * attempts take a day and a half.
 */
export function defaultRetryDelayMs(attempt: number, random = Math.random()): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 3 ** (attempt - 1)) * (0.75 + random / 2);
}

/**
 * Sends what waits in the outbox. Any number of processes may run one: a mail is claimed by one of them at a time. It is sent at
 * least once; twice when a process dies, or the database is away, between the server's yes and the note of it.
 */
export class Mailer {
  readonly #options: Required<MailerOptions>;
  readonly #stopping = new AbortController();
  readonly #inFlight = new Set<AbortController>();
  readonly #alarm = new Alarm();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: MailerOptions) {
    this.#options = {
      pollMs: 10_000,
      sendTimeoutMs: 60_000,
      leaseMs: 120_000,
      maxAttempts: 10,
      retryDelayMs: defaultRetryDelayMs,
      graceMs: 1500,
      ...options,
    };
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Looks for mails now instead of at the next poll. */
  wake(): void {
    this.#alarm.wake();
  }

  /** Claims no more, and gives what is in flight a moment; what is cut short then is tried again later. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#alarm.wake();
    const inTime = new AbortController();
    const grace = delay(this.#options.graceMs, undefined, { signal: inTime.signal }).then(
      () => {
        for (const attempt of this.#inFlight) attempt.abort();
      },
      () => {},
    );
    await this.#loop;
    inTime.abort();
    await grace;
    this.#options.transport.close();
  }

  async #run(): Promise<void> {
    const { sql, log, leaseMs, pollMs } = this.#options;
    while (!this.#stopping.signal.aborted) {
      const sleep = this.#alarm.sleep(pollMs);
      let invitations: Invitation[] = [];
      try {
        invitations = await claimInvitations(sql, BATCH, leaseMs);
      } catch (error) {
        log.error({ err: error }, 'the outbox could not be read');
      }
      if (invitations.length > 0) this.#alarm.wake(); // its timer would outlive the mailer
      await sleep;
      await Promise.all(invitations.map((invitation) => this.#deliver(invitation)));
    }
  }

  /** Never rejects. */
  async #deliver(invitation: Invitation): Promise<void> {
    const { sql, log, compose, maxAttempts } = this.#options;
    const { id, attempt } = invitation;
    try {
      // Each one before it ended with its process, or it would have been given up.
      if (attempt > maxAttempts) throw new MailRefused(`given up after ${maxAttempts} attempts`);
      await this.#send(compose(invitation));
    } catch (error) {
      await this.#fail(invitation, error as Error);
      return;
    }
    try {
      await markSent(sql, id);
      log.debug({ mail: id, attempt }, 'a mail was sent');
    } catch (error) {
      log.error({ err: error, mail: id }, 'a mail was sent and not noted: it will be sent again');
    }
  }

  async #send(mail: Mail): Promise<void> {
    const { transport, sendTimeoutMs } = this.#options;
    const attempt = new AbortController();
    const timer = setTimeout(() => attempt.abort(), sendTimeoutMs);
    this.#inFlight.add(attempt);
    try {
      await transport.send(mail, attempt.signal);
    } finally {
      clearTimeout(timer);
      this.#inFlight.delete(attempt);
    }
  }

  async #fail(invitation: Invitation, error: Error): Promise<void> {
    const { sql, log, maxAttempts, retryDelayMs } = this.#options;
    const { id, attempt } = invitation;
    const isOver = error instanceof MailRefused || attempt >= maxAttempts;
    const delayMs = isOver ? null : retryDelayMs(attempt);
    // PostgreSQL has no U+0000 in texts, and what a server says may be long.
    const reason = error.message.replaceAll('\0', '').slice(0, 1000);
    const fields = { mail: id, attempt, reason };
    if (isOver) log.error(fields, 'a mail was given up');
    else log.warn({ ...fields, retryInMs: delayMs }, 'a mail could not be sent');
    await endAttempt(sql, invitation, reason, delayMs).catch((failure) =>
      log.error({ err: failure, mail: id }, 'a failed mail was not noted: it is tried again after its lease'),
    );
  }
}
