import autocannon from 'autocannon';

/** Connections of benches with many clients. */
export const CONNECTIONS = 32;

/** @throws Error when answers were missing or not 2xx: the rate of a failure is no figure */
export async function fire(options: autocannon.Options): Promise<autocannon.Result> {
  const result = await autocannon(options);
  const { non2xx, errors } = result;
  if (non2xx > 0 || errors > 0) {
    throw new Error(`${options.url}: ${non2xx} answers are not 2xx, ${errors} errors`);
  }
  return result;
}
