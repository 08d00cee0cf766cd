import type { Mutant } from '../mutant.js';

/** Texts of strangers in files, pages, mails and statements. */
export const ESCAPING: readonly Mutant[] = [
  {
    name: 'a spreadsheet runs a cell that begins with an equals sign',
    file: 'src/format/cells/formula.ts',
    find: "const LOOKS_LIKE_FORMULA = /^'*[=",
    replace: "const LOOKS_LIKE_FORMULA = /^'*[",
    tests: ['format/cells/formula'],
  },
  {
    name: 'cells that an export neutralised stay so when they are imported',
    file: 'src/format/cells/formula.ts',
    find: '=> MAY_BE_NEUTRALISED.test(text);',
    replace: '=> text.length < 0;',
    tests: ['import/prepare/prepare-block'],
  },
  {
    name: 'an export takes formulas for plain cells',
    file: 'src/format/write/format-rows.ts',
    find: "(?:['=+@]|",
    replace: '(?:[=+@]|',
    tests: ['format/write/format-rows', 'api/export'],
  },
  {
    name: 'a quote ends a cell of a CSV file',
    file: 'src/format/write/csv-cell.ts',
    find: '""',
    replace: '"',
    tests: ['format/write/format-rows', 'import/report/rejects'],
  },
  {
    name: 'a tab ends a column of COPY',
    file: 'src/format/cells/copy-text.ts',
    find: 'const NEEDS_ESCAPE = /[\\\\\\t',
    replace: 'const NEEDS_ESCAPE = /[\\\\',
    tests: ['format/cells/copy-text'],
  },
  {
    name: 'text with a control character is taken for plain',
    file: 'src/format/cells/copy-text.ts',
    find: '\\u0000-\\u0009\\u000b',
    replace: '\\u0009\\u000b',
    tests: ['format/cells/copy-text', 'import/prepare/prepare-block'],
  },
  {
    name: 'half a surrogate pair reaches the database',
    file: 'src/format/json-blocks.ts',
    find: 'return value.toWellFormed();',
    replace: 'return value;',
    tests: ['format/json-blocks', 'api/half-surrogates'],
  },
  {
    name: 'an e-mail address ends an attribute of a page',
    file: 'src/background/mail/escape-html.ts',
    find: "  '\"': '&quot;',\n",
    replace: "  '\"': '\"',\n",
    tests: ['background/mail/escape-html'],
  },
  {
    name: 'a name of a map ends a line of a mail',
    file: 'src/background/mail/invitation.ts',
    find: '[\\p{C}\\p{Zl}\\p{Zp}\\s]+',
    replace: '[\\p{Zl}\\p{Zp}]+',
    tests: ['background/mail/invitation'],
  },
];
