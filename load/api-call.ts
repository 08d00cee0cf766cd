/** Calls the API by a path below /v1. @throws Error on an answer without success */
export type ApiCall = <T>(path: string, method?: string, body?: object) => Promise<T>;

export const apiCall =
  ({ baseUrl, key, signal }: { baseUrl: string; key: string; signal?: AbortSignal }): ApiCall =>
  async <T>(path: string, method = 'GET', body?: object): Promise<T> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(signal && { signal }),
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? null : await response.json()) as T;
  };
