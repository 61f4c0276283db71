import { accounts, ledgers } from '../src/domains/finance/contract.ts';
import { expect, test } from './support/test.ts';

const line = (id: string, day: string, amount: string, name: string) =>
  `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`;
const STATEMENT = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>7788<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260901<DTEND>20260930>
${line('1', '20260902', '-42.10', 'GREEN GROCER 12')}${line('2', '20260909', '-18.00', 'GREEN GROCER 77')}${line('3', '20260925', '2500.00', 'PAYROLL')}</BANKTRANLIST><LEDGERBAL><BALAMT>2539.90<DTASOF>20260930</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

test('a month is imported from a file, categorized by a rule, and matches its statement', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const ledger = await api.call(ledgers.create, { body: { name: 'Flat', kind: 'personal', currency: 'USD' } });
  await api.call(accounts.create, {
    body: {
      ledgerId: ledger.id,
      name: 'Giro',
      kind: 'checking',
      currency: 'USD',
      number: '7788',
      openingBalance: '100',
      openingDay: '2026-09-01',
    },
  });
  const at = (search: string) =>
    `/personal-finance?ledger=${ledger.id}&period=custom&from=2026-09-01&to=2026-09-30&${search}`;

  await page.goto(at('tab=imports'));
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'september.ofx', mimeType: 'application/x-ofx', buffer: Buffer.from(STATEMENT) });
  await expect(page.getByRole('row', { name: /GREEN GROCER 12.*New/ })).toBeVisible();
  await page.getByRole('button', { name: 'Import 3 transactions' }).click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();

  await page.goto(at('tab=transactions'));
  await page.getByRole('button', { name: 'GREEN GROCER 12' }).click();
  const sheet = page.getByRole('dialog');
  // Typed text stays while the category above it, which is saved at once, changes the transaction.
  await sheet.getByLabel('Notes').fill('For the party');
  await sheet.getByRole('combobox', { name: 'Category' }).fill('Grocer');
  await page.getByRole('listbox').getByRole('option', { name: 'Groceries' }).click();
  await expect(sheet.getByText('Groceries').last()).toBeVisible();
  await expect(sheet.getByLabel('Notes')).toHaveValue('For the party');
  // Moving to the next one does not lose it either.
  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await expect(sheet.getByLabel('Notes')).toHaveValue('For the party');
  await page.getByRole('button', { name: 'PAYROLL' }).click();
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(sheet.getByLabel('Notes')).toHaveValue('For the party');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await sheet.getByLabel('Notes').fill('Not kept');
  await page.getByRole('button', { name: 'PAYROLL' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  // The pressed one opens.
  await expect(page.getByRole('dialog', { name: 'PAYROLL' })).toBeVisible();
  await expect(sheet.getByLabel('Notes')).toHaveValue('');
  await page.getByRole('button', { name: 'GREEN GROCER 12' }).click();
  await expect(sheet.getByLabel('Notes')).toHaveValue('For the party');
  await sheet.getByRole('button', { name: 'Create rule…' }).click();
  await page.getByRole('button', { name: 'Save and preview' }).click();
  await expect(page.getByText(/^1 of the latest 3 transactions would change/)).toBeVisible();
  await page.getByRole('button', { name: 'Update 1 transaction' }).click();
  await expect(page.getByRole('button', { name: 'Update 1 transaction' })).toBeHidden();

  await page.goto(at('tab=accounts'));
  await page.getByRole('button', { name: 'Reconcile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reconcile Giro' });
  await dialog.getByLabel('Statement end date').fill('2026-09-30');
  await dialog.getByLabel('Ending balance').fill('2,539.x');
  await expect(dialog.getByText('Enter an amount, such as 1250.50.')).toBeVisible();
  // As on the statement.
  await dialog.getByLabel('Ending balance').fill('$2,539.90');
  await dialog.getByRole('button', { name: 'Reconcile' }).click();
  await expect(page.getByText(/Reconciled through/)).toBeVisible();

  await page.goto(at('tab='));
  await expect(page.getByText('$2,500.00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Show the table of Where it comes from and where it goes' }).click();
  await page.getByRole('link', { name: 'Groceries' }).click();
  await expect(page.getByText('2 transactions')).toBeVisible();
});

test('transfer suggestions appear without moving text that is being read @long', async ({ page, signIn }) => {
  await signIn('admin');
  let release = () => undefined as void;
  const hold = async () => {
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/finance/transfers/suggestions*', async (route) => {
      await held;
      await route.continue();
    });
  };
  await hold();
  await page.goto('/personal-finance?tab=transactions');
  const row = page.getByTestId('row').first();
  await expect(row).toBeVisible();
  const before = (await row.boundingBox())!.y;
  release();
  await expect(page.getByText(/may be transfers between your accounts/)).toBeVisible();
  expect((await row.boundingBox())!.y).toBe(before);

  await page.unrouteAll();
  await hold();
  await page.goto('/finance');
  await expect(page.getByRole('heading', { name: 'Net worth' })).toBeVisible();
  const due = page.getByRole('region', { name: 'Due soon' });
  await expect(due).toBeHidden();
  release();
  await expect(page.getByText(/like transfers between accounts/)).toBeVisible();
  await expect(due).toBeVisible();
});
