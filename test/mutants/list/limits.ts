import type { Mutant } from '../mutant.js';

/** What strangers can make the service keep or compute. */
export const LIMITS: readonly Mutant[] = [
  {
    name: 'a body without a declared length is as long as it likes',
    file: 'src/http/body.ts',
    find: 'if (totalBytes > maxBytes)',
    replace: 'if (totalBytes < 0)',
    tests: ['http/body'],
  },
  {
    name: 'a source is never paused',
    file: 'src/http/body.ts',
    find: 'this.#bufferedBytes >= HIGH_WATER_BYTES',
    replace: 'this.#bufferedBytes < 0',
    tests: ['http/body'],
  },
  {
    name: 'a decompressed body is as long as it likes',
    file: 'src/http/content-encoding.ts',
    find: 'if (size > maxBytes)',
    replace: 'if (size < 0)',
    tests: ['http/content-encoding'],
  },
  {
    name: 'a gzip bomb is inflated',
    file: 'src/http/content-encoding.ts',
    find: 'size > FREE_BYTES && size > MAX_RATIO * unzip.bytesWritten',
    replace: 'size < 0 && unzip',
    tests: ['http/content-encoding'],
  },
  {
    name: 'what follows gzip data is dropped in silence',
    file: 'src/http/content-encoding.ts',
    find: '!complete || unzip.bytesWritten < taken',
    replace: '!complete && taken < 0',
    tests: ['http/content-encoding'],
  },
  {
    name: 'JSON is as deep as it likes',
    file: 'src/schema/json-text.ts',
    find: '++depth > maxDepth',
    replace: '++depth < maxDepth - maxDepth',
    tests: ['schema/json-text'],
  },
  {
    name: 'an integer beyond 2^53 becomes another one',
    file: 'src/schema/json-text.ts',
    find: ' || (Number.isInteger(value) && !Number.isSafeInteger(value))',
    replace: '',
    tests: ['schema/json-text'],
  },
  {
    name: 'the row limit lets one more through',
    file: 'src/import/upload/receive.ts',
    find: 'cutter.records > maxRows',
    replace: 'cutter.records > maxRows + 1',
    tests: ['import/upload/receive'],
  },
  {
    name: 'an upload is as long as it likes',
    file: 'src/import/upload/receive.ts',
    find: 'this.#bytes > maxBytes',
    replace: 'this.#bytes < 0',
    tests: ['import/upload/receive'],
  },
  {
    name: 'keys that nobody has fill the memory',
    file: 'src/auth/authenticator.ts',
    find: 'entries.size >= MAX_ENTRIES',
    replace: 'entries.size < 0',
    tests: ['auth/authenticator'],
  },
  {
    name: 'passwords are hashed all at once',
    file: 'src/auth/password.ts',
    find: 'this.#waiting >= this.#maxWaiting',
    replace: 'this.#waiting < 0',
    tests: ['auth/password'],
  },
];
