import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { BinaryWorkbook } from '../src/format/workbook/binary-workbook.js';
import { parseBinaryWorkbook } from '../src/format/workbook/parse-binary-workbook.js';

/*
 * A process for one workbook (src/format/workbook/binary-workbook.ts): reads it from standard input, and
 * writes its tables to standard output.
 */

console.error = () => {};
writeFileSync(1, serialize(parseBinaryWorkbook(deserialize(readFileSync(0)) as BinaryWorkbook)));
