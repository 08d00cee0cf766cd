import type { Reply } from '../http/message.js';
import { MAX_PAGE_BYTES, MAX_PAGE_SIZE } from '../schema/page.js';
import { cutToBytes, type Piece } from '../store/piece.js';
import type { PageScope, PageTokens } from './page-token.js';

export interface PageRequest {
  page_size: number;
  page_token?: string;
}

/** Source of a list, and the order of its items. */
export interface Keyset<T> {
  /** Sort key of an item; its last member is unique. */
  keyOf(item: T): (string | number)[];
  /** Items after the key (null: from the start), at most `limit` and about MAX_PAGE_BYTES. */
  read(after: (string | number)[] | null, limit: number): Promise<Piece<T>>;
  jsonOf(item: T): string | Buffer;
}

/** One keyset page. Reads one item more than the page has, to know whether there is a next page. */
export async function pageReply<T>(
  tokens: PageTokens,
  scope: PageScope,
  { page_size, page_token }: PageRequest,
  { keyOf, read, jsonOf }: Keyset<T>,
): Promise<Reply> {
  const size = Math.min(page_size, MAX_PAGE_SIZE);
  const { items, isCut } = await read(
    page_token === undefined ? null : tokens.read(scope, page_token),
    size + 1,
  );
  const data = items.slice(0, size);
  const hasMore = isCut || items.length > size;
  const next_page_token = hasMore ? tokens.issue(scope, keyOf(data.at(-1)!)) : null;
  const end = `],"page_info":${JSON.stringify({ total_count: null, next_page_token })}}`;
  return { status: 200, headers: JSON_TYPE, bytes: joined(data.map(jsonOf), end) };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const BEGIN = Buffer.from('{"data":[');
const COMMA = Buffer.from(',');

function joined(items: readonly (string | Buffer)[], end: string): Buffer {
  const parts: Buffer[] = [BEGIN];
  for (const item of items) {
    if (parts.length > 1) parts.push(COMMA);
    parts.push(typeof item === 'string' ? Buffer.from(item) : item);
  }
  parts.push(Buffer.from(end));
  return Buffer.concat(parts);
}

/** An item and its JSON. */
export interface RenderedItem<T> {
  item: T;
  json: Buffer;
}

/** The items that fit into a page. */
export function renderPiece<T>(items: readonly T[]): Piece<RenderedItem<T>> {
  const rendered = items.map((item) => ({ item, json: Buffer.from(JSON.stringify(item)) }));
  return cutToBytes(rendered, MAX_PAGE_BYTES, ({ json }) => json.length);
}
