import t from 'tap';
import { PasswordHasher, problemOfPassword, verifyPassword } from '../../../src/access/keys/password.js';

/** Quick ones. */
const cheap = { log2N: 10 };

t.test('a password is known by its hash, and no other is', async (t) => {
  const hasher = new PasswordHasher(cheap);
  const password = 'correct horse ümlaut 🐴';
  const [one, two] = await Promise.all([hasher.hash(password), hasher.hash(password)]);
  t.not(one, two, 'each has a salt of its own');
  t.equal(await verifyPassword(password, one!), true);
  t.equal(await verifyPassword(password.normalize('NFD'), two!), true, 'however it was typed');
  for (const other of ['', `${password} `, password.toUpperCase()])
    t.equal(await verifyPassword(other, one!), false, other);
});

t.test('a hash costs what OWASP recommends', async (t) => {
  const hash = await new PasswordHasher().hash('x');
  t.match(hash, /^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
});

t.test('a hash of the published test vector is read', async (t) => {
  // RFC 7914, section 12: scrypt("pleaseletmein", "SodiumChloride", 16384, 8, 1, 64).
  const hash =
    '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887';
  const [salt, bytes] = [Buffer.from('SodiumChloride'), Buffer.from(hash, 'hex')].map((part) =>
    part.toString('base64').replaceAll('=', ''),
  );
  t.equal(await verifyPassword('pleaseletmein', `$scrypt$ln=14,r=8,p=1$${salt}$${bytes}`), true);
});

t.test('what is no hash is refused', async (t) => {
  for (const phc of ['', 'x', '$scrypt$ln=17,r=8,p=1$abc', '$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA'])
    await t.rejects(verifyPassword('x', phc), { message: 'not a scrypt hash in PHC format' }, phc);
});

t.test('no more wait than may', async (t) => {
  const hasher = new PasswordHasher({ ...cheap, maxOpen: 2 });
  const hashing = ['first', 'second', 'third'].map((password) => hasher.hash(password));
  t.match(hasher.use, { limit: 1, running: 1, waiting: 1, refused: 1, overdue: 0 });
  t.match(await Promise.all(hashing), [String, String, null]);
  t.match(await hasher.hash('later'), String);
  t.match(hasher.use, { running: 0, waiting: 0 });
});

t.test('many strangers leave room for the line of an account', async (t) => {
  const hasher = new PasswordHasher({ ...cheap, maxOpen: 4 });
  const phc = await hasher.hash('right');
  const strangers = ['a', 'b', 'c', 'd', 'e'].map((password) => hasher.verify(password, phc));
  const known = hasher.verify('right', phc, { accountId: 7 });
  const order: string[] = [];
  void strangers[1]!.then(() => order.push('stranger'));
  void strangers[2]!.then(() => order.push('stranger'));
  void known.then(() => order.push('known'));
  t.same(await Promise.all(strangers), [false, false, false, null, null]);
  t.equal(await known, true);
  t.equal(order.indexOf('known') < 2, true, 'and for a turn of its own');
});

t.test('none waits for longer than a request may', async (t) => {
  const hasher = new PasswordHasher({ log2N: 15, maxWaitMs: 1 });
  const [first, second] = await Promise.all([hasher.hash('first'), hasher.verify('second', null)]);
  t.match(first, String);
  t.equal(second, null);
  t.match(hasher.use, { running: 0, waiting: 0, refused: 1 });
});

t.test('a password that cannot be hashed is in the way of no other', async (t) => {
  const hasher = new PasswordHasher({ log2N: 40 });
  await t.rejects(hasher.hash('too dear'), { code: 'ERR_OUT_OF_RANGE' });
  t.match(hasher.use, { running: 0, waiting: 0 });
});

t.test('length is counted in characters', async (t) => {
  t.equal(problemOfPassword('🐴'.repeat(12)), null);
  t.match(problemOfPassword('🐴'.repeat(11)), /at least 12/);
  t.equal(problemOfPassword('ü'.repeat(256)), null);
  t.match(problemOfPassword('ü'.repeat(257)), /at most 256/);
});
