import type { Page } from 'playwright-core';
import t from 'tap';
import { startTestApp } from '../support/app.js';
import { noBrowser, openBrowser, openPage } from '../support/browser.js';
import { until } from '../support/cartload-process.js';
import { look as lookAt, WIDE } from '../support/console.js';
import { PASSWORD } from '../support/sign-in.js';
import { startSmtp } from '../support/smtp.js';
import { standInTiles } from '../support/stand-in-tiles.js';

const GUEST = 'guest@example.com';

t.test(
  'a map is shared by mail with a person who sees it and may not edit',
  { skip: noBrowser },
  async (t) => {
    const smtp = await startSmtp(t);
    const service = await startTestApp(t, { SMTP_URL: `${smtp.url}?from=maps@example.com` });
    const { sql } = service.app;
    const authorization = await service.authorization();
    const call = service.clientWith(authorization);
    const { body: map } = await call('POST', '/maps', { name: 'Depots' });
    const { body: depot } = await call('POST', `/maps/${map.id}/markers`, {
      name: 'Leeds depot',
      lat: 53.8,
      lng: -1.55,
    });
    const { origin } = new URL(service.app.publicUrl);
    const browser = await openBrowser(t);

    // The owner invites.
    const { page, complaints } = await openPage(browser, origin, WIDE);
    await standInTiles(page, call);
    const look = (shown: Page, name: string): Promise<void> => lookAt(t, shown, `people-${name}`);
    await page.goto(`${origin}/#/maps/${map.id}`);
    await page.getByLabel('API key').fill(authorization.slice('Bearer '.length));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Nobody else sees this map yet').waitFor();
    await look(page, '1-nobody');
    await page.getByLabel('E-mail of a person').fill('owner@example.com');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByText('cannot be shared with its owner').waitFor();
    await page.getByLabel('E-mail of a person').fill(GUEST);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByText(`${GUEST} can sign in and see the map`).waitFor();
    await page.getByText('1 person').waitFor();
    await look(page, '2-invited');

    // The guest follows the mail.
    const mail = await until(async () => smtp.mails[0]);
    t.same(mail.to, [GUEST]);
    const [link = ''] = /http\S+set-password\?token=[\w-]+/.exec(mail.text) ?? [];
    const { page: guest, complaints: ofGuest } = await openPage(browser, origin, WIDE);
    await standInTiles(guest, call);
    await guest.goto(link);
    await guest.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await guest.getByLabel('New password again').fill(PASSWORD);
    await guest.getByRole('button', { name: 'Set password' }).click();
    await guest.getByRole('link', { name: 'Sign in and see your maps' }).click();
    t.equal(await guest.getByLabel('E-mail').inputValue(), GUEST);
    await guest.getByLabel('Password').fill('not the password');
    await guest.getByRole('button', { name: 'Sign in' }).click();
    await guest.getByText('E-mail or password is wrong').waitFor();
    await look(guest, '3-sign-in');
    await guest.getByLabel('Password').fill(PASSWORD);
    await guest.getByRole('button', { name: 'Sign in' }).click();
    await guest.getByText('Shared with me').waitFor();
    t.equal(await guest.getByRole('button', { name: 'New map' }).count(), 0);
    await look(guest, '4-maps');
    await guest.getByText('Depots').click();
    await guest.getByRole('button', { name: /^Leeds depot/ }).click();
    await guest.getByRole('heading', { name: 'Leeds depot' }).waitFor();
    await guest.getByText('Loading the map').waitFor({ state: 'detached' });
    for (const name of ['Import file', 'Add place', 'Edit', 'Move', 'Delete', 'Share'])
      t.equal(await guest.getByRole('button', { name, exact: true }).count(), 0, `a viewer has no ${name}`);
    t.equal(await guest.getByRole('tab', { name: 'Imports' }).count(), 0);
    await look(guest, '5-viewer');

    // The owner makes the viewer a member.
    await page.getByLabel(`Level of ${GUEST}`).selectOption('member');
    await page.getByText(`${GUEST} is member from now on`).waitFor();
    await guest.reload();
    await guest.getByRole('button', { name: 'Add place' }).waitFor();
    await guest.getByRole('button', { name: 'Edit' }).click();
    await guest.getByLabel('Name', { exact: true }).fill('Leeds, by the guest');
    await guest.getByRole('button', { name: 'Save' }).click();
    await guest.getByRole('heading', { name: 'Leeds, by the guest' }).waitFor();

    // A session that is ended by another tab, or ends by itself, loses nothing that was begun.
    await guest.getByRole('button', { name: 'Edit' }).click();
    await guest.getByLabel('Name', { exact: true }).fill('Leeds, twice');
    const other = await guest.context().newPage();
    await other.goto(`${origin}/#/`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await guest.getByText('the session has ended').waitFor();
    await look(guest, '6a-ended-in-a-form');
    await guest.keyboard.press('Escape');
    await guest.keyboard.press('Escape');
    await guest.getByLabel('Password').fill(PASSWORD);
    await guest.getByRole('button', { name: 'Sign in' }).click();
    await guest.getByLabel('Password').waitFor({ state: 'detached' });
    await other.close();
    t.equal(await guest.getByLabel('Name', { exact: true }).inputValue(), 'Leeds, twice');
    await guest.getByLabel('Name', { exact: true }).fill('Leeds, by the guest');
    await guest.getByRole('button', { name: 'Cancel' }).click();

    // A session that has ended leads to the sign-in, and back to the same place.
    await sql`DELETE FROM sessions`;
    const [cookie] = await guest.context().cookies();
    const asGuest = { cookie: `${cookie!.name}=${cookie!.value}` };
    t.match(cookie, { httpOnly: true, sameSite: 'Strict', path: '/' });
    const anonymous = service.clientWith('');
    await until(async () => (await anonymous('GET', '/session', undefined, asGuest)).status === 401);
    await guest.reload();
    await guest.getByText('the session has ended').waitFor();
    t.equal(await guest.getByLabel('E-mail').inputValue(), GUEST);
    await look(guest, '6-ended');
    await guest.getByLabel('Password').fill(PASSWORD);
    await guest.getByRole('button', { name: 'Sign in' }).click();
    await guest.getByRole('heading', { name: 'Leeds, by the guest' }).waitFor();
    t.equal(new URL(guest.url()).hash, `#/maps/${map.id}/places/${depot.id}`);

    // Removed, the guest sees nothing; signed out, nor does the browser.
    await page.getByRole('button', { name: `Remove ${GUEST}` }).click();
    await look(page, '7-remove');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Nobody else sees this map yet').waitFor();
    await guest.reload();
    await guest.getByText('This map does not exist').waitFor();
    await look(guest, '8-removed');
    await guest.getByRole('button', { name: 'Sign out' }).click();
    await guest.getByLabel('Password').waitFor();
    await until(async () => (await sql`SELECT FROM sessions`).length === 0);

    // A key that is revoked meanwhile leads to the sign-in, too.
    await page.keyboard.press('Escape');
    await sql`UPDATE api_keys SET revoked_at = now() WHERE NOT for_sessions`;
    await until(async () => (await call('GET', '/me')).status === 401);
    await page.reload();
    await page.getByText('This key is wrong, revoked or expired').waitFor();
    const another = await service.authorization();
    await page.getByLabel('API key').fill(another.slice('Bearer '.length));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: /^Leeds, by the guest/ }).waitFor();
    t.same([...complaints, ...ofGuest], []);
  },
);
