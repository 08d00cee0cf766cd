/** Change that an import made to a marker. */
export interface MarkerChange {
  markerId: number;
  /** Members as they are after the change. */
  name: string;
  code: string | null;
  /**
   * Column -> its values before and after; of a deleted marker its row; `restored`: an undo made it again;
   * `left`: an undo left it as it is; null: the marker was added.
   */
  changes:
    | Record<string, [before: unknown, after: unknown]>
    | { deleted: Record<string, unknown> }
    | { restored: true }
    | { left: true }
    | null;
}
