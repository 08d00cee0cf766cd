import type { Mutant } from '../mutant.js';

/** Texts of strangers in files, pages, mails and statements. */
export const ESCAPING: readonly Mutant[] = [
  {
    name: 'a spreadsheet runs a cell that begins with an equals sign',
    file: 'src/import/rows/formula.ts',
    find: "const LOOKS_LIKE_FORMULA = /^'*[=",
    replace: "const LOOKS_LIKE_FORMULA = /^'*[",
    tests: ['import/rows/formula'],
  },
  {
    name: 'cells that an export neutralised stay so when they are imported',
    file: 'src/import/rows/formula.ts',
    find: '=> MAY_BE_NEUTRALISED.test(text);',
    replace: '=> text.length < 0;',
    tests: ['import/prepare/prepare-block'],
  },
  {
    name: 'an export takes formulas for plain cells',
    file: 'src/export/format-rows.ts',
    find: "(?:['=+@]|",
    replace: '(?:[=+@]|',
    tests: ['export/format-rows', 'api/export'],
  },
  {
    name: 'a quote ends a cell of a CSV file',
    file: 'src/export/csv-cell.ts',
    find: '""',
    replace: '"',
    tests: ['export/format-rows', 'import/report/rejects'],
  },
  {
    name: 'a tab ends a column of COPY',
    file: 'src/import/rows/copy-text.ts',
    find: 'const NEEDS_ESCAPE = /[\\\\\\t',
    replace: 'const NEEDS_ESCAPE = /[\\\\',
    tests: ['import/rows/copy-text'],
  },
  {
    name: 'text with a control character is taken for plain',
    file: 'src/import/rows/copy-text.ts',
    find: '\\u0000-\\u0009\\u000b',
    replace: '\\u0009\\u000b',
    tests: ['import/rows/copy-text', 'import/prepare/prepare-block'],
  },
  {
    name: 'half a surrogate pair reaches the database',
    file: 'src/import/format/json-blocks.ts',
    find: 'return value.toWellFormed();',
    replace: 'return value;',
    tests: ['import/format/json-blocks', 'api/half-surrogates'],
  },
  {
    name: 'an e-mail address ends an attribute of a page',
    file: 'src/mail/escape-html.ts',
    find: "  '\"': '&quot;',\n",
    replace: "  '\"': '\"',\n",
    tests: ['mail/escape-html'],
  },
  {
    name: 'a name of a map ends a line of a mail',
    file: 'src/mail/invitation.ts',
    find: '[\\p{C}\\p{Zl}\\p{Zp}\\s]+',
    replace: '[\\p{Zl}\\p{Zp}]+',
    tests: ['mail/invitation'],
  },
];
