import { Type } from 'typebox';
import { Id, nullable, Timestamp } from './page.js';

const Url = Type.String({
  maxLength: 2000,
  pattern: '^https?://',
  description: 'Address that hears of the ends of jobs; http or https, without user and password.',
  example: 'https://example.com/cartload',
});
const EVENTS = Type.Array(Type.Literal('job.finished'), { description: 'Events that it hears of.' });

const members = { id: Id, url: Url, events: EVENTS, created_at: Timestamp };
const example = {
  id: 3,
  url: 'https://example.com/cartload',
  events: ['job.finished'],
  created_at: '2026-03-01T09:30:00.000Z',
};
export const Webhook = Type.Object(members, { $id: 'Webhook', example });
export const Webhooks = Type.Object({
  webhooks: Type.Array(Webhook, { description: 'Webhooks of the account.' }),
});
export const NewWebhook = Type.Object(
  { ...members, secret: Type.String({ description: 'Key of the signatures, shown this once.' }) },
  { $id: 'NewWebhook', example: { ...example, secret: 'whsec_X0pQ' } },
);
export const WebhookCreate = Type.Object(
  { url: Url },
  { $id: 'WebhookCreate', example: { url: example.url } },
);
export const WebhookParams = Type.Object({
  webhook_id: Type.Integer({ ...Id, description: 'Id of the webhook.' }),
});

export const WebhookDelivery = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the delivery, the same in each attempt.' }),
    event: Type.Literal('job.finished', { description: 'What it tells of.' }),
    job_id: Type.String(),
    attempts: Type.Integer({ description: 'Attempts so far.' }),
    next_attempt_at: nullable(Type.String({ format: 'date-time', description: 'null: no further attempt.' })),
    delivered_at: nullable(Type.String({ format: 'date-time', description: 'null: not delivered.' })),
    failed_at: nullable(
      Type.String({ format: 'date-time', description: 'Time at which it was given up; null: it was not.' }),
    ),
    last_status: nullable(Type.Integer({ description: 'Status of the last answer; null: there was none.' })),
    last_error: nullable(Type.String({ description: 'Why the last attempt failed; null: it did not.' })),
    created_at: Timestamp,
  },
  {
    $id: 'WebhookDelivery',
    example: {
      id: 12,
      event: 'job.finished',
      job_id: 'job_7H2k',
      attempts: 1,
      next_attempt_at: null,
      delivered_at: '2026-03-01T09:31:00.000Z',
      failed_at: null,
      last_status: 200,
      last_error: null,
      created_at: '2026-03-01T09:30:59.000Z',
    },
  },
);
export const WebhookDeliveries = Type.Object({
  deliveries: Type.Array(WebhookDelivery, { description: 'The newest first, 100 at most.' }),
});
