import { IMAP_PASSWORD, startTestImap } from '../src/testing/imap-server.ts';
import { OAUTH_CLIENT, OAUTH_SECRET, startTestOAuth } from '../src/testing/oauth-server.ts';
import { startTestSmtp } from '../src/testing/smtp-server.ts';
import { mailAccounts } from '../src/domains/mail/contract.ts';
import { expectAccessibleNow } from './support/axe.ts';
import { ownSurname } from './support/contacts.ts';
import { ownMailPorts, ownModelPort } from './support/model-port.ts';
import { expect, test } from './support/test.ts';

test('an owner connects a sign-in service, signs in to a mailbox, and signs in again after access was revoked', async ({
  page,
  signIn,
  allowFaults,
}) => {
  // The person denies access once.
  allowFaults(/409.*sign-ins\/finish/);
  const address = `desk@${ownSurname().toLowerCase()}.example`;
  const ports = ownMailPorts();
  const oauth = await startTestOAuth(address, ownModelPort());
  const imap = await startTestImap(ports.imap, { name: address, accessToken: () => oauth.accessToken });
  const smtp = await startTestSmtp(
    {
      disabledCommands: ['STARTTLS'],
      authMethods: ['PLAIN', 'XOAUTH2'],
      onAuth: (auth, _session, done) =>
        auth.accessToken === oauth.accessToken || auth.password === IMAP_PASSWORD
          ? done(null, { user: auth.username })
          : done(new Error('no')),
    },
    ports.smtp,
  );
  try {
    const api = await signIn('admin');
    await page.goto('/ai-email-assistant');
    await page.getByRole('button', { name: 'Mailboxes' }).click();
    await page.getByRole('button', { name: 'Connect mailbox' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('To sign in with Google instead of a password')).toBeVisible();
    await dialog.getByRole('link', { name: 'Settings → Connections' }).click();

    await page.getByRole('button', { name: 'Connect mailbox sign-in' }).click();
    await dialog.getByLabel('Service').selectOption('oauth');
    await dialog.getByLabel('Name', { exact: true }).fill('Tan Mail');
    for (const [label, value] of [
      ['Client ID', OAUTH_CLIENT],
      ['Client secret', OAUTH_SECRET],
      ['Authorization address', `${oauth.url}/authorize`],
      ['Token address', `${oauth.url}/token`],
      ['IMAP server', '127.0.0.1'],
      ['IMAP port', String(ports.imap)],
      ['SMTP server', '127.0.0.1'],
      ['SMTP port', String(ports.smtp)],
    ] as const)
      await dialog.getByLabel(label).fill(value);
    await dialog.getByLabel('IMAP security').selectOption('none');
    await dialog.getByLabel('SMTP security').selectOption('none');
    await dialog.getByRole('button', { name: 'Test and connect' }).click();
    await expect(page.getByText('Tan Mail connected')).toBeVisible();

    await page.goto('/ai-email-assistant');
    await page.getByRole('button', { name: 'Mailboxes' }).click();
    await page.getByRole('button', { name: 'Connect mailbox' }).click();
    await expectAccessibleNow(page);
    await dialog.getByRole('button', { name: 'Sign in with Tan Mail' }).click();
    await page.getByRole('link', { name: 'Deny' }).click();
    await expect(page.getByText('You did not allow access, so no mailbox was connected.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('button', { name: 'Sign in with Tan Mail' }).click();
    await page.getByRole('link', { name: 'Allow' }).click();
    await expect(page.getByText('Mailbox connected')).toBeVisible();
    await expect(page).toHaveURL(/\/ai-email-assistant$/);
    const find = async () => (await api.call(mailAccounts.list)).items.find((one) => one.address === address)!;
    expect(await find()).toMatchObject({ hasPassword: false, signIn: { name: 'Tan Mail' } });
    await expect.poll(async () => (await find()).progress).toBeNull();

    oauth.revoke();
    imap.hangUp();
    // The server looks again by itself, seconds after the connection broke.
    await expect(page.getByText(`${address}: The provider no longer accepts the sign-in. Sign in again.`)).toBeVisible({
      timeout: 120_000,
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessibleNow(page);
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('link', { name: 'Allow' }).click();
    await expect(page.getByText('Mailbox connected')).toBeVisible();
    await expect.poll(async () => (await find()).state).toBe('active');
    await api.call(mailAccounts.disconnect, { params: { id: (await find()).id } });
  } finally {
    await Promise.all([imap.close(), smtp.close(), oauth.close()]);
  }
});
