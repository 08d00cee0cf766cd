import { Type } from 'typebox';
import { type Route, route } from '../http/route.js';
import type { QuotaKind } from '../store/quotas.js';
import { okReply } from './replies.js';
import type { Services } from './services.js';

const Quota = Type.Object({
  limit: Type.Integer(),
  used: Type.Integer({ description: 'Uses in the current UTC day.' }),
});
const Me = Type.Object(
  {
    account_email: Type.String(),
    scope: Type.Enum(['read_only', 'read_write']),
    plan: Type.String(),
    rate_limit: Type.Integer({ description: 'Requests a minute that the key may make.' }),
    quotas: Type.Object({ maps: Quota, markers: Quota, bulk: Quota }),
  },
  {
    $id: 'Me',
    example: {
      account_email: 'ann@example.com',
      scope: 'read_write',
      plan: 'enterprise',
      rate_limit: 1000,
      quotas: {
        maps: { limit: 10, used: 1 },
        markers: { limit: 1000, used: 12 },
        bulk: { limit: 10, used: 2 },
      },
    },
  },
);

export const meRoutes = ({ quotaUse }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    summary: 'Account, rights, limits and use of the key',
    tag: 'Account',
    access: 'read',
    // Answered from memory, or over the vital connections.
    turns: null,
    responses: { 200: { description: 'The account', schema: Me } },
    handle: async ({ principal }) => {
      const use = await quotaUse.read(principal.keyId);
      const quotaOf = (kind: QuotaKind) => ({ limit: principal.quotas[kind], used: use[kind] });
      return okReply({
        account_email: principal.email,
        scope: principal.scope,
        plan: principal.plan,
        rate_limit: principal.rateLimit,
        quotas: { maps: quotaOf('maps'), markers: quotaOf('markers'), bulk: quotaOf('bulk') },
      });
    },
  }),
];
