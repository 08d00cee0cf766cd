import t from 'tap';
import { completeOptions } from '../../../src/import/options.js';
import { defaultNotes, namelessNotes } from '../../../src/import/report/default-notes.js';
import type { ColumnMapping } from '../../../src/schema/job.js';

const columns = (...fields: ColumnMapping['field'][]): ColumnMapping[] =>
  fields.map((field, index) => {
    const how = field === null ? 'custom' : 'inferred';
    return { index, header: `h${index}`, field, how, confidence: 1 };
  });
const PLACES = columns('name', 'lat', 'lng', null);

t.test('circles of a file without a column of radii have a size that a note tells', async (t) => {
  t.same(defaultNotes(PLACES, { marker_type: 'circle', radius_unit: 'km' }), [
    'No column is read as the radius, so new circles have 5 km: name the column with column_mapping, or the radius of all with default_radius.',
  ]);
  t.same(defaultNotes(PLACES, { marker_type: 'pinned_circle', default_radius: 5 }), []);
  t.same(defaultNotes(columns('name', 'radius', null), { marker_type: 'circle' }), []);
  t.same(defaultNotes(columns('name', 'lat', 'lng'), { marker_type: 'circle' }), [], 'no column may hold it');
});

t.test('drive times of a file without a column of minutes have a size that a note tells', async (t) => {
  t.same(defaultNotes(PLACES, { marker_type: 'drive_time' }), [
    'No column is read as the drive time, so areas are those of 10 minutes: name the column with column_mapping, or the minutes of all with default_drive_time.',
  ]);
  t.same(defaultNotes(PLACES, { marker_type: 'pinned_drive_time', default_drive_time: 10 }), []);
  t.same(defaultNotes(columns('name', 'drive_time', null), { marker_type: 'drive_time' }), []);
});

t.test('files of pins have no such note', async (t) => {
  t.same(defaultNotes(PLACES, {}), []);
});

t.test('a note tells what names the rows of a file without a column of names', async (t) => {
  const notes = (fields: ColumnMapping['field'][], meta = {}, format: 'csv' | 'json' = 'csv') =>
    namelessNotes({ format, mapping: columns(...fields), options: completeOptions(meta) });
  t.match(notes(['street', 'city']), [
    /the street of each is its name \(where that is empty, its town or coordinates\)/,
  ]);
  t.match(notes(['full_address', 'location_code']), [/the location code of each is its name/]);
  t.match(notes(['lat', 'lng', null]), [/the coordinates of each are its name: name the column/]);
  t.same(notes(['name', 'city']), []);
  t.same(notes(['zip'], { marker_type: 'us_zip' }), [], 'areas name the rows');
  t.same(notes([], {}, 'json'), [], 'markers say their names');
});
