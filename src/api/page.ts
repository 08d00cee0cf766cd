import { MAX_PAGE_SIZE } from '../schema/page.js';
import type { PageScope, PageTokens } from './page-token.js';

export interface PageRequest {
  page_size: number;
  page_token?: string;
}

export interface Page<T> {
  data: T[];
  page_info: { total_count: number | null; next_page_token: string | null };
}

/**
 * One keyset page by ascending id. One item more than asked for is read: it tells whether there is a next page.
 * @param read items with an id greater than `afterId`, at most `limit`
 */
export async function pageById<T extends { id: number }>(
  tokens: PageTokens,
  scope: PageScope,
  { page_size, page_token }: PageRequest,
  read: (afterId: number, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  const size = Math.min(page_size, MAX_PAGE_SIZE);
  const afterId = page_token === undefined ? 0 : Number(tokens.read(scope, page_token)[0]);
  const items = await read(afterId, size + 1);
  const data = items.slice(0, size);
  const next_page_token = items.length > size ? tokens.issue(scope, [data.at(-1)!.id]) : null;
  return { data, page_info: { total_count: null, next_page_token } };
}
