import { cut } from '../../base/cut.js';

const MAX_LENGTH = 120;

/** A service's message for a note: short, on one line, without secrets. */
export function plainMessage(text: string, secrets: readonly string[]): string {
  if (secrets.some((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)))) return '';
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return cut(line, MAX_LENGTH);
}
