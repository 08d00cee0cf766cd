import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createLog } from '../src/base/log.js';
import { readTrustProxy } from '../src/http/client-address.js';
import { listen } from '../src/http/server.js';
import { report, requestFigures } from './measure.js';
import { hasNginx, startNginx } from './nginx.js';

interface ProxyRun {
  connections: number;
  /** Requests of each connection, one after the other with pauses between them. */
  bursts: number;
  requestsInBurst: number;
  /** Range of pauses, on both sides of the time after which idle connections are closed. */
  pauseMs: readonly [min: number, max: number];
}

interface ProxyOutcome {
  answered: number;
  /** Failures by status, or by the code of the socket's error. */
  failed: Record<string, number>;
}

/**
 * POSTs through nginx to the service's HTTP server. nginx sends a POST only once, so that a connection closed
 * under it shows as 502.
 */
export async function askThroughNginx(run: ProxyRun): Promise<ProxyOutcome> {
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    log: createLog('error'),
    trustProxy: readTrustProxy('127.0.0.1'),
    dispatch: async ({ body, remoteAddress }) => ({
      status: 200,
      json: { bytes: (await body.bytes(1024)).length, remoteAddress },
    }),
  });
  const nginx = await startNginx(server.port);
  const agent = new Agent({ keepAlive: true, maxSockets: run.connections });
  const outcome: ProxyOutcome = { answered: 0, failed: {} };
  const work = async (): Promise<void> => {
    for (let burst = 0; burst < run.bursts; burst++) {
      const [min, max] = run.pauseMs;
      if (burst > 0) await delay(min + Math.random() * (max - min));
      for (let i = 0; i < run.requestsInBurst; i++) {
        const end = await post(nginx.port, agent);
        if (end === '200') outcome.answered++;
        else outcome.failed[end] = (outcome.failed[end] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: run.connections }, work));
  agent.destroy();
  await nginx.stop();
  await server.close();
  await server.drain(0);
  return outcome;
}

/** @returns the status, '200' only for the correct answer; or an error code */
function post(port: number, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'content-length': 3 };
    const sent = request(
      { host: '127.0.0.1', port, method: 'POST', path: '/v1/x', agent, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          const expected = '{"bytes":3,"remoteAddress":"203.0.113.9"}';
          resolve(response.statusCode === 200 && text !== expected ? text : String(response.statusCode));
        });
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end('abc');
  });
}

/** 100,000 requests with pauses of 0 to 13 s. */
export async function benchProxy(): Promise<void> {
  if (!hasNginx()) {
    process.stdout.write('\nproxy: skipped, there is no nginx\n');
    return;
  }
  const { answered, failed } = await askThroughNginx({
    connections: 50,
    bursts: 20,
    requestsInBurst: 100,
    pauseMs: [0, 13_000],
  });
  report('proxy', requestFigures('requests through nginx, with pauses of 0 to 13 s', answered, failed));
}
