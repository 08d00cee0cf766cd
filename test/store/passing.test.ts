import t from 'tap';
import { isPassing } from '../../src/store/passing.js';

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
    'CONNECT_TIMEOUT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])
    t.ok(isPassing(error('x', code)), code);
  for (const message of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'The server does not support SSL connections',
    'Client has encountered a connection error and is not queryable',
  ])
    t.ok(isPassing(error(message)), message);
});

t.test('what a statement does itself does not', async (t) => {
  for (const code of ['23505', '22P02', '42601', '57014', 'CL001'])
    t.notOk(isPassing(error('x', code)), code);
  t.notOk(isPassing(new TypeError('x is not a function')));
});
