import type { Mutant } from '../mutant.js';

/** Places, legends and selections. */
export const MARKERS: readonly Mutant[] = [
  {
    name: '180 and -180 are two meridians in the index',
    file: 'src/geo/cell.ts',
    find: '(lngMicro === 180e6 ? -180e6 : lngMicro)',
    replace: 'lngMicro',
    tests: ['geo/cell', 'api/meridian'],
  },
  {
    name: 'the legend draws the first colour again and again',
    file: 'sql/ensure_categories()',
    find: 'IF uses[at] < uses[best] THEN best := at; END IF;',
    replace: '',
    tests: ['api/legend'],
  },
  {
    name: 'a colour that a category brings is not counted as used',
    file: 'sql/ensure_categories()',
    find: 'IF best IS NOT NULL THEN uses[best] := uses[best] + 1; END IF;',
    replace: '',
    tests: ['import/run/run-import'],
  },
  {
    name: 'an explicit colour gives way to the category',
    file: 'sql/color_of()',
    find: 'coalesce(wished, derived)',
    replace: 'coalesce(derived, wished)',
    tests: ['api/markers', 'api/legend'],
  },
  {
    name: 'two writers make one category twice',
    file: 'sql/lock_default_layer()',
    find: ' FOR UPDATE',
    replace: '',
    tests: ['api/legend'],
  },
  {
    name: 'a bulk delete needs no confirmation',
    file: 'src/api/bulk-delete.ts',
    find: 'if (!confirm)',
    replace: 'if (confirm === null)',
    tests: ['api/bulk-delete'],
  },
  {
    name: 'two selectors at once are taken',
    file: 'src/api/bulk-delete.ts',
    find: '!selection || given.length > 1',
    replace: '!selection',
    tests: ['api/bulk-delete'],
  },
  {
    name: 'a bulk delete takes markers that were made meanwhile',
    file: 'sql/delete_marker_range()',
    find: 'reached := coalesce(reached, last_id);',
    replace: 'reached := coalesce(reached, 9007199254740991);',
    tests: ['store/bulk-delete'],
  },
  {
    name: 'categories and colours together mean the markers of both',
    file: 'sql/delete_marker_range()',
    find: 'ANY (of_categories) OR m.color',
    replace: 'ANY (of_categories) AND m.color',
    tests: ['api/bulk-delete'],
  },
];
