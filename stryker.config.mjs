/*
 * Mutation tests of the kernels: what is pure, and needs neither database nor HTTP. On demand (docs/testing.md), as every mutant runs
 * all test files that reach it, each in a process of its own: `npm run test:stryker -- --mutate src/geo/cell.ts` takes one file.
 */

/** Where kernels and their tests lie. The vocabularies and lists of names are data. */
const KERNELS = [
  'src/geo/**/*.ts',
  'src/import/**/{csv-blocks,json-blocks,records,record-bytes,block-builder,csv-row,json-row,coordinate,coordinate-pair,places,column-ends}.ts',
  'src/import/**/{copy-text,expire,formula,dialect,encoding,header-row}.ts',
  'src/import/**/header/*.ts',
  'src/import/**/header/values/*.ts',
];
const TESTS = [
  'dist/test/geo/**/*.test.js',
  'dist/test/import/**/{csv-blocks,json-blocks,records,record-bytes,csv-row,json-row,coordinate,coordinate-pair,places,prepare-block,linear-time}.test.js',
  'dist/test/import/**/{copy-text,copy-line,expire,formula,dialect,encoding,header-row,fixtures,odd-files}.test.js',
  'dist/test/import/**/header/**/*.test.js',
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
