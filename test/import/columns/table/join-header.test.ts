import t from 'tap';
import { joinHeader, spreadGroups } from '../../../../src/import/columns/table/join-header.js';

t.test('a name stands behind that of its group, and before its unit', async (t) => {
  t.same(
    joinHeader({
      groups: ['Shop', 'Contact', 'Contact', '', 'Opened'],
      names: ['Shop name', 'Phone', '', 'Radius', ''],
      units: ['', '', '', '[km]', 'yyyy'],
    }),
    ['Shop name', 'Contact Phone', 'Contact', 'Radius (km)', 'Opened (yyyy)'],
  );
});

t.test('the only latitude and longitude keep their names, without degrees', async (t) => {
  const groups = ['From', 'From', 'To', 'To'];
  t.same(
    joinHeader({ groups, names: ['name', 'Latitude', 'Longitude', 'city'], units: ['', '°', 'deg', ''] }),
    ['From name', 'Latitude', 'Longitude', 'To city'],
  );
  t.same(joinHeader({ groups, names: ['lat', 'lng', 'lat', 'lng'], units: null }), [
    'From lat',
    'From lng',
    'To lat',
    'To lng',
  ]);
});

t.test('a group stands over the names right of it, up to the next one', async (t) => {
  t.same(spreadGroups(['', 'A', '', 'B', ''], ['id', 'x', 'y', 'z', '']), ['', 'A', 'A', 'B', '']);
  t.same(
    spreadGroups(['Name', '', 'A', ''], ['', 'x', 'y', 'z']),
    ['Name', '', 'A', 'A'],
    'a column of its own',
  );
});
