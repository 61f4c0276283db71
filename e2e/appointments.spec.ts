import { expectAccessibleNow } from './support/axe.ts';
import { ownSurname } from './support/contacts.ts';
import { readForm } from './support/public-pages.ts';
import { booking } from '../src/domains/booking/contract.ts';
import { account, expect, test } from './support/test.ts';

test('a type and a routing form are set up, a visitor books on a phone without a script, moves and cancels by link', async ({
  page,
  signIn,
  browser,
}) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  const name = `Consultation ${surname}`;

  await page.goto('/appointment-funnel?view=hours');
  await page.getByRole('checkbox', { name: 'Saturday' }).check();
  await page.getByLabel('Saturday, until 1').fill('13:00');
  await page.getByRole('button', { name: 'Add day' }).click();
  await page.getByLabel('Day 1', { exact: true }).fill('2099-12-24');
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('Hours saved')).toBeVisible();
  await expectAccessibleNow(page);
  const hours = await api.call(booking.hours);
  expect(hours.weekly.sat).toEqual([['09:00', '13:00']]);
  expect(hours.overrides).toEqual({ '2099-12-24': [] });

  await page.getByRole('button', { name: 'New booking type' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await expect(dialog.getByLabel('Address')).toHaveValue(`consultation-${surname.toLowerCase()}`);
  await dialog.getByRole('checkbox', { name: account('staff').name }).check();
  await dialog.getByLabel('Days ahead').fill('60');
  await dialog.getByRole('button', { name: 'Add question' }).click();
  await dialog.getByLabel('Question 1', { exact: true }).fill('What is it about?');
  await dialog.getByRole('checkbox', { name: 'Required' }).check();
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Save booking type' }).click();
  const card = page.getByTestId('type').filter({ hasText: name });
  await expect(card.getByRole('link', { name: 'Open page' })).toBeVisible();
  await card.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Check times' }).click();
  await expect(dialog.getByText(/^Hours: |^No hours on this day/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'New routing form' }).click();
  await dialog.getByLabel('Title').fill(`Talk to ${surname}`);
  await dialog.getByLabel('Question 1', { exact: true }).fill('What do you need?');
  await dialog.getByLabel('Choices of question 1').fill('A website\nA job');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await dialog.getByRole('group', { name: 'Rule 1' }).getByLabel('What do you need?').selectOption('A website');
  await dialog.getByLabel('Rule 1 leads to').selectOption({ label: `Book: ${name}` });
  await dialog.getByLabel('Everyone else goes to', { exact: true }).selectOption({ label: 'Show a message' });
  await dialog.getByLabel('Message, Everyone else goes to').fill('Write to our team.');
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Save routing form' }).click();
  const route = page.getByTestId('route').filter({ hasText: surname });
  const link = await route.getByRole('link', { name: 'Open form' }).getAttribute('href');

  const phone = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const visitor = await phone.newPage();
  await visitor.goto(link!);
  await visitor.getByLabel('What do you need?').selectOption('A job');
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByRole('status')).toHaveText('Write to our team.');
  await visitor.getByRole('link', { name: 'Change your answers' }).click();
  await visitor.getByLabel('What do you need?').selectOption('A website');
  await visitor.getByRole('button', { name: 'Continue' }).click();
  // The next month: late in this one there are few times, or one passes while the visitor types.
  await visitor.getByRole('link', { name: /^Next/ }).click();
  await visitor.locator('.times').getByRole('button').first().click();
  await expect(visitor.getByText(/^Held for you until/)).toBeVisible();
  await visitor.getByLabel('Name', { exact: true }).fill(`Vera ${surname}`);
  await visitor.getByLabel('Email').fill(`vera.${surname.toLowerCase()}@guests.example`);
  await visitor.getByLabel('What is it about?').fill('A new website');
  await readForm();
  await visitor.getByRole('button', { name: 'Book appointment' }).click();
  await expect(visitor.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible();

  await page.goto('/appointment-funnel');
  const row = page.getByTestId('booking').filter({ hasText: `Vera ${surname}` });
  await row.getByRole('button').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('A new website')).toBeVisible();
  await expect(sheet.getByText('A website', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Open activity' })).toBeVisible();
  await expectAccessibleNow(page);
  await sheet.getByRole('link', { name: 'Open lead' }).click();
  await expect(page.getByRole('heading', { name: `Vera ${surname}` })).toBeVisible();

  await visitor.getByRole('link', { name: 'Reschedule' }).click();
  await visitor.getByRole('link', { name: /^Next/ }).click();
  await visitor.locator('.times').getByRole('link').nth(2).click();
  await visitor.getByLabel('Reason').fill('A meeting came up');
  await visitor.getByRole('button', { name: 'Move appointment' }).click();
  await expect(visitor.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible();
  await page.goto('/appointment-funnel');
  await row.getByRole('button').click();
  await expect(sheet.getByText('A meeting came up')).toBeVisible();

  await visitor.getByRole('link', { name: 'Cancel' }).click();
  await visitor.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(visitor.getByRole('heading', { name: 'This appointment is canceled' })).toBeVisible();
  await phone.close();
  await page.goto('/appointment-funnel?tab=canceled');
  await expect(row).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleNow(page);
});
