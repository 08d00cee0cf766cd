import type { BenchServer } from './server.js';

const ASK_EVERY_MS = 50;

/**
 * Sends GET /me 20 times a second, whether or not the answers keep up.
 * @returns `stop`, which returns the milliseconds of each answer
 */
export function askMe({ baseUrl, key }: BenchServer): { stop(): Promise<number[]> } {
  const answers: Promise<number>[] = [];
  const ask = async (): Promise<number> => {
    const begin = performance.now();
    const response = await fetch(`${baseUrl}/me`, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`GET /me: ${response.status}`);
    await response.arrayBuffer();
    return performance.now() - begin;
  };
  const askOnce = (): void => {
    const answer = ask();
    answer.catch(() => {}); // `stop` reports it
    answers.push(answer);
  };
  askOnce();
  const timer = setInterval(askOnce, ASK_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.all(answers);
    },
  };
}
