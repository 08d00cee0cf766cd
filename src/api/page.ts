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

/** Which list it is, and how its items follow each other. */
export interface Keyset<T> {
  /** What an item is ordered by; the last member is unique. */
  keyOf(item: T): (string | number)[];
  /** Items behind `after` (null: from the start), at most `limit`. */
  read(after: (string | number)[] | null, limit: number): Promise<T[]>;
}

/** One keyset page. One item more than asked for is read: it tells whether there is a next page. */
export async function pageByKey<T>(
  tokens: PageTokens,
  scope: PageScope,
  { page_size, page_token }: PageRequest,
  { keyOf, read }: Keyset<T>,
): Promise<Page<T>> {
  const size = Math.min(page_size, MAX_PAGE_SIZE);
  const items = await read(page_token === undefined ? null : tokens.read(scope, page_token), size + 1);
  const data = items.slice(0, size);
  const next_page_token = items.length > size ? tokens.issue(scope, keyOf(data.at(-1)!)) : null;
  return { data, page_info: { total_count: null, next_page_token } };
}

/** A page by ascending id. */
export function pageById<T extends { id: number }>(
  tokens: PageTokens,
  scope: PageScope,
  request: PageRequest,
  read: (afterId: number, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  return pageByKey(tokens, scope, request, {
    keyOf: (item: T) => [item.id],
    read: (after, limit) => read(after === null ? 0 : Number(after[0]), limit),
  });
}
