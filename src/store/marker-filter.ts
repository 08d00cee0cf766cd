import { isDeepStrictEqual } from 'node:util';
import type { PendingQuery, Row } from 'postgres';
import { ADDRESS_MEMBERS, TEXT_MEMBERS } from '../schema/marker-terms.js';
import type { Sql } from './client.js';

/** Conditions on a marker; null members do not filter. */
export interface MarkerFilter {
  /** Literal substring, case-insensitive. */
  text: string | null;
  category: string | null;
  type: string | null;
  /** Milliseconds since 1970. */
  updatedSinceMs: number | null;
  /** Values of custom fields by their names; an empty one: the marker lacks the field. */
  fields: readonly (readonly [name: string, value: string])[];
  /** Different ones. */
  ids: readonly number[] | null;
  /** Degrees, borders included; `west` > `east` crosses the antimeridian. */
  box: { south: number; west: number; north: number; east: number } | null;
  /** Points whose haversine to this one is at most `haversine`. */
  circle: { lat: number; lng: number; haversine: number } | null;
  /** Ranges of `cell`, both ends included, that cover `box` and `circle`. */
  cells: readonly { first: number; last: number }[] | null;
}

/** Every marker that has not expired. */
export const EVERY_MARKER: MarkerFilter = {
  text: null,
  category: null,
  type: null,
  updatedSinceMs: null,
  fields: [],
  ids: null,
  box: null,
  circle: null,
  cells: null,
};

export const isEveryMarker = (filter: MarkerFilter): boolean => isDeepStrictEqual(filter, EVERY_MARKER);

export type Fragment = PendingQuery<Row[]>;

/** The ranges as a table `r (first, last)`. */
export function cellRangesSql(sql: Sql, cells: NonNullable<MarkerFilter['cells']>): Fragment {
  const numbers = (values: number[]) => sql.typed.texts(values.map(String));
  return sql`unnest(${numbers(cells.map(({ first }) => first))}::bigint[], ${numbers(cells.map(({ last }) => last))}::bigint[])
    r (first, last)`;
}

/** The text in lower case, plain and as it appears in JSON, computed once a statement. */
export const needle = (sql: Sql, { text }: MarkerFilter): Fragment => sql`
  (SELECT lower(${text}::text) AS plain, lower(${JSON.stringify(text ?? '').slice(1, -1)}::text) AS json OFFSET 0) needle`;

/** SQL condition on the marker `m`, except for its id. */
export function matches(
  sql: Sql,
  { text, category, type, updatedSinceMs, fields, box, circle }: MarkerFilter,
): Fragment {
  return sql`(m.expires_at IS NULL OR m.expires_at > now())
    ${category === null ? sql`` : sql`AND m.category = ${category}`}
    ${type === null ? sql`` : sql`AND m.type = ${type}`}
    ${updatedSinceMs === null ? sql`` : sql`AND coalesce(m.updated_at, m.created_at) >= to_timestamp(${updatedSinceMs}::float8 / 1000)`}
    ${fields.length === 0 ? sql`` : fields.map(([name, value]) => sql`AND coalesce(m.custom_fields ->> ${name}::text, '') = ${value}::text`)}
    ${box === null ? sql`` : inBox(sql, box)}
    ${circle === null ? sql`` : inCircle(sql, circle)}
    ${text === null ? sql`` : contains(sql, text)}`;
}

/** SQL condition on the marker `m`. Rounding may lift the haversine of the antipode above 1. */
export const inCircle = (sql: Sql, { lat, lng, haversine }: NonNullable<MarkerFilter['circle']>): Fragment =>
  sql`AND least(1, haversine(${lat}::float8, ${lng}::float8, m.lat, m.lng)) <= ${haversine}::float8`;

function inBox(sql: Sql, { south, west, north, east }: NonNullable<MarkerFilter['box']>): Fragment {
  const between =
    west > east
      ? sql`(m.lng >= ${west}::float8 OR m.lng <= ${east}::float8)`
      : sql`m.lng BETWEEN ${west}::float8 AND ${east}::float8`;
  // Longitudes 180 and -180 are the same meridian.
  const onMeridian = Math.abs(west) === 180 || Math.abs(east) === 180 ? sql`OR abs(m.lng) = 180` : sql``;
  return sql`AND m.lat BETWEEN ${south}::float8 AND ${north}::float8 AND (${between} ${onMeridian})`;
}

/** SQL: the members of the marker `m` that are searched, but for its custom fields. */
export const SEARCHED_TEXTS = [
  ...['name', ...TEXT_MEMBERS, ...ADDRESS_MEMBERS].map((column) => `m.${column}`),
  "m.extras ->> 'location_code'",
].join(', ');

/**
 * Searches the members joined by a character that the text lacks. Searches JSON texts first, which is 5 times
 * as fast as their values, and checks the values only on a hit, as a key may match, too.
 */
const contains = (sql: Sql, text: string): Fragment => sql`
  AND (strpos(lower(concat_ws(${separatorFor(text)}, ${sql.unsafe(SEARCHED_TEXTS)})), needle.plain) > 0
    OR (m.custom_fields IS NOT NULL AND strpos(lower(m.custom_fields::text), needle.json) > 0 AND EXISTS (
          SELECT FROM json_each_text(m.custom_fields) f WHERE strpos(lower(f.value), needle.plain) > 0)))`;

/** First private-use character that is not in the text; such characters have no case. */
export function separatorFor(text: string): string {
  let code = 0xe000;
  while (text.includes(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}
