import { expectAccessibleNow } from './support/axe.ts';
import { makeContact, ownSurname } from './support/contacts.ts';
import { opportunities } from '../src/domains/crm/contract.ts';
import { expect, test } from './support/test.ts';

test('a deal gets a room, a proposal is signed with an option, and the deposit is paid', async ({
  page,
  signIn,
  browser,
}) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  const contact = await makeContact(api, {
    firstName: 'Bea',
    lastName: surname,
    emails: [{ value: `bea-${surname.toLowerCase()}@buyer.example` }],
  });
  const name = `Rollout ${surname}`;
  const { id } = await api.call(opportunities.create, {
    body: { name, amount: '42000', currency: 'USD', contactId: contact.id },
  });

  await page.goto(`/high-ticket-sales-crm?search=${surname}`);
  await expect(
    page.getByTestId('row').filter({ hasText: name }).getByRole('button', { name: 'Open room' }),
  ).toBeVisible();
  await page.goto(`/opportunities/${id}`);
  await page.getByRole('button', { name: 'Deal room' }).click();
  const room = page.getByTestId('record');
  await expect(room.getByText('Only one contact is on this deal.')).toBeVisible();
  await room.getByRole('button', { name: 'Add action' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What has to be done').fill('Legal review');
  await dialog.getByLabel('Side').selectOption('buyer');
  await dialog.getByRole('button', { name: 'Add action' }).click();
  await expect(room.getByTestId('action')).toContainText('Legal review');
  await expectAccessibleNow(page);

  await room.getByRole('tab', { name: 'Proposal' }).click();
  await room.getByRole('button', { name: 'Write proposal' }).click();
  const editor = room.getByTestId('editor');
  await editor.getByLabel('Text of section 1').fill('Everything in eight weeks.');
  await editor.getByLabel('Item', { exact: true }).fill('Rollout');
  await editor.getByLabel('Unit price').fill('40000');
  await editor.getByRole('button', { name: 'Add item' }).click();
  const option = editor.getByRole('group', { name: 'Item 2' });
  await option.getByLabel('Item', { exact: true }).fill('Training');
  await option.getByLabel('Unit price').fill('2000');
  await option.getByLabel('Optional').check();
  await expect(editor).toContainText(/with all options \D*42,000\.00/);
  await editor.getByRole('button', { name: 'Send proposal' }).click();
  await dialog.getByRole('button', { name: 'Send proposal' }).click();
  await expect(room.getByTestId('version')).toContainText('Waiting for the buyer');
  await expectAccessibleNow(page);
  await room.getByRole('button', { name: 'Share room' }).click();
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // The buyer has no account, and no script.
  const context = await browser.newContext({ javaScriptEnabled: false });
  const buyer = await context.newPage();
  await buyer.goto(link);
  await buyer.getByRole('button', { name: 'Mark as done: Legal review' }).click();
  await expect(buyer.getByText('1 of 1 done')).toBeVisible();
  await buyer.getByLabel('Training').check();
  await buyer.getByRole('button', { name: 'Review and accept' }).click();
  await buyer.getByLabel('Full name').fill(`Bea ${surname}`);
  await buyer.getByLabel('Email for your copy').fill('bea@buyer.example');
  await buyer.getByLabel(/I have read this proposal/).check();
  await buyer.getByRole('button', { name: 'Accept proposal' }).click();
  await expect(buyer.getByRole('status')).toContainText('for $42,000.00');
  const certificate = buyer.waitForEvent('download');
  await buyer.getByRole('link', { name: 'Download the signed copy and certificate' }).click();
  expect((await certificate).suggestedFilename()).toBe('signed-proposal-1.pdf');
  await buyer.getByRole('button', { name: 'Pay Deposit' }).click();
  await buyer.getByLabel('Card number').fill('4242 4242 4242 4242');
  await buyer.getByRole('button', { name: 'Pay $12,600.00' }).click();
  await buyer.getByRole('link', { name: 'Continue' }).click();
  await expect(buyer.getByText('$12,600.00 of $42,000.00 paid')).toBeVisible();
  await context.close();

  await page.reload();
  await expect(room.getByRole('definition').filter({ hasText: '$12,600.00' })).toBeVisible();
  await expect(room.getByTestId('version')).toContainText('Accepted');
  const saved = page.waitForEvent('download');
  await room.getByRole('button', { name: 'Download certificate' }).click();
  expect((await saved).suggestedFilename()).toBe('signed-proposal-1.pdf');
  await room.getByRole('tab', { name: 'Payments' }).click();
  await expect(room.getByTestId('installment').first()).toContainText('Paid');
  await expectAccessibleNow(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleNow(page);
});
