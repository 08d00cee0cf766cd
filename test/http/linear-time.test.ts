import t from 'tap';
import { Type } from 'typebox';
import { accountIdOf } from '../../src/access/keys/password-token.js';
import { apiRoutes } from '../../src/api/index.js';
import type { Services } from '../../src/api/services.js';
import { failureReason } from '../../src/background/jobs/reason.js';
import { createRequestIds } from '../../src/http/dispatch.js';
import { coercionOf, createCompile } from '../../src/http/validate.js';
import { parseJson } from '../../src/schema/json-text.js';

const SECRET = Buffer.from('a secret of the tests');
/** About what a head has room for. */
const LENGTH = 15_500;
const PIECES = [
  ...'a1 -+.,:/\\|"\'()[]{}=@_#%é\t',
  ...['1,', '1.', ' 1', 'a.', 'a@', '(/', '1e', '0,', ', ', '\\"', '"",', '{"a":', 'aé'],
];
const run = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const TEXTS = PIECES.flatMap((piece) => {
  const text = run(piece, LENGTH);
  const parts = Array(4).fill(run(piece, 48)).join(',');
  return [text, `1${text}x`, `a@${text}`, `${parts}x`, `"${text}`, `${text}\0`];
});

/** Every pattern that a schema of a route has. */
function patternsOf(): string[] {
  const patterns = new Set<string>();
  const keep = (keyword: string, value: unknown) => {
    if (keyword === 'pattern') patterns.add(String(value));
    return value;
  };
  for (const { params, query, body } of apiRoutes({ work: {} } as Services))
    JSON.stringify([params, query, body], keep);
  return [...patterns];
}

const compile = createCompile();
const byPattern = patternsOf().map((pattern) => [
  `the pattern ${pattern}`,
  compile(Type.String({ pattern })),
]);
t.ok(byPattern.length > 5, 'patterns were found');

// A quadratic way takes 0.2 s for each of these texts, and a worse one does not come to an end; there are
// hundreds.
const READERS: Record<string, (text: string) => unknown> = {
  ...Object.fromEntries(byPattern),
  'a number': coercionOf({ type: 'number' }),
  'an integer': coercionOf({ type: 'integer' }),
  'an e-mail address': compile(Type.String({ format: 'email' })),
  'a time': compile(Type.String({ format: 'date-time' })),
  'a request id': createRequestIds(),
  'a token of a password link': (text) => accountIdOf(SECRET, text),
  'a reason': failureReason,
  'a JSON text': (text) => {
    try {
      return parseJson(text);
    } catch {
      return null;
    }
  },
};

for (const [name, read] of Object.entries(READERS)) {
  t.test(`${name} is read to the end of long texts of any kind`, async (t) => {
    for (const text of TEXTS) for (let time = 0; time < 5; time++) read(text);
    t.pass(`${TEXTS.length} texts`);
  });
}
