import t from 'tap';
import { isTransient } from '../../src/store/transient.js';

const error = (message: string, code?: string) => Object.assign(new Error(message), code && { code });

t.test('what the database or the network does to any statement passes', async (t) => {
  for (const code of [
    '57P01',
    '57P03',
    '08006',
    '53300',
    '53100',
    '40001',
    '40P01',
    '55P03',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EAI_AGAIN',
    'CONNECT_TIMEOUT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])
    t.ok(isTransient(error('x', code)), code);
  for (const message of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'The server does not support SSL connections',
    'Client has encountered a connection error and is not queryable',
  ])
    t.ok(isTransient(error(message)), message);
  t.ok(
    isTransient(error('terminating connection due to administrator command', 'XX000')),
    'a COPY that lost its worker',
  );
});

t.test('what a statement does itself does not', async (t) => {
  for (const code of ['23505', '22P02', '42601', '57014', 'CL001'])
    t.notOk(isTransient(error('x', code)), code);
  t.notOk(
    isTransient(error('invalid input syntax for type double precision', 'XX000')),
    'of a COPY to a worker, too',
  );
  t.notOk(isTransient(new TypeError('x is not a function')));
});

t.test('what a disk does is none of it, unless it is a socket that cannot be connected', async (t) => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO', 'ENOENT', 'EMFILE'])
    t.notOk(isTransient(Object.assign(error('x', code), { syscall: 'write' })), code);
  t.ok(isTransient(Object.assign(error('x', 'ENOENT'), { syscall: 'connect' })));
});
