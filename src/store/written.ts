/**
 * SQL: a time in microseconds since 1970, the same for the same time always; 0 for none. With `extract`, a
 * numeric, reading the keys of a map takes the database a fifth longer.
 */
const microseconds = (time: string): string => `coalesce((date_part('epoch', ${time}) * 1000000)::bigint, 0)`;

/**
 * SQL: `markers.written` of a marker that the row `r` changes. Mixed with the time of the change, it has no
 * force once the marker changes again, whoever changes it: all writers set `updated_at`.
 */
export const WRITTEN_NOW = `r.written # ${microseconds('statement_timestamp()')}`;

/** SQL: hash of the row that a marker was last changed by, or made; null: unknown. */
export const writtenHashSql = (marker: string): string =>
  `${marker}.written # ${microseconds(`${marker}.updated_at`)}`;
