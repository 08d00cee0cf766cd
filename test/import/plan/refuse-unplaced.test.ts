import t from 'tap';
import type { LoneAxis } from '../../../src/import/columns/axis-parts.js';
import { refuseUnplaced } from '../../../src/import/plan/refuse-unplaced.js';
import type { ColumnMapping } from '../../../src/schema/job.js';

const mappingOf = (columns: Record<string, string | null>): ColumnMapping[] =>
  Object.entries(columns).map(([header, field], index) => ({
    index,
    header,
    field,
    how: field === null ? 'custom' : 'exact',
    confidence: 1,
  }));
const judge = (
  columns: Record<string, string | null>,
  rows: string[][],
  axes: number[] = [],
  loneAxis: LoneAxis | null = null,
) => refuseUnplaced(axes, mappingOf(columns), async () => rows, loneAxis);

t.test('an upload whose only places are codes or geometries is refused, saying what was seen', async (t) => {
  await t.rejects(
    judge({ name: 'name', Code: null }, [
      ['A', '8FWH4HX8+9C'],
      ['B', ''],
    ]),
    {
      message:
        /"Code" holds values like "8FWH4HX8\+9C" \(Plus Code\)\. To have them read, give column_mapping {"lat_lng": "Code"}\. Give/,
    },
  );
  await t.rejects(judge({ name: 'name', 'Plus Code': null }, [['A', '4HX8+9C Paris']]), {
    message:
      /\(short Plus Code\)\. The first four characters of each code, which say the region, are missing/,
  });
  await t.rejects(judge({ name: 'name', geom: null }, [['A', 'POINT(691607 5334760)']]), {
    message: /"POINT\(691607 5334760\)" \(POINT\)\. Give the option crs/,
  });
  const polygon = 'POLYGON ((13.4 52.5, 13.5 52.5, 13.5 52.6, 13.4 52.5))';
  await t.rejects(judge({ name: 'name', geometry: null }, [['A', polygon]]), {
    message: /"POLYGON .*…" \(POLYGON\)/,
  });
  await t.rejects(judge({ E: null, N: null }, [], [0, 1]), { message: /"E" and "N" may be coordinates/ });
});

t.test('an upload whose only place is one axis is refused, naming the other', async (t) => {
  const breite = { header: 'Breite', axis: 'lat' } as const;
  await t.rejects(judge({ name: 'name', Breite: null }, [], [], breite), {
    message:
      'no column says where the rows are: "Breite" holds latitudes, and no column is read as the longitude (lng). Add that column, or name it with column_mapping',
  });
  await t.resolves(judge({ name: 'name', Breite: null, city: 'city' }, [], [], breite));
  await t.resolves(judge({ name: 'name', lat: 'lat' }, []), 'each row says so');
});

t.test('others are not', async (t) => {
  await t.resolves(
    judge({ name: 'name', Code: null }, [
      ['A', 'x'],
      ['B', '8FWH4HX8+9C'],
    ]),
  );
  await t.resolves(judge({ name: 'name', Code: null }, [['A', 'NULL']]));
  await t.resolves(judge({ city: 'city', Code: null }, [['A', '8FWH4HX8+9C']]));
  await t.resolves(judge({ city: 'city', E: null, N: null }, [], [1, 2]));
});
