import { gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import type { JsonObject } from '../../src/http/plain-schema.js';
import { documentedValuesOf } from '../support/arbitrary-of-schema.js';
import { document } from '../support/documented.js';
import { handMadeWorkbook, rowsXml } from '../support/workbook-file.js';
import { jsonBytes } from './changed-json.js';
import { ODD_BYTES, ODD_JSON, ODD_TEXTS } from './odd-values.js';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth
type Anything = any;

const named: Record<string, JsonObject> = document.components.schemas;
const oddText = fc.constantFrom(...ODD_TEXTS);

export type Damage = {
  kind: 'none' | 'cut' | 'more' | 'insert' | 'repeat' | 'utf16' | 'gzip';
  at: number;
  bytes: Buffer;
};
export const damage: Arbitrary<Damage> = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constant('none' as const), weight: 14 },
    fc.constantFrom('cut', 'more', 'insert', 'repeat', 'utf16', 'gzip'),
  ),
  at: fc.nat({ max: 200 }),
  bytes: fc.constantFrom(...ODD_BYTES),
});

export function damaged(bytes: Buffer, { kind, at, bytes: odd }: Damage): Buffer {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  switch (kind) {
    case 'cut':
      return bytes.subarray(0, place);
    case 'more':
      return Buffer.concat([bytes, odd]);
    case 'insert':
      return Buffer.concat([bytes.subarray(0, place), odd, bytes.subarray(place)]);
    case 'repeat':
      return Buffer.concat([bytes, bytes]);
    case 'utf16':
      return Buffer.from(bytes.toString(), 'utf16le');
    case 'gzip':
      return gzipSync(bytes);
    default:
      return bytes;
  }
}

const cell = fc.oneof(
  fc.constantFrom(
    'A',
    'B',
    '1',
    '2.5',
    '-120',
    '94103',
    'us',
    'Berlin',
    '5 km',
    '2030-01-01',
    'red',
    '"a, b"',
    '"a""b"',
    '"a\nb"',
    '"',
  ),
  oddText.map((text) => text.slice(0, 50)),
);
const header = fc.constantFrom(
  'name',
  'lat',
  'lng',
  'zip',
  'city',
  'country',
  'category',
  'color',
  'radius',
  'drive_time',
  'expire',
  'Note',
  '',
  '__proto__',
  'name',
);
const csvBytes: Arbitrary<Buffer> = fc
  .tuple(
    fc.array(header, { maxLength: 8 }),
    fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 5 }),
    fc.constantFrom(',', ';', '\t', '|'),
  )
  .map(([headers, rows, delimiter]) =>
    Buffer.from([['name', 'lat', 'lng', ...headers], ...rows].map((row) => row.join(delimiter)).join('\n')),
  );

const workbookBytes: Arbitrary<Buffer> = fc
  .tuple(
    fc.array(header, { maxLength: 8 }),
    fc.array(fc.array(fc.oneof(cell, fc.double({ noNaN: true })), { maxLength: 9 }), { maxLength: 5 }),
  )
  .map(([headers, rows]) =>
    handMadeWorkbook({ sheet: rowsXml([['name', 'lat', 'lng', ...headers], ...rows]) }),
  );

/** Features whose geometries are not all points, nor all there. */
const geoJsonBytes: Arbitrary<Buffer> = jsonBytes(
  fc.record({
    type: fc.constant('FeatureCollection'),
    features: fc.array(
      fc.record({
        type: fc.constant('Feature'),
        geometry: fc.oneof(
          fc.record({
            type: fc.constant('Point'),
            coordinates: fc.array(fc.double({ min: -99, max: 99, noNaN: true })),
          }),
          fc.record({ type: fc.constantFrom('LineString', 'Polygon', 'MultiPoint', '') }),
          fc.constant(null),
        ),
        properties: fc.dictionary(header, fc.oneof(cell, fc.jsonValue())),
      }),
      { maxLength: 5 },
    ),
  }),
);

function multipartBytes(meta: JsonObject): Arbitrary<Buffer> {
  const part = (name: string, bytes: Buffer, file = ''): Buffer =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]);
  return fc
    .tuple(
      jsonBytes(documentedValuesOf(meta, named)),
      fc.oneof(csvBytes, workbookBytes, geoJsonBytes),
      fc.nat({ max: 9 }),
      oddText,
    )
    .map(([metaBytes, file, order, name]) => {
      const parts = [part('meta', metaBytes), part('file', file, '; filename="a.csv"')];
      if (order === 0) parts.reverse();
      if (order === 1) parts.shift();
      if (order === 2) parts.push(part(name.slice(0, 100), file));
      if (order === 3) parts.pop();
      return Buffer.concat([...parts, Buffer.from(order === 4 ? '--b' : '--b--\r\n')]);
    });
}

/** Most have a place, so that most are accepted. */
const batches = fc.record({
  markers: fc.array(documentedValuesOf({ ...named.BulkMarker, required: ['name', 'lat', 'lng'] }, named), {
    maxLength: 5,
  }),
});

export interface Content {
  type: string;
  bytes: Buffer;
}
const content = (type: string, bytes: Arbitrary<Buffer>): Arbitrary<Content> =>
  bytes.map((each) => ({ type, bytes: each }));

/** Bodies of an operation; null: it has none. */
export function contentOf({ operationId, requestBody }: Anything): Arbitrary<Content> | null {
  const types: Record<string, Anything> | undefined = requestBody?.content;
  if (!types) return null;
  return fc.oneof(
    ...Object.entries(types).map(([type, { schema }]) => {
      if (type === 'text/csv') return content(type, csvBytes);
      if (type === 'application/geo+json') return content(type, geoJsonBytes);
      if (schema.format === 'binary') return content(type, workbookBytes);
      if (type === 'multipart/form-data')
        return content(
          'multipart/form-data; boundary=b',
          multipartBytes((named.BulkForm as Anything).properties.meta),
        );
      return content(
        type,
        jsonBytes(operationId === 'importMarkers' ? batches : documentedValuesOf(schema, named)),
      );
    }),
  );
}

export const anyJson = content(
  'application/json',
  fc.constantFrom(...ODD_JSON).map((json) => Buffer.from(json)),
);
