/*
 * Mutation tests of the kernels: what is pure, and needs neither database nor HTTP. On demand (docs/testing.md), as every mutant runs
 * all test files that reach it, each in a process of its own: `npm run test:stryker -- --mutate src/geo/cell.ts` takes one file.
 */

/** Where kernels and their tests lie. The vocabularies and lists of names are data. */
const KERNELS = [
  'src/geo/**/*.ts',
  'src/format/{csv-blocks,csv-cells,copy-writer,json-blocks,json-cells,json-names,record-bytes,dialect,encoding}.ts',
  'src/format/cells/{coordinate,coordinate-pair,copy-text,expire,formula,plain-bytes,trim}.ts',
  'src/import/**/{csv-row,json-row,named-cells,places,joined-texts,header-row,byte-index,duplicate-key}.ts',
  'src/recognise/*.ts',
  'src/recognise/values/*.ts',
];
const TESTS = [
  'dist/test/geo/**/*.test.js',
  'dist/test/format/**/{csv-blocks,json-blocks,json-cells,records,record-bytes,coordinate,coordinate-pair,copy-text,expire,formula,dialect,encoding,odd-files}.test.js',
  'dist/test/import/**/{csv-row,json-row,places,joined-texts,prepare-block,linear-time,copy-line,header-row,fixtures}.test.js',
  'dist/test/recognise/**/*.test.js',
];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'tap',
  tap: { testFiles: TESTS },
  mutate: KERNELS,
  buildCommand: 'tsc -b',
  // Stryker rewrites a tsconfig with an API that TypeScript 7 does not have; ours has nothing to be rewritten.
  tsconfigFile: 'none',
  // Not dist: by its test files it is known, in the next run, which tests have changed.
  ignorePatterns: ['/docs', '/.mutants', '/.tap', '/.cartload'],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  incremental: true,
  incrementalFile: '.mutants/stryker/incremental.json',
  tempDirName: '.mutants/stryker/tmp',
  reporters: ['clear-text', 'progress-append-only', 'html'],
  htmlReporter: { fileName: '.mutants/stryker/report.html' },
  clearTextReporter: { allowColor: false, reportTests: false },
};
