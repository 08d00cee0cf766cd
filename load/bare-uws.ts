import { loadUws } from '../src/http/uws.js';

const uws = loadUws();
const body = JSON.stringify({
  account_email: 'bench@example.com',
  scope: 'read_write',
  plan: 'enterprise',
  rate_limit: 1000,
  quotas: { maps: { limit: 10, used: 0 }, markers: { limit: 1000, used: 0 }, bulk: { limit: 10, used: 0 } },
});
uws
  .App()
  .any('/*', (response) => {
    response.writeHeader('content-type', 'application/json').end(body);
  })
  .listen('127.0.0.1', 0, (socket) => {
    process.send!(socket ? uws.us_socket_local_port(socket) : 0);
  });
