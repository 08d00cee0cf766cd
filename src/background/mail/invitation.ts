import { escapeHtml } from './escape-html.js';
import type { Mail } from './mail.js';

export interface InvitationText {
  to: string;
  inviterEmail: string;
  mapName: string;
  /** null: the map was transferred. */
  accessLevel: 'viewer' | 'member' | 'admin' | null;
  link: string;
  /** Days for which the link works. */
  days: number;
}

const MAX_NAME = 100;

/** Mail that invites a person to a map and to setting a password. */
export function composeInvitation(invitation: InvitationText): Omit<Mail, 'messageId'> {
  const { to, accessLevel, link, days } = invitation;
  const inviter = oneLine(invitation.inviterEmail);
  const map = mapOf(invitation.mapName);
  // The subject contains no text of the inviter, as its reader did not ask for the mail.
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

/** Text that mail programs may turn into a link; the mail must have only our link. */
const LINK = /\/\/|@|[\p{L}\p{N}]\.\p{L}/u;

/** Name of the map, unless it could become a link. */
function mapOf(name: string): string {
  const line = oneLine(name);
  return LINK.test(line) ? 'a map' : `the map “${line}”`;
}

/** Cleans a text of the inviter: no line breaks, no bidi controls, limited length. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME).join('')}…` : line;
}
