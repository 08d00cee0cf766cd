import type { Mutant } from '../mutant.js';

/** Pictures: validity, turns, access. */
export const IMAGES: readonly Mutant[] = [
  {
    name: 'a changed marker leaves the pictures as they are',
    file: 'sql/replace_marker()',
    find: 'ELSE PERFORM note_marker_change(of_map)',
    replace: 'ELSE PERFORM 1',
    tests: ['store/image-state'],
  },
  {
    name: 'an import that overwrites leaves the pictures as they are',
    file: 'sql/record_block()',
    find: 'b.added > 0 OR b.updated > 0 THEN PERFORM note_marker_change',
    replace: 'b.added > 0 THEN PERFORM note_marker_change',
    tests: ['store/image-state'],
  },
  {
    name: 'writers wait for each other to count a change',
    file: 'sql/note_marker_change()',
    find: ' SKIP LOCKED',
    replace: '',
    tests: ['store/image-state'],
  },
  {
    name: 'a read that settles expired markers changes the pictures',
    file: 'sql/settle_expired()',
    find: '-areas, 0)',
    replace: '-areas)',
    tests: ['store/image-state'],
  },
  {
    name: 'imports under way keep the pictures of an account waiting',
    file: 'sql/running_jobs()',
    find: 'j.kind = ANY (kinds)',
    replace: 'true',
    tests: ['images/handler'],
  },
  {
    name: 'a picture is shown again although a marker has expired',
    file: 'sql/request_image()',
    find: 'm.expires_at > known.image_read_at',
    replace: 'false',
    tests: ['api/images'],
  },
  {
    name: 'a file is given to a job whose lease is lost',
    file: 'src/store/image-jobs.ts',
    find: 'ELSE image_state END\n    WHERE id = ${id} AND lease = ${lease} AND',
    replace: 'ELSE image_state END\n    WHERE id = ${id} AND',
    tests: ['images/handler'],
  },
  {
    name: 'an address is good for ever',
    file: 'src/images/address.ts',
    find: 'nowMs / 1000 < expires',
    replace: 'true',
    tests: ['images/address'],
  },
  {
    name: 'an address is good for any picture',
    file: 'src/images/address.ts',
    find: '`image address ${jobId} ${accountId} ${expires}`',
    replace: '`image address ${accountId} ${expires}`',
    tests: ['images/address'],
  },
  {
    name: 'files of other stores are released',
    file: 'sql/release_image_files()',
    find: 'AND j.spool = of_spool',
    replace: '',
    tests: ['images/sweep'],
  },
];
