import { IMAP_PASSWORD, IMAP_USER, startTestImap } from '../src/testing/imap-server.ts';
import { startTestSmtp } from '../src/testing/smtp-server.ts';
import { leads } from '../src/domains/crm/contract/leads.ts';
import { mailAccounts } from '../src/domains/mail/contract.ts';
import { expectAccessibleNow } from './support/axe.ts';
import { ownSurname } from './support/contacts.ts';
import { ownMailPorts } from './support/model-port.ts';
import { expect, test } from './support/test.ts';

function invitation(surname: string): string {
  const start = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  return [
    `From: Mira ${surname} <mira@${surname.toLowerCase()}.test>`,
    'To: desk@tan.example',
    'Subject: Invitation to the salon',
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <invitation@${surname}.test>`,
    'Content-Type: text/calendar; method=REQUEST; charset=utf-8',
    '',
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    `UID:visit@${surname}.test`,
    'DTSTAMP:20260101T000000Z',
    'SUMMARY:Visit of the salon',
    `ORGANIZER;CN=Mira ${surname}:mailto:mira@${surname.toLowerCase()}.test`,
    `ATTENDEE:mailto:desk@${surname.toLowerCase()}.example`,
    `DTSTART:${start}T140000Z`,
    `DTEND:${start}T150000Z`,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
}

test('an email arrives, becomes a lead, is answered, and is archived; an invitation is accepted', async ({
  page,
  signIn,
}) => {
  const ports = ownMailPorts();
  const imap = await startTestImap(ports.imap);
  const smtp = await startTestSmtp({ disabledCommands: ['STARTTLS'] }, ports.smtp);
  try {
    const api = await signIn('staff');
    const surname = ownSurname();
    await page.goto('/ai-email-assistant');
    await page.getByRole('button', { name: 'Connect mailbox' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Provider').selectOption('imap');
    await dialog.getByLabel('Email address').fill(`desk@${surname.toLowerCase()}.example`);
    await dialog.getByLabel('Password').fill(IMAP_PASSWORD);
    await dialog.getByLabel('User name').fill(IMAP_USER);
    for (const [label, port] of [
      ['IMAP', ports.imap],
      ['SMTP', ports.smtp],
    ] as const) {
      await dialog.getByLabel(`${label} server`).fill('127.0.0.1');
      await dialog.getByLabel(`${label} port`).fill(String(port));
      await dialog.getByLabel(`${label} security`).selectOption('none');
    }
    await dialog.getByRole('button', { name: 'Connect mailbox' }).click();
    await expect(page.getByText('Your inbox is empty')).toBeVisible();
    await expect.poll(async () => (await api.call(mailAccounts.list)).items[0]?.progress).toBeNull();

    imap.deliver(
      [
        `From: Mira ${surname} <mira@${surname.toLowerCase()}.test>`,
        'To: desk@tan.example',
        'Subject: Booking for four salons',
        `Date: ${new Date().toUTCString()}`,
        `Message-ID: <booking@${surname}.test>`,
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain; name="Prices.txt"',
        'Content-Disposition: attachment; filename="Prices.txt"',
        '',
        'From 49 dollars.',
        '--b',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p style="color:#900">What would <b>online booking</b> cost?</p><script>document.title="owned"</script><img src="https://track.invalid/o.gif" width="1" height="1">',
        '--b--',
      ].join('\r\n'),
    );
    const row = page.getByTestId('row').filter({ hasText: 'Booking for four salons' });
    await expect(row).toBeVisible();
    await row.click();
    const conversation = page.getByTestId('record');
    const letter = page.frameLocator('iframe[title^="Email:"]');
    await expect(letter.getByText('online booking')).toBeVisible();
    expect(await letter.locator('script, img').count()).toBe(0);
    await expectAccessibleNow(page);

    await conversation.getByRole('button', { name: 'Create lead' }).click();
    await expect(page.getByText('Lead created')).toBeVisible();
    await expect(conversation.getByRole('link', { name: `Mira ${surname}` })).toBeVisible();
    expect((await api.call(leads.list, { query: { search: surname } })).items[0]?.name).toBe(`Mira ${surname}`);

    await conversation.getByRole('button', { name: 'Save Prices.txt to a record' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Record', exact: true })).toHaveValue(`Mira ${surname}`);
    await dialog.getByRole('button', { name: 'Save file' }).click();
    await expect(page.getByText('File saved')).toBeVisible();

    await conversation.getByRole('button', { name: 'Reply', exact: true }).click();
    const text = conversation.getByLabel('Email text');
    await text.press('Control+Home');
    await text.pressSequentially('From 49 dollars a month.');
    await expect(conversation.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(text).toHaveValue(/^From 49 dollars a month\./);
    await page.getByRole('button', { name: 'Send email' }).click();
    await expect(page.getByText('Email will be sent in 10 seconds')).toBeVisible();
    await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(1);
    expect(smtp.mails[0]!.parsed).toMatchObject({
      inReplyTo: `<booking@${surname}.test>`,
      subject: 'Re: Booking for four salons',
    });

    await expect(conversation.getByRole('article')).toHaveCount(2);
    await page.keyboard.press('e');
    await expect(page.getByText('Conversation archived')).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect.poll(() => imap.folder('Archive').messages.length).toBe(1);

    imap.deliver(invitation(surname));
    const invited = page.getByTestId('row').filter({ hasText: 'Invitation to the salon' });
    await expect(invited).toBeVisible();
    await invited.click();
    await expect(conversation.getByRole('heading', { name: 'Visit of the salon' })).toBeVisible();
    await conversation.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByText('Invitation accepted')).toBeVisible();
    await expect(conversation.getByRole('link', { name: 'Open in calendar' })).toBeVisible();
    await expect.poll(() => smtp.mails[1]?.parsed.subject).toBe('Accepted: Visit of the salon');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessibleNow(page);
  } finally {
    await imap.close();
    await smtp.close();
  }
});
