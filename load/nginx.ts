import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface Nginx {
  port: number;
  stop(): Promise<void>;
}

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

/** nginx in front of a port, set up as docs/proxy.md says. @throws Error when it does not start */
export async function startNginx(upstreamPort: number): Promise<Nginx> {
  const directory = await mkdtemp(join(tmpdir(), 'cartload-nginx-'));
  const port = await findFreePort();
  const file = join(directory, 'nginx.conf');
  await writeFile(file, configuration(directory, port, upstreamPort));
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

function configuration(directory: string, port: number, upstreamPort: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join(' ');
  return `daemon off; worker_processes 1; pid ${directory}/pid; error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off; ${temporary}
  upstream cartload {
    server 127.0.0.1:${upstreamPort};
    keepalive 64;
    keepalive_timeout 6s;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://cartload;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}
`;
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

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
