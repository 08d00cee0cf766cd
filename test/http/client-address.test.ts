import fc from 'fast-check';
import t from 'tap';
import { clientAddresses, readTrustProxy } from '../../src/http/client-address.js';

interface Case {
  trust: string | null;
  peer: string;
  listed?: string;
  forwarded?: string;
}

function clientOf({ trust, peer, listed = '', forwarded = '' }: Case): string {
  const find = clientAddresses(trust === null ? null : readTrustProxy(trust), () => {});
  return find(peer, (name) => ({ 'x-forwarded-for': listed, forwarded })[name] ?? '');
}

const PROXY = '10.0.0.1';
const NETWORK = '10.0.0.0/8, fd00::/8';

t.test('without a trusted proxy the peer is the client, whatever its headers say', async (t) => {
  t.equal(clientOf({ trust: null, peer: PROXY, listed: '192.0.2.1' }), PROXY);
  t.equal(clientOf({ trust: '10.9.9.9', peer: PROXY, listed: '192.0.2.1' }), PROXY);
  t.equal(clientOf({ trust: NETWORK, peer: PROXY }), PROXY);
});

t.test('that proxies are not trusted is told once', async (t) => {
  let told = 0;
  const find = clientAddresses(null, () => told++);
  find(PROXY, () => '');
  t.equal(told, 0);
  for (let i = 0; i < 3; i++) find(PROXY, (name) => (name === 'forwarded' ? 'for=192.0.2.1' : ''));
  t.equal(told, 1);
});

t.test(
  'the client is the last address that is no proxy’s: what stands before it is its own tale',
  async (t) => {
    const of = (listed: string) => clientOf({ trust: NETWORK, peer: PROXY, listed });
    t.equal(of('192.0.2.1'), '192.0.2.1');
    t.equal(of('192.0.2.1, 10.0.0.2, 10.0.0.3'), '192.0.2.1');
    t.equal(of('203.0.113.9, 192.0.2.1'), '192.0.2.1');
    t.equal(of('10.0.0.7, 192.0.2.1, 10.0.0.2'), '192.0.2.1');
    t.equal(of('10.0.0.7,10.0.0.2'), '10.0.0.7', 'all are proxies: the first of them');
    t.equal(of('192.0.2.1:4711'), '192.0.2.1');
    t.equal(of('"192.0.2.1"'), '192.0.2.1');
    t.equal(of('[2001:db8:1:2:3::1]:4711'), '2001:db8:1:2::/64');
    t.equal(of('2001:db8:1:2:3::1'), '2001:db8:1:2::/64');
  },
);

t.test('with a number of proxies the address that stands so far from the end is the client’s', async (t) => {
  const listed = '203.0.113.9, 192.0.2.1, 198.51.100.1';
  t.equal(clientOf({ trust: '1', peer: PROXY, listed }), '198.51.100.1');
  t.equal(clientOf({ trust: '2', peer: PROXY, listed }), '192.0.2.1');
  t.equal(clientOf({ trust: '7', peer: PROXY, listed }), '203.0.113.9');
  t.equal(clientOf({ trust: '1', peer: PROXY }), PROXY);
});

t.test('where a proxy does not tell whom it speaks for, it is counted itself', async (t) => {
  for (const entry of [
    'unknown',
    '_hidden',
    '',
    '192.0.2.300',
    '192.0.2.1 x',
    'fe80::1%eth0',
    '[::1',
    '::g',
  ]) {
    t.equal(clientOf({ trust: NETWORK, peer: PROXY, listed: `192.0.2.1, ${entry}` }), PROXY, entry);
    t.equal(clientOf({ trust: '1', peer: PROXY, listed: `192.0.2.1, ${entry}` }), PROXY, entry);
  }
  t.equal(clientOf({ trust: NETWORK, peer: PROXY, listed: '192.0.2.1, unknown, 10.0.0.2' }), '10.0.0.2');
});

