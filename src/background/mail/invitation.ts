import { escapeHtml } from './escape-html.js';
import type { Mail } from './mail.js';

export interface InvitationText {
  to: string;
  inviterEmail: string;
  mapName: string;
  /** null: the map was handed over. */
  accessLevel: 'viewer' | 'member' | 'admin' | null;
  link: string;
  /** For which the link works. */
  days: number;
}

const MAX_NAME = 100;

/** The mail that invites somebody to a map and to setting a password. */
export function composeInvitation(invitation: InvitationText): Omit<Mail, 'messageId'> {
  const { to, accessLevel, link, days } = invitation;
  const inviter = oneLine(invitation.inviterEmail);
  const map = mapOf(invitation.mapName);
  // Nothing that the inviter chose: a subject is read by people who did not ask for the mail.
  const subject = accessLevel === null ? 'You were given a map' : 'A map was shared with you';
  const what =
    accessLevel === null
      ? `${inviter} has made you the owner of ${map}.`
      : `${inviter} has shared ${map} with you, as ${accessLevel === 'admin' ? 'an' : 'a'} ${accessLevel}.`;
  const how = 'To get to it, set a password for your new account:';
  const terms = `The link works once, for ${days} days. If you did not expect this mail, you can ignore it.`;
  const html = `<!doctype html>
<html lang="en"><body>
<p>${escapeHtml(what)}</p>
<p>${how}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
<p>${terms}</p>
</body></html>
`;
  return { to, subject, text: `${what}\n\n${how}\n${link}\n\n${terms}\n`, html, link };
}

/** What mail programs might make a link of: the mail has one link, and that is ours. */
const LINK = /\/\/|@|[\p{L}\p{N}]\.\p{L}/u;

/** The map by its name, unless that would say more than a name. */
function mapOf(name: string): string {
  const line = oneLine(name);
  return LINK.test(line) ? 'a map' : `the map “${line}”`;
}

/** Names are the inviter's own: no line breaks, nothing that turns the direction of what follows, and not too long. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME).join('')}…` : line;
}
