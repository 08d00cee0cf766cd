import type { Mutant } from '../mutant.js';

/** Recipients and number of mails. */
export const MAILS: readonly Mutant[] = [
  {
    name: 'an account with a password is invited to set one',
    file: 'sql/queue_invitation()',
    find: 'WHERE a.id = account AND a.pending FOR',
    replace: 'WHERE a.id = account FOR',
    tests: ['api/shares', 'store/outbox'],
  },
  {
    name: 'an inviter has 51 mails go out an hour',
    file: 'sql/next_invitation_at()',
    find: 'OFFSET 49 ',
    replace: 'OFFSET 50 ',
    tests: ['api/shares', 'store/outbox'],
  },
  {
    name: 'a recipient gets one mail of an inviter after the other',
    file: 'sql/queue_invitation()',
    find: "interval '10 minutes'",
    replace: "interval '0 minutes'",
    tests: ['api/shares', 'store/outbox'],
  },
  {
    name: 'an inviter has 501 mails go out a day',
    file: 'sql/next_invitation_at()',
    find: 'OFFSET 499',
    replace: 'OFFSET 500',
    tests: ['store/outbox'],
  },
  {
    name: 'a recipient gets eleven mails a day',
    file: 'sql/queue_invitation()',
    find: 'OFFSET 9 ',
    replace: 'OFFSET 10 ',
    tests: ['store/outbox'],
  },
  {
    name: 'a mail goes out after its share was deleted',
    file: 'src/store/outbox.ts',
    find: 'WHERE c.failed_at IS NULL',
    replace: '',
    tests: ['store/outbox'],
  },
  {
    name: 'two processes send the same mail',
    file: 'src/store/outbox.ts',
    find: "next_attempt_at = now() + ${leaseMs} * interval '1 millisecond',\n",
    replace: "next_attempt_at = now() + 0 * ${leaseMs} * interval '1 millisecond',\n",
    tests: ['store/outbox'],
  },
  {
    name: 'an old attempt takes back what a newer one does',
    file: 'src/store/outbox.ts',
    find: 'AND attempts = ${attempt} ',
    replace: 'AND attempts >= ${attempt} ',
    tests: ['store/outbox'],
  },
  {
    name: 'a mail that is refused is tried again',
    file: 'src/background/mail/mailer.ts',
    find: 'error instanceof MailRefused || ',
    replace: '',
    tests: ['background/mail/mailer'],
  },
];
