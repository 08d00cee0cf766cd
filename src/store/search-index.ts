import type { Sql } from './client.js';

/**
 * Updates the texts of the next markers.
 * @returns true when there are more; false also while another process does it
 */
export async function advanceSearchIndex(sql: Sql, mapId: number, rows: number): Promise<boolean> {
  const [row] = await sql<[{ more: boolean }]>`SELECT advance_search_index(${mapId}, ${rows}) AS more`;
  return row.more;
}
