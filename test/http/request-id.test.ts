import t from 'tap';
import { createRequestIds } from '../../src/http/dispatch.js';

const requestIdOf = createRequestIds();

t.test('a sane id is kept', async (t) => {
  for (const id of ['a', 'A-1.2_3', '0'.repeat(128), '4bf92f35-77b3-4da6']) t.equal(requestIdOf(id), id);
});

t.test('anything else is replaced by a sane one', async (t) => {
  for (const id of ['', ' ', 'a b', 'a\r\nb: c', 'a\n', 'ä', '0'.repeat(129), 'a/b', '"a"']) {
    t.match(requestIdOf(id), /^[A-Za-z0-9._-]{1,128}$/);
    t.not(requestIdOf(id), id);
  }
});

t.test('no two are alike, of two processes neither', async (t) => {
  const other = createRequestIds();
  const ids = Array.from({ length: 1000 }, () => [requestIdOf(''), other('')]).flat();
  t.equal(new Set(ids).size, 2000);
});
