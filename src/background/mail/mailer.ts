import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../base/log.js';
import { counter, type MetricReader } from '../../base/metrics/metric-reader.js';
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
  /** Limit for one attempt. */
  sendTimeoutMs?: number;
  /** Time until another process takes over the mails of one that died; longer than an attempt. */
  leaseMs?: number;
  maxAttempts?: number;
  retryDelayMs?: (attempt: number) => number;
  /** Time for mails in flight when the mailer stops. */
  graceMs?: number;
}

/** Mails sent at a time. */
const BATCH = 5;
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 12 * 3_600_000;

/**
 * Half a minute, tripled each time, with a jitter of a quarter, so that mails that failed together are not
 * repeated together. Ten attempts take a day and a half.
 */
export function defaultRetryDelayMs(attempt: number, random = Math.random()): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 3 ** (attempt - 1)) * (0.75 + random / 2);
}

/**
 * Sends the mails of the outbox. Any number of processes may run it, as each mail is claimed by one at a
 * time. A mail is sent at least once; twice when a process dies or the database is away between its
 * acceptance by the server and the record of it.
 */
export class Mailer {
  readonly #options: Required<MailerOptions>;
  readonly #stopping = new AbortController();
  readonly #inFlight = new Set<AbortController>();
  readonly #alarm = new Alarm();
  readonly #ended = { sent: 0, given_up: 0 };
  #failedAttempts = 0;
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

  get metrics(): MetricReader[] {
    return [
      counter(
        'mails_ended_total',
        'Invitations that were sent or given up',
        () => ({ ...this.#ended }),
        'outcome',
      ),
      counter(
        'mail_attempts_failed_total',
        'Attempts to send an invitation that failed',
        () => this.#failedAttempts,
      ),
    ];
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Reads the outbox now instead of at the next poll. */
  wake(): void {
    this.#alarm.wake();
  }

  /** Stops claiming, and gives mails in flight a moment; interrupted mails are tried again later. */
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
        log.error({ err: error }, 'could not read the outbox: trying again at the next poll');
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
      // Earlier attempts ended with their process; otherwise the mail would have been given up.
      if (attempt > maxAttempts) throw new MailRefused(`gave up after ${maxAttempts} attempts`);
      await this.#send(compose(invitation));
    } catch (error) {
      await this.#fail(invitation, error as Error);
      return;
    }
    this.#ended.sent++;
    try {
      await markSent(sql, id);
      log.debug({ mail: id, attempt }, 'sent a mail');
    } catch (error) {
      log.error({ err: error, mail: id }, 'sent a mail but could not record it: it will be sent again');
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
    this.#failedAttempts++;
    if (isOver) this.#ended.given_up++;
    // PostgreSQL refuses U+0000, and an answer of a server may be long.
    const reason = error.message.replaceAll('\0', '').slice(0, 1000);
    const fields = { mail: id, attempt, reason };
    if (isOver) log.error(fields, 'gave up a mail: send it again with cartload mails resend');
    else log.warn({ ...fields, retryInMs: delayMs }, 'could not send a mail: trying again later');
    await endAttempt(sql, invitation, reason, delayMs).catch((failure) =>
      log.error({ err: failure, mail: id }, 'could not record a failed mail: trying again after its lease'),
    );
  }
}
