import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { type ServiceProcess, startService } from './service.js';

export type MachineRole = 'http' | 'jobs';

/** A process of the service that is killed and restarted, each time on another port. */
export class Machine {
  /** Number of kills. */
  deaths = 0;
  /** null: dead, or starting. */
  service: ServiceProcess | null = null;
  /** Broken connections while it lived, of which there must be none. */
  readonly broken: unknown[] = [];
  /** Logs of all its lives. */
  readonly logs: ServiceProcess['log'][] = [];

  constructor(
    readonly t: Test,
    readonly role: MachineRole,
    readonly env: Record<string, string>,
  ) {}

  async start(): Promise<void> {
    const service = await startService(this.t, this.env, ['--role', this.role]);
    this.logs.push(service.log);
    this.service = service;
  }

  async kill(): Promise<void> {
    const { service } = this;
    this.service = null;
    this.deaths++;
    await service?.kill('SIGKILL');
  }
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any;
}

/**
 * Sends a request to one running machine, as a client behind a balancer does.
 * @returns null: the connection broke, or none runs; ask again
 * @throws Error for a status of a server fault
 */
export async function askOne(
  machines: readonly Machine[],
  path: string,
  init: RequestInit,
): Promise<Answer | null> {
  const running = machines.filter(({ service }) => service !== null);
  const machine = running[Math.floor(Math.random() * running.length)];
  if (!machine) return null;
  const { deaths } = machine;
  let answer: Answer;
  try {
    const response = await fetch(machine.service!.url + path, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    answer = { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  } catch (error) {
    if (machine.deaths === deaths) machine.broken.push(error);
    return null;
  }
  if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

const RETRY_MS = 50;

/** Repeats the request until it is answered. */
export async function askUntilAnswered(
  machines: readonly Machine[],
  path: string,
  init: RequestInit,
): Promise<Answer> {
  for (;;) {
    const answer = await askOne(machines, path, init);
    if (answer) return answer;
    await delay(RETRY_MS);
  }
}
