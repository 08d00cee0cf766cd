/** One account's way into the service. */
export interface Client {
  /** Base URL with /v1. */
  baseUrl: string;
  key: string;
}

export interface Answer {
  status: number;
  ms: number;
  text: string;
}

/** @returns the whole answer, whatever its status; `ms` until its last byte */
export async function ask(
  { baseUrl, key }: Client,
  method: string,
  path: string,
  body?: string | Buffer,
  contentType = 'application/json',
  signal?: AbortSignal,
): Promise<Answer> {
  const begin = performance.now();
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': contentType }) },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  return { status: response.status, ms: performance.now() - begin, text };
}

/** @throws Error with the answer when it is no 2xx */
export async function wanted<T>(answer: Promise<Answer>): Promise<T> {
  const { status, text } = await answer;
  if (status < 200 || status > 299) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}
