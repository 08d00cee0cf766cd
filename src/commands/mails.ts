import { Command } from 'commander';
import { resendFailed } from '../store/outbox.js';
import { withDatabase } from './database.js';
import { printResult } from './result.js';

export const mailsCommand = (): Command =>
  new Command('mails').description('mails of the service').addCommand(
    new Command('resend')
      .description(
        'send invitations again that were given up, such as after a mail server that refused them all',
      )
      .action(() =>
        withDatabase(async ({ sql }) => {
          const recipients = await resendFailed(sql);
          printResult({ resent: recipients.length, recipients });
        }),
      ),
  );
