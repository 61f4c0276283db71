/** An invoice from draft to payment, and its effect on the books. */
import { accounts, books, ledgers, transactions } from '../src/domains/finance/contract.ts';
import { expect, test } from './support/test.ts';

test('an invoice is created, sent, paid by a bank transaction, and posted to the books', async ({ page, signIn }) => {
  const api = await signIn('admin');
  const ledger = await api.call(ledgers.create, {
    body: { name: 'Corner workshop', kind: 'business', currency: 'USD' },
  });
  const account = await api.call(accounts.create, {
    body: { ledgerId: ledger.id, name: 'Business account', kind: 'checking', currency: 'USD' },
  });
  const at = (search: string) =>
    `/business-finance?ledger=${ledger.id}&period=custom&from=2026-09-01&to=2026-09-30&${search}`;

  await page.goto(at('tab=invoices'));
  // The first, in the header: an empty list offers another.
  await page.getByRole('button', { name: 'New invoice' }).first().click();
  const editor = page.getByRole('dialog', { name: 'New invoice' });
  await editor.getByRole('combobox', { name: 'Customer' }).fill('Quayside Bakery');
  await page.getByRole('option', { name: /Quayside Bakery.*not in CRM/ }).click();
  await editor.getByLabel('Email').fill('till@quayside.example');
  await editor.getByLabel('Due').fill('2026-09-20');
  await editor.getByLabel('Invoice date').fill('2026-09-02');
  await editor.getByLabel('Description').fill('Oven service');
  await editor.getByLabel('Price').fill('$400,00');
  await editor.getByLabel('Tax %').fill('20,0 %');
  await editor.getByLabel('Tax %').blur();
  await expect(editor.getByText('$480.00')).toBeVisible();
  await editor.getByRole('button', { name: 'Save draft' }).click();

  const sheet = page.getByRole('dialog', { name: /^Invoice/ });
  await sheet.getByRole('button', { name: 'Send', exact: true }).click();
  const mail = page.getByRole('dialog', { name: 'Issue and send' });
  await expect(mail.getByText(/No mail server is set up/)).toBeVisible();
  await mail.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(sheet.getByText('Invoice INV-2026-0001')).toBeVisible();
  await expect(sheet.getByText(/is in this installation’s outbox/)).toBeVisible();
  const file = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'PDF' }).click();
  expect((await file).suggestedFilename()).toBe('INV-2026-0001.pdf');
  // Closed, and reopened by hand.
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'INV-2026-0001' }).click();
  await expect(sheet.getByText('Invoice INV-2026-0001')).toBeVisible();

  // It repeats: past occurrences are announced, and skipped when it was paused meanwhile.
  await sheet.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Make recurring…' }).click();
  const again = page.getByRole('dialog', { name: 'Make recurring' });
  await expect(again.getByText(/created now/)).toHaveCount(0);
  await again.getByLabel('Start date').fill(new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10));
  await expect(again.getByText('2 invoices are created now for dates that have passed.')).toBeVisible();
  await again.getByRole('button', { name: 'Make recurring' }).click();
  await expect(again).toBeHidden();
  // The toast is beside the panel, not over its close button.
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Recurring' }).click();
  const schedules = page.getByRole('dialog', { name: 'Recurring invoices' });
  await schedules.getByRole('button', { name: 'Pause' }).click();
  await schedules.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('menuitem', { name: 'Skip the 2 invoices that were missed' }).click();
  await schedules.getByRole('button', { name: 'Pause' }).click();
  await schedules.getByRole('button', { name: 'Resume' }).click();
  await expect(schedules.getByRole('button', { name: 'Pause' })).toBeVisible();
  await schedules.getByRole('button', { name: 'Close' }).click();

  // The amount customers owed at the end of the period opens the list for that day.
  await page.goto(at('tab=overview'));
  await page
    .getByRole('link', { name: /480\.00/ })
    .first()
    .click();
  await expect(page).toHaveURL(/tab=ageing.*day=2026-09-30|day=2026-09-30.*tab=ageing/);
  await expect(page.getByRole('row', { name: /Quayside Bakery.*480\.00/ })).toBeVisible();

  await api.call(transactions.create, {
    body: { accountId: account.id, day: '2026-09-19', amount: '480', payee: 'QUAYSIDE BAKERY INV-2026-0001' },
  });
  await page.goto(at('tab=close'));
  const match = page.getByTestId('suggestion').filter({ hasText: 'INV-2026-0001' });
  await expect(match.getByText(/Exactly what is due · The bank’s text names INV-2026-0001/)).toBeVisible();
  await match.getByRole('button', { name: 'Match' }).click();
  // The toast, and the amount read from it.
  await expect(page.getByText(/INV-2026-0001: .*480\.00 matched/).first()).toBeVisible();

  await page.goto(at('tab=ageing&day=2026-09-30'));
  await expect(page.getByText('No open receivables.')).toBeVisible();
  await page.goto(at('tab=statements'));
  await expect(page.getByRole('row', { name: /Net income .*400\.00/ })).toBeVisible();
  await page
    .getByRole('row', { name: /^Sales / })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByText('Invoice INV-2026-0001, Quayside Bakery').first()).toBeVisible();

  await page.goto(at('tab=budget&month=2026-09'));
  await page.getByLabel('Budget for Sales').fill('500');
  await page.getByLabel('Budget for Sales').press('Enter');
  await expect(page.getByText('$100.00 to come')).toBeVisible();
  await page.getByRole('link', { name: 'Profit and loss vs. budget' }).click();
  await expect(page.getByRole('row', { name: /^Sales .*400\.00.*500\.00.*100\.00/ })).toBeVisible();

  // A quarter of the payment is credited: the customer's credit until it is used or paid back.
  await page.goto(at('tab=invoices'));
  await page.getByRole('button', { name: 'Options of column Amount due' }).click();
  await page.getByRole('menuitem', { name: 'Hide column' }).click();
  await expect(page.getByRole('columnheader', { name: /^Amount due/ })).toHaveCount(0);
  await expect(page).toHaveURL(/columns=/);
  await page.getByRole('button', { name: 'INV-2026-0001' }).click();
  await sheet.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Credit paid amount…' }).click();
  const credit = page.getByRole('dialog', { name: 'Credit note for INV-2026-0001' });
  await credit.getByLabel('Price').fill('100');
  await credit.getByRole('button', { name: 'Save draft' }).click();
  const note = page.getByRole('dialog', { name: /^Credit note (Draft|CN)/ });
  await note.getByRole('button', { name: 'Issue' }).click();
  await expect(note.getByText('Credit note CN-2026-0001')).toBeVisible();
  await page.goto(at('tab=ageing'));
  await expect(page.getByRole('row', { name: /Quayside Bakery.*120\.00/ })).toBeVisible();

  // Another account added to the chart meanwhile moves no amount.
  await page.goto(at('tab=chart'));
  await page.getByRole('button', { name: 'Opening balances…' }).click();
  const opening = page.getByRole('dialog', { name: 'Opening balances' });
  const equity = opening
    .getByLabel('Owner’s capital', { exact: false })
    .or(opening.getByLabel(/equity|capital/i))
    .first();
  const label = await equity.evaluate((field: HTMLInputElement) => field.labels![0]!.textContent);
  await equity.fill('1,000');
  await api.call(books.createAccount, {
    params: { id: ledger.id },
    body: { code: '100', name: 'First of all', role: 'currentAsset' },
  });
  await expect(page.getByText('First of all').first()).toBeVisible();
  await expect(opening.getByLabel(label!, { exact: true })).toHaveValue('1,000');
  await opening.getByRole('button', { name: 'Post' }).click();
  await expect(opening).toBeHidden();
  const { lines } = await api.call(books.opening, { params: { id: ledger.id } });
  const chart = (await api.call(books.accounts, { params: { id: ledger.id } })).items;
  expect(lines.map(({ accountId, amount }) => [chart.find(({ id }) => id === accountId)!.name, amount])).toEqual([
    [label!.replace(/^\d+ /, ''), '-1000'],
  ]);
});
