import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const CONF = readFileSync(new URL('../../deploy/nginx/cartload.conf', import.meta.url), 'utf8');

export interface Nginx {
  port: number;
  stop(): Promise<void>;
}

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

/** nginx in front of ports, with the configuration of deploy/. @throws Error when it does not start */
export async function startNginx(...upstreamPorts: readonly number[]): Promise<Nginx> {
  const directory = await mkdtemp(join(tmpdir(), 'cartload-nginx-'));
  const port = await findFreePort();
  const file = join(directory, 'nginx.conf');
  await writeFile(file, configuration(directory, port, upstreamPorts));
  const child = spawn('nginx', ['-p', directory, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const stop = async (): Promise<void> => {
    if (isRunning(child)) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(directory, { recursive: true });
  };
  while (!(await answers(port))) {
    if (!isRunning(child)) {
      await stop();
      throw new Error(`nginx does not start: ${said}`);
    }
    await delay(20);
  }
  return { port, stop };
}

/** A complete nginx.conf whose files lie in a directory. */
export function configuration(directory: string, port: number, upstreamPorts: readonly number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join(' ');
  return `daemon off; worker_processes 1; pid ${directory}/pid; error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off; ${temporary}
  ${serve(port, upstreamPorts).replace('/dev/stdout', `${directory}/access.log`)}
}
`;
}

/** deploy/nginx/cartload.conf with addresses of this machine. */
function serve(port: number, upstreamPorts: readonly number[]): string {
  const [first, ...others] = upstreamPorts;
  return CONF.replace('http-1:8080', `127.0.0.1:${first}`)
    .replace(/^ *server http-2:8080(.*)$/m, (_, options) =>
      others.map((other) => `server 127.0.0.1:${other}${options}`).join('\n'),
    )
    .replace('listen 8080', `listen 127.0.0.1:${port}`);
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
