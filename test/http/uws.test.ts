import { test } from 'tap';
import { loadUws } from '../../src/http/uws.js';

test('each Node loads the release of uWebSockets.js that runs on it', async (t) => {
  for (const [node, onOldGlibc, expected] of [
    ['20.20.2', false, 'uws-node20'],
    ['22.23.5', false, 'uws'],
    ['22.23.5', true, 'uws-node20'],
    ['24.22.3', false, 'uws'],
  ] as const) {
    const load = (name: string): unknown => {
      if (onOldGlibc && name === 'uws') throw new Error("version `GLIBC_2.38' not found");
      return name;
    };
    t.equal(loadUws(load, node), expected, `${node}, older glibc: ${onOldGlibc}`);
  }
});

test('a Node that only the newer release runs on tells why that one does not load', async (t) => {
  const load = (): unknown => {
    throw new Error("version `GLIBC_2.38' not found");
  };
  t.throws(() => loadUws(load, '24.22.3'), /GLIBC_2\.38/);
});
