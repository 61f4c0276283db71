/** From a profile to an estimate with its safe harbor and a saved scenario, and an edited valuation. */
import { ledgers } from '../src/domains/finance/contract/ledgers.ts';
import { expect, test } from './support/test.ts';

test('a profile is set up, the year calculated, and a scenario saved', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const ledger = await api.call(ledgers.create, { body: { name: 'Tax of Sam', kind: 'personal', currency: 'USD' } });
  await page.goto(`/tax-management?ledger=${ledger.id}&year=2025`);
  await page.getByRole('button', { name: 'Create profile' }).click();
  const profile = page.getByRole('dialog', { name: 'New tax profile' });
  await profile.getByLabel('Name').fill('Sam');
  await profile.getByRole('button', { name: 'Create profile' }).click();
  await expect(page.getByText('Federal tax 2025')).toBeVisible();

  await page.getByRole('button', { name: 'Income and deductions' }).click();
  const enter = async (line: string, amount: string) => {
    await page.getByRole('button', { name: 'Add amount' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add 2025 amount' });
    await dialog.getByLabel('Line').selectOption({ label: line });
    await dialog.getByLabel('Amount in US dollars').fill(amount);
    await dialog.getByRole('button', { name: 'Add amount' }).click();
    await expect(page.getByText(`${line} added`).first()).toBeVisible();
  };
  await enter('Business income', '120000');
  await enter('Business expenses', '20000');

  await page.getByRole('button', { name: 'Payments' }).click();
  await expect(page.getByText(/90% of this year’s tax. With last year’s tax entered it may be less/)).toBeVisible();
  await page.getByRole('button', { name: 'Last year’s tax' }).click();
  const year = page.getByRole('dialog', { name: 'Circumstances for 2025' });
  await year.getByLabel('2024 total tax').fill('8000');
  await year.getByLabel('2024 adjusted gross income').fill('60000');
  await year.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/No penalty if .*8,000.00 .* all of last year’s tax \(100%\)/)).toBeVisible();
  await expect(page.getByText(/Short by .*2,000.00/)).toBeVisible();

  await page.goto(`/tax-optimization?ledger=${ledger.id}&year=2025`);
  await page.getByRole('button', { name: 'New scenario' }).click();
  const scenario = page.getByRole('dialog', { name: 'New 2025 scenario' });
  await scenario.getByLabel('Name').fill('SEP');
  await scenario.getByLabel('Add step').selectOption({ label: 'Contribution' });
  await scenario.getByLabel('Account').selectOption({ label: 'SEP IRA' });
  await scenario.getByLabel('Amount').fill('10000');
  await scenario.getByRole('button', { name: 'Calculate' }).click();
  await expect(scenario.getByText(/^Saves .*\d/)).toBeVisible();
  await scenario.getByRole('button', { name: 'Save scenario' }).click();
  await expect(page.getByRole('heading', { name: 'SEP' })).toBeVisible();
  await expect(page.getByText(/10,000.00 into a SEP IRA/)).toBeVisible();
});

test('a valuation is started from the books and edited @long', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const ledger = await api.call(ledgers.create, { body: { name: 'Works of Sam', kind: 'business', currency: 'USD' } });
  await page.goto(`/business-valuation?ledger=${ledger.id}`);
  await page.getByRole('button', { name: 'New valuation' }).first().click();
  await page.getByRole('dialog', { name: 'New valuation' }).getByRole('button', { name: 'Create valuation' }).click();
  await page.getByRole('button', { name: 'Inputs' }).click();
  await page.getByRole('button', { name: 'Edit assets and debts' }).click();
  const assets = page.getByRole('dialog', { name: 'Assets and debts' });
  await assets.getByRole('button', { name: 'Add item' }).click();
  await assets.getByLabel('Description').fill('Van');
  await assets.getByLabel('Book value').fill('12000');
  await assets.getByLabel(/Weight/).fill('100');
  await assets.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved as version 2').first()).toBeVisible();
  await page.getByRole('button', { name: 'Value', exact: true }).click();
  await expect(page.getByRole('link', { name: '$12,000' })).toBeVisible();
});
