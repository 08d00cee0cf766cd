import { createHmac } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { Logger } from '../../base/log.js';
import { counter, type MetricReader } from '../../base/metrics/metric-reader.js';
import { postJson } from '../../services/webhooks/post.js';
import type { Sql } from '../../store/client.js';
import {
  type ClaimedDelivery,
  claimDeliveries,
  endDelivery,
  type StoredWebhook,
} from '../../store/webhooks.js';
import { Alarm } from '../jobs/alarm.js';
import { defaultRetryDelayMs } from '../mail/mailer.js';

export interface WebhookSenderOptions {
  readonly sql: Sql;
  readonly log: Logger;
  /** Secret of the service. */
  readonly secret: Buffer;
  /** Networks beside the public ones to which webhooks may go. */
  readonly allowed: BlockList | null;
  /** News of a job; null: it is gone. */
  readonly readJob: (jobId: string) => Promise<object | null>;
}

/** Deliveries under way at a time. */
const MOST_RUNNING = 20;
/** Those of one account, all of whose receivers may be slow. */
const MOST_OF_ACCOUNT = 4;
const POLL_MS = 10_000;
const SEND_TIMEOUT_MS = 10_000;
/** Longer than an attempt: the time until another process takes over the deliveries of one that died. */
const LEASE_MS = 60_000;
const GIVE_UP_AFTER_MS = 86_400_000;
/** The receiver says that it is no longer there, for good. */
const GONE = 410;

/** The secret that signs for a webhook; its owner sees it once. */
export const webhookSecret = (secret: Buffer, { id, createdAt }: StoredWebhook): string =>
  `whsec_${createHmac('sha256', secret).update(`webhook ${id} ${createdAt.getTime()}`).digest('base64url')}`;

/** Value of the header `Cartload-Signature`. @param seconds since 1970 */
export const signatureOf = (key: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`;

/**
 * Sends the deliveries of webhooks, each at least once. Any number of processes may run it, as each delivery
 * is claimed by one at a time.
 */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #stopping = new AbortController();
  readonly #alarm = new Alarm();
  readonly #ended = { delivered: 0, given_up: 0 };
  #failedAttempts = 0;
  #loop: Promise<void> = Promise.resolve();
  /** Deliveries under way, with their accounts. */
  readonly #running = new Map<Promise<void>, number>();

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  get metrics(): MetricReader[] {
    return [
      counter(
        'webhook_deliveries_ended_total',
        'Webhook deliveries that arrived or were given up',
        () => ({ ...this.#ended }),
        'outcome',
      ),
      counter(
        'webhook_attempts_failed_total',
        'Attempts to deliver to a webhook that failed',
        () => this.#failedAttempts,
      ),
    ];
  }

  start(): void {
    this.#loop = this.#run();
  }

  wake(): void {
    this.#alarm.wake();
  }

  /** Ends deliveries under way, which are tried again after their lease. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#alarm.wake();
    await this.#loop;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const sleep = this.#alarm.sleep(POLL_MS);
      const claimed = await this.#claim();
      for (const delivery of claimed) {
        const running = this.#deliver(delivery).finally(() => {
          this.#running.delete(running);
          this.#alarm.wake();
        });
        this.#running.set(running, delivery.accountId);
      }
      if (claimed.length > 0) this.#alarm.wake();
      await sleep;
    }
    await Promise.all(this.#running.keys());
  }

  async #claim(): Promise<ClaimedDelivery[]> {
    const { sql, log } = this.#options;
    const limit = MOST_RUNNING - this.#running.size;
    if (limit <= 0) return [];
    const counts = new Map<number, number>();
    for (const account of this.#running.values()) counts.set(account, (counts.get(account) ?? 0) + 1);
    try {
      return await claimDeliveries(sql, {
        limit,
        perAccount: MOST_OF_ACCOUNT,
        busy: [...counts.keys()].filter((account) => counts.get(account)! >= MOST_OF_ACCOUNT),
        leaseMs: LEASE_MS,
      });
    } catch (error) {
      log.error({ err: error }, 'could not read the deliveries of webhooks: trying again at the next poll');
      return [];
    }
  }

  /** Never rejects. */
  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { sql, log } = this.#options;
    let status: number | null = null;
    let error: string | null = null;
    try {
      status = await this.#send(delivery);
      if (status < 200 || status > 299) error = `the receiver answered ${status}`;
    } catch (failure) {
      if (this.#stopping.signal.aborted) return;
      // PostgreSQL refuses U+0000.
      error = (failure as Error).message.replaceAll('\0', '').slice(0, 500);
    }
    const delayMs = defaultRetryDelayMs(delivery.attempt);
    const isOver = status === GONE || Date.now() + delayMs > delivery.createdAt.getTime() + GIVE_UP_AFTER_MS;
    if (error === null) this.#ended.delivered++;
    else {
      this.#failedAttempts++;
      if (isOver) this.#ended.given_up++;
    }
    const retryMs = error === null || isOver ? null : delayMs;
    await endDelivery(sql, delivery, { status, error, retryMs }).catch((failure) =>
      log.error(
        { err: failure, delivery: delivery.id },
        'could not record a webhook delivery: it is sent again after its lease',
      ),
    );
  }

  async #send({ id, jobId, createdAt, webhook }: ClaimedDelivery): Promise<number> {
    const { allowed, secret, readJob } = this.#options;
    const data = await readJob(jobId);
    if (data === null) throw new Error('the job is gone');
    const body = JSON.stringify({ id, event: 'job.finished', created_at: createdAt.toISOString(), data });
    const seconds = Math.floor(Date.now() / 1000);
    const headers = {
      'user-agent': 'cartload',
      'cartload-event': 'job.finished',
      'cartload-delivery': String(id),
      'cartload-signature': signatureOf(webhookSecret(secret, webhook), seconds, body),
    };
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]);
    return postJson(new URL(webhook.url), body, headers, { allowed, signal });
  }
}