t.test('Forwarded is read with its brackets, quotes, ports and other parameters', async (t) => {
  const of = (forwarded: string) => clientOf({ trust: NETWORK, peer: PROXY, forwarded });
  t.equal(of('for=192.0.2.1'), '192.0.2.1');
  t.equal(of('For="192.0.2.1:80";proto=https;by=203.0.113.43'), '192.0.2.1');
  t.equal(of('proto=https; for="[2001:db8:cafe::17]:4711"'), '2001:db8:cafe:0::/64');
  t.equal(of('for=203.0.113.9;ext="a,b;\\"c", for=192.0.2.1 , for="\\10.0.0.2"'), '192.0.2.1');
  t.equal(of('for=192.0.2.1, for=unknown'), PROXY);
  t.equal(of('for=192.0.2.1, proto=https'), PROXY, 'the last proxy names nobody');
});

t.test('a quote that a client leaves open wins it nothing', async (t) => {
  for (const forwarded of [
    'for=203.0.113.9;a=", for=192.0.2.1',
    'for=203.0.113.9;a=", for="[2001:db8::1]"',
    'for=203.0.113.9;a="\\, for=192.0.2.1',
    'for=203.0.113.9;;for=192.0.2.1',
    'for = 203.0.113.9',
    '"',
  ])
    t.equal(clientOf({ trust: NETWORK, peer: PROXY, forwarded }), PROXY, forwarded);
});

t.test('the header that the proxy does not write is not believed against the other', async (t) => {
  const both = { trust: NETWORK, peer: PROXY, listed: '192.0.2.1' };
  t.equal(clientOf({ ...both, forwarded: 'for=203.0.113.9' }), PROXY);
  t.equal(clientOf({ ...both, forwarded: 'for="192.0.2.1:99"' }), '192.0.2.1');
});

t.test('an address has one name, however it is written', async (t) => {
  const peer = (address: string) => clientOf({ trust: null, peer: address });
  t.equal(peer('0000:0000:0000:0000:0000:ffff:c000:0201'), '192.0.2.1');
  t.equal(peer('::ffff:192.0.2.1'), '192.0.2.1');
  t.equal(peer('2001:0DB8:0001:0002:0003:0004:0005:0006'), '2001:db8:1:2::/64');
  t.equal(peer('2001:db8:1:2::'), '2001:db8:1:2::/64');
  t.equal(peer('::1'), '0:0:0:0::/64');
  t.equal(clientOf({ trust: '10.0.0.1', peer: '::ffff:10.0.0.1', listed: '192.0.2.1' }), '192.0.2.1');
  t.equal(clientOf({ trust: '::ffff:10.0.0.0/104', peer: '10.1.2.3', listed: '192.0.2.1' }), '192.0.2.1');
  t.equal(clientOf({ trust: '::1', peer: '0:0:0:0:0:0:0:1', listed: '192.0.2.1' }), '192.0.2.1');
  t.equal(clientOf({ trust: NETWORK, peer: 'fd12::1', listed: '2001:db8::1' }), '2001:db8:0:0::/64');
});

t.test('headers of any kind give an address of the proxy or of a hop', async () => {
  const header = fc.string({
    unit: fc.constantFrom(...'for=[]:".,; 1290af\\%_-', 'for=1.2.3.4', '[::1]', '"'),
    maxLength: 40,
  });
  fc.assert(
    fc.property(header, header, fc.constantFrom(NETWORK, '1', '3'), (listed, forwarded, trust) =>
      /^(?:\d+\.\d+\.\d+\.\d+|[\da-f:]+::\/64)$/.test(clientOf({ trust, peer: PROXY, listed, forwarded })),
    ),
    { numRuns: 2000 },
  );
});

t.test('what names no proxies is refused', async (t) => {
  for (const text of [
    '0',
    '33',
    'true',
    'proxy',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.1,',
    '10.0.0.1/',
    '[::1]',
    '::ffff:10.0.0.0/90',
  ])
    t.equal(readTrustProxy(text), null, text);
});
