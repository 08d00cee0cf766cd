import { webhookSecret } from '../background/webhooks/sender.js';
import { badRequest } from '../base/errors.js';
import { type Route, route } from '../http/route.js';
import { NewWebhook, WebhookCreate, WebhookDeliveries, WebhookParams, Webhooks } from '../schema/webhook.js';
import { literalOf } from '../services/webhooks/post.js';
import { mayReach } from '../services/webhooks/public-address.js';
import {
  createWebhook,
  type Delivery,
  deleteWebhook,
  findWebhook,
  listDeliveries,
  listWebhooks,
  type StoredWebhook,
} from '../store/webhooks.js';
import { createdReply, okReply } from './replies.js';
import type { Services } from './services.js';

const SHOWN_DELIVERIES = 100;

const shown = ({ id, url, createdAt }: StoredWebhook) => ({
  id,
  url,
  events: ['job.finished'],
  created_at: createdAt.toISOString(),
});

const shownDelivery = (delivery: Delivery) => {
  const { id, jobId, attempts, createdAt, nextAttemptAt, deliveredAt, failedAt, lastStatus, lastError } =
    delivery;
  return {
    id,
    event: 'job.finished',
    job_id: jobId,
    attempts,
    next_attempt_at: deliveredAt || failedAt ? null : nextAttemptAt.toISOString(),
    delivered_at: deliveredAt?.toISOString() ?? null,
    failed_at: failedAt?.toISOString() ?? null,
    last_status: lastStatus,
    last_error: lastError,
    created_at: createdAt.toISOString(),
  };
};

export function webhookRoutes({ sql, publicUrl, webhooks }: Services): Route[] {
  /** @throws AppError BAD_REQUEST */
  const checked = (text: string): string => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || url.username !== '' || url.password !== '')
      throw badRequest('url must be an http or https address without user and password');
    const { hostname } = url;
    if (/(?:^|\.)(?:localhost|local|internal)\.?$/.test(hostname) && webhooks.allowed === null)
      throw badRequest(`url must lead to a public address, and ${hostname} is none`);
    const literal = literalOf(url);
    if (literal !== null && !mayReach(literal, webhooks.allowed))
      throw badRequest(`url must lead to a public address, and ${literal} is none`);
    return url.href;
  };
  return [
    route({
      method: 'POST',
      path: '/webhooks',
      operationId: 'createWebhook',
      summary: 'Have the end of each job posted to an address',
      description:
        'When a job of one of the account\'s maps has ended, the service posts `{id, event: "job.finished", created_at, data}`; data has the members of the events of a job. ' +
        'The header `Cartload-Signature: t=<seconds since 1970>,v1=<hex>` has the HMAC-SHA256, by the secret of this answer, of `<t>.<body>`: compare it, and refuse old times. ' +
        'Any answer but 2xx within 10 seconds is tried again, later each time, for a day; a delivery may so arrive twice, with one id. 410 (gone) ends a delivery at once, with `failed_at`. Redirects are not followed. ' +
        'The address must be public. An account has 100 webhooks at most, BAD_REQUEST beyond.',
      tag: 'Webhooks',
      access: 'write',
      body: WebhookCreate,
      responses: { 201: { description: 'The webhook and its secret', schema: NewWebhook } },
      handle: async ({ principal, body }) => {
        const webhook = await createWebhook(sql, principal, checked(body.url));
        const secret = webhookSecret(webhooks.secret, webhook);
        return createdReply(`${publicUrl()}/webhooks`, { ...shown(webhook), secret });
      },
    }),
    route({
      method: 'GET',
      path: '/webhooks',
      operationId: 'listWebhooks',
      summary: 'Webhooks of the account, by ascending id',
      tag: 'Webhooks',
      access: 'read',
      responses: { 200: { description: 'The webhooks', schema: Webhooks } },
      handle: async ({ principal: { accountId } }) =>
        okReply({ webhooks: (await listWebhooks(sql, accountId)).map(shown) }),
    }),
    route({
      method: 'DELETE',
      path: '/webhooks/{webhook_id}',
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook and its deliveries',
      tag: 'Webhooks',
      access: 'write',
      params: WebhookParams,
      own: findWebhook,
      responses: { 204: { description: 'The webhook is deleted' } },
      handle: async ({ principal, params: { webhook_id } }) => {
        await deleteWebhook(sql, principal, webhook_id);
        return { status: 204 };
      },
    }),
    route({
      method: 'GET',
      path: '/webhooks/{webhook_id}/deliveries',
      operationId: 'listDeliveries',
      summary: 'The last deliveries of a webhook',
      description: 'The service removes them with the jobs, 30 days (by default) after they were queued.',
      tag: 'Webhooks',
      access: 'read',
      params: WebhookParams,
      own: findWebhook,
      responses: { 200: { description: 'The deliveries', schema: WebhookDeliveries } },
      handle: async ({ params: { webhook_id } }) =>
        okReply({ deliveries: (await listDeliveries(sql, webhook_id, SHOWN_DELIVERIES)).map(shownDelivery) }),
    }),
  ];
}
