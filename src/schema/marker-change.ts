/** What an import did to a marker. */
export interface MarkerChange {
  markerId: number;
  /** As they are after the change. */
  name: string;
  code: string | null;
  /** Column -> its values before and after; of a deleted marker its row; null: the marker was added. */
  changes: Record<string, [before: unknown, after: unknown]> | { deleted: Record<string, unknown> } | null;
}
