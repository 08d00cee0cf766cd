import type { Sql } from './client.js';

/** Brings the next markers' texts up to date. @returns whether there are more to do; false while another process does them */
export async function advanceSearchIndex(sql: Sql, mapId: number, rows: number): Promise<boolean> {
  const [row] = await sql<[{ more: boolean }]>`SELECT advance_search_index(${mapId}, ${rows}) AS more`;
  return row.more;
}
