import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const ANSWER_MS = 2_000;

/** A Nominatim that knows no place, and takes its time to say so. */
export async function startSlowGeocoder(): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'), ANSWER_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/search`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
