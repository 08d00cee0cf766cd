import t from 'tap';
import { CsvCells } from '../../../src/format/csv-cells.js';
import { radiusNotes } from '../../../src/import/report/radius-notes.js';
import { CsvRowReader } from '../../../src/import/rows/csv-row.js';
import { emptyRow } from '../../../src/import/rows/incoming-row.js';
import { unitOfRadius } from '../../../src/import/rows/radius-unit.js';
import { MILES_PER_KM } from '../../../src/schema/marker-terms.js';

t.test('the header of a radius names its unit', async (t) => {
  const named: Record<string, string[]> = {
    kilometres: ['Radius (km)', 'radius_km', 'radiusKm', 'Straal km', 'Radio en kilómetros', 'Raggio [Km]'],
    metres: ['Radius m', 'Raggio m', 'straal meter', 'Rayon en mètres', 'Radio metros', 'RADIUS (M)'],
    miles: ['Radius (miles)', 'radius mi', 'Radio en millas'],
    feet: ['Radius (ft)'],
  };
  for (const [unit, headers] of Object.entries(named))
    for (const header of headers) t.equal(unitOfRadius(header)?.name, unit, header);
  for (const header of ['Radius', 'Search Radius', 'Rayon', 'Radius km/mi', 'Umkreis', ''])
    t.equal(unitOfRadius(header), null, header);
});

const columns = (header: string) =>
  ['name', 'lat', 'lng', 'radius'].map((field, index) => ({
    index,
    header: field === 'radius' ? header : field,
    field,
    how: 'exact' as const,
    confidence: 1,
  }));

t.test('a radius is read in the unit of its header, else in that of the import', async (t) => {
  const milesOf = (header: string, milesPerUnit: number): number => {
    const row = emptyRow();
    new CsvRowReader(columns(header), milesPerUnit).read(CsvCells.of(['A', '1', '2', '5']), row);
    return row.radiusMiles;
  };
  t.equal(milesOf('Radius (km)', 1), 5 * MILES_PER_KM);
  t.equal(milesOf('Radius (miles)', MILES_PER_KM), 5);
  t.equal(milesOf('Radius m', 1), (5 * MILES_PER_KM) / 1000);
  t.equal(milesOf('Radius', MILES_PER_KM), 5 * MILES_PER_KM);
});

t.test('a unit that is another than the import says is told', async (t) => {
  const notes = (header: string, milesPerRadiusUnit: number) =>
    radiusNotes(columns(header), { milesPerRadiusUnit });
  t.same(notes('Radius (km)', 1), [
    'The column "Radius (km)" is read as kilometres, as its header says: radius_unit is for columns that name no unit.',
  ]);
  t.same(notes('Radius (km)', MILES_PER_KM), []);
  t.same(notes('Radius', MILES_PER_KM), []);
});
