import type { Mutant } from '../mutant.js';

/** Counts of maps. */
export const COUNTS: readonly Mutant[] = [
  {
    name: 'a new marker is not counted',
    file: 'sql/create_marker()',
    find: 'PERFORM add_counts(of_map, 1, is_area(m.type)::integer);',
    replace: '',
    tests: ['store/markers'],
  },
  {
    name: 'a deleted marker is counted',
    file: 'sql/delete_marker()',
    find: '  PERFORM note_deleted(of_map',
    replace: '  PERFORM note_deleted(0',
    tests: ['store/markers'],
  },
  {
    name: 'a marker that becomes a pin is counted as an area',
    file: 'sql/replace_marker()',
    find: 'is_area(m.type)::integer - was_area::integer;',
    replace: '0;',
    tests: ['api/markers', 'store/markers'],
  },
  {
    name: 'a bulk delete does not change the counts',
    file: 'sql/delete_marker_range()',
    find: 'PERFORM note_deleted(of_map, ids, areas, expiries, area_expiries);',
    replace: 'NULL;',
    tests: ['api/bulk-delete'],
  },
  {
    name: 'a delete by ids does not change the count of areas',
    file: 'sql/delete_listed_markers()',
    find: 'note_deleted(of_map, gone_ids, areas,',
    replace: 'note_deleted(of_map, gone_ids, 0,',
    tests: ['api/bulk-delete'],
  },
  {
    name: 'the areas of a clone are not counted',
    file: 'sql/clone_map()',
    find: '0, copied, areas)',
    replace: '0, copied, 0)',
    tests: ['api/map-clone'],
  },
  {
    name: 'pinned circles are areas',
    file: 'sql/is_area()',
    find: "'pinned_circle', ",
    replace: '',
    tests: ['import/run/second-upload'],
  },
  {
    name: 'two writers of one shard lose a count',
    file: 'sql/add_counts()',
    find: 'map_counts.markers + excluded.markers',
    replace: 'excluded.markers',
    tests: ['store/markers'],
  },
  {
    name: 'a change overwrites one that was made meanwhile',
    file: 'sql/replace_marker()',
    find: ' AND o.xmin::text::bigint = seen',
    replace: '',
    tests: ['store/markers'],
  },
  {
    name: 'the ids of an import are given to single markers, too',
    file: 'sql/reserve_marker_ids()',
    find: "IF amount > 1 THEN PERFORM setval('marker_ids', first + amount - 1); END IF;",
    replace: '',
    tests: ['store/jobs'],
  },
];
