import t from 'tap';
import { AppError, badRequest, notFound, STATUS_OF } from '../../src/base/errors.js';
import { errorReply, internalError, isPeerGone } from '../../src/http/error-reply.js';
import { ClientGone } from '../../src/http/message.js';

const HELP = 'http://localhost/';

t.test('every code has its status and the one envelope', async (t) => {
  for (const [code, status] of Object.entries(STATUS_OF)) {
    const reply = errorReply(new AppError(code as keyof typeof STATUS_OF, 'why'), HELP);
    t.equal(reply.status, status);
    const help = status === 401 || status === 402 ? { help_url: HELP } : {};
    t.strictSame(reply.json, { error: { code, message: 'why', ...help } });
  }
  t.strictSame(errorReply(badRequest('x'), undefined), {
    status: 400,
    json: { error: { code: 'BAD_REQUEST', message: 'x' } },
  });
  t.strictSame(errorReply(internalError(), HELP).json, {
    error: { code: 'INTERNAL_ERROR', message: 'Internal error' },
  });
});

t.test('an error’s own help goes before the common one', async (t) => {
  const error = new AppError('PLAN_REQUIRED', 'why', { helpUrl: 'http://localhost/plans' });
  t.match(errorReply(error, HELP).json, { error: { help_url: 'http://localhost/plans' } });
});

t.test('Retry-After is at least 1', async (t) => {
  for (const [given, sent] of [
    [30, '30'],
    [0, '1'],
    [-5, '1'],
  ] as const) {
    const error = new AppError('RATE_LIMITED', 'why', { retryAfterSeconds: given });
    t.strictSame(errorReply(error, HELP).headers, { 'retry-after': sent });
  }
  t.strictSame(errorReply(new AppError('QUOTA_EXCEEDED', 'why'), HELP).headers, { 'retry-after': '1' });
  t.equal(errorReply(notFound(), HELP).headers, undefined);
});

t.test('a peer’s going is known under one wrapper', async (t) => {
  t.ok(isPeerGone(new ClientGone()));
  t.ok(isPeerGone(new Error('x', { cause: new ClientGone() })));
  for (const other of [
    new Error('x'),
    new Error('x', { cause: 'ClientGone' }),
    null,
    'ClientGone',
    { cause: new ClientGone() },
  ]) {
    t.notOk(isPeerGone(other));
  }
});
