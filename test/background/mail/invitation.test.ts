import fc from 'fast-check';
import t from 'tap';
import { composeInvitation } from '../../../src/background/mail/invitation.js';

const invitation = {
  to: 'guest@example.com',
  inviterEmail: 'owner@example.com',
  mapName: 'Stores',
  accessLevel: 'admin' as const,
  link: 'https://maps.example.com/set-password?token=1.2.x&y',
  days: 7,
};

t.test('an invitation says who, what, and how to get there', async (t) => {
  const { subject, text, html } = composeInvitation(invitation);
  t.equal(subject, 'A map was shared with you');
  t.equal(
    text,
    'owner@example.com has shared the map “Stores” with you, as an admin.\n\n' +
      'To get to it, set a password for your new account:\nhttps://maps.example.com/set-password?token=1.2.x&y\n\n' +
      'The link works once, for 7 days. If you did not expect this mail, you can ignore it.\n',
  );
  t.match(html, '<a href="https://maps.example.com/set-password?token=1.2.x&amp;y">');
});

t.test(
  'the subject has nothing that the inviter chose, and a name that a mail program makes a link of is not in the text',
  async (t) => {
    for (const mapName of [
      'https://evil.example',
      'Log in at evil.example now',
      'write to me@evil',
      '//evil',
    ])
      for (const accessLevel of ['viewer', null] as const) {
        const { subject, text, html } = composeInvitation({ ...invitation, mapName, accessLevel });
        t.equal(subject, accessLevel === null ? 'You were given a map' : 'A map was shared with you');
        t.notMatch(text + html, /evil/);
        t.match(text, accessLevel === null ? 'owner of a map.' : 'has shared a map with you');
      }
    t.match(composeInvitation({ ...invitation, mapName: 'Nr. 5: A/B, v2.0' }).text, '“Nr. 5: A/B, v2.0”');
  },
);

/** Characters that end a line, or turn the direction of what follows; of random characters few do. */
const unruly = fc.string({
  unit: fc.constantFrom('\n', '\r', '\t', '\0', '\u2028', '\u2029', '\u202e', '\u2066', 'a', '<b>', ' '),
  maxLength: 300,
});

t.test('whatever a map is called, it stays on its line, is short, and is no markup', async () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), unruly), (mapName) => {
      const { text, html } = composeInvitation({ ...invitation, mapName });
      const tags = html.match(/<[a-z!/][^>]*>/gi)!.length;
      const lines = text.split('\n');
      return (
        lines.every((line) => !/[\p{C}\u2028\u2029]/u.test(line)) &&
        [...lines[0]!].length <= 200 &&
        lines.length === 7 &&
        tags === composeInvitation(invitation).html.match(/<[a-z!/][^>]*>/gi)!.length
      );
    }),
  );
});
