import t from 'tap';
import { mayReach, readNetworks } from '../../../src/services/webhooks/public-address.js';

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::1',
];
const PRIVATE = [
  ...[
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '198.18.0.1',
  ],
  ...[
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '64:ff9b::7f00:1',
  ],
  ...[
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::127.0.0.1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    'fe80::1%eth0',
    'localhost',
    '',
  ],
];

t.test('only public addresses may be reached, and those of networks that are allowed', async (t) => {
  for (const address of PUBLIC) t.ok(mayReach(address, null), address);
  for (const address of PRIVATE) t.notOk(mayReach(address, null), address);
  const allowed = readNetworks('10.0.0.0/8, fd00::/8');
  t.ok(mayReach('10.1.2.3', allowed) && mayReach('::ffff:10.1.2.3', allowed) && mayReach('fd12::1', allowed));
  t.notOk(mayReach('127.0.0.1', allowed) || mayReach('fc00::1', allowed));
  for (const wrong of ['10.0.0.0', '10.0.0.0/33', '10.0.0.0/8/8', 'fd00::/129', 'private', '10.0.0.0/8,'])
    t.equal(readNetworks(wrong), null, wrong);
});
