import type { HttpRequest, Reply } from '../../http/message.js';

/** Page at `/`, where `help_url` leads: it says how to get a key and a plan. */
export function startPage(publicUrl: () => string): (request: HttpRequest) => Promise<Reply> {
  return async () => ({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    bytes: `cartload puts large spreadsheets on maps.

Open this address in a browser for the console. The API is described at ${publicUrl()}/openapi.json (OpenAPI 3.1).

Requests need a key: Authorization: Bearer ck_…
The operator of this service issues keys, and puts accounts on the plan that the API needs:

    cartload key create --email you@example.com
    cartload account set --email you@example.com --plan enterprise
`,
  });
}
