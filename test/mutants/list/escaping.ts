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
    find: 'BEGINNINGS.has(bytes[at]!);',
    replace: 'BEGINNINGS.has(bytes[from]!);',
    tests: ['format/cells/formula', 'import/prepare/prepare-block'],
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
    name: 'a control character in a custom field is not escaped',
    file: 'src/format/copy-writer.ts',
    find: '[...Array(SPACE).keys(), ',
    replace: '[',
    tests: ['format/copy-writer', 'import/prepare/prepare-block'],
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
