import type { Locator, Page } from '@playwright/test';
import { expectAccessibleNow } from './support/axe.ts';
import { ownSurname } from './support/contacts.ts';
import { readForm } from './support/public-pages.ts';
import { expect, test } from './support/test.ts';

/** Visits are written once a second: figures that were read earlier are read again. */
const shows = (page: Page, row: Locator, figure: string) =>
  expect(async () => {
    if (!(await row.filter({ hasText: figure }).isVisible())) await page.reload();
    await expect(row).toContainText(figure, { timeout: 3_000 });
  }).toPass();

test('a funnel is built from a template, published, and turns a visitor of a campaign into a lead', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn('staff');
  const surname = ownSurname();
  const name = `Review for ${surname}`;
  await page.goto('/funnel-builder');
  await page.getByRole('button', { name: 'New funnel' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Consultant/).click();
  await dialog.getByLabel('Name').fill(name);
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Create funnel' }).click();

  // The headline is changed in place and saved by itself; undo brings the former one back.
  const headline = page.getByRole('group', { name: /^Hero, block 1/ }).locator('h1');
  await expect(headline).toHaveText('Find the one bottleneck that holds your business back');
  await headline.fill('More profit by summer');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(headline).toHaveText('Find the one bottleneck that holds your business back');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(headline).toHaveText('More profit by summer');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expectAccessibleNow(page);
  await page.reload();
  await expect(headline).toHaveText('More profit by summer');

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByRole('button', { name: 'Publish funnel' }).click();
  await expect(dialog.getByText('Version 1 is live')).toBeVisible();
  const address = (await dialog.getByRole('link', { name: 'Open page' }).getAttribute('href'))!;
  await page.keyboard.press('Escape');

  // A visitor without scripts comes from a campaign.
  const visitor = await browser.newContext({ javaScriptEnabled: false });
  const site = await visitor.newPage();
  await site.goto(`${address}?utm_source=newsletter&utm_campaign=summer`);
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('More profit by summer');
  await expect(site.getByLabel('What is it?')).toBeHidden();
  await site.getByLabel('First name').fill('Ada');
  await site.getByLabel('Last name').fill(surname);
  await site.getByRole('textbox', { name: 'Email' }).fill(`ada@${surname.toLowerCase()}.example`);
  await site.getByLabel('5–20').check();
  await site.getByLabel('Something else').check();
  await expect(site.getByLabel('What is it?')).toBeVisible();
  await site.getByLabel('What is it?').fill('A second shop');
  await site.getByLabel(/^I agree to be contacted/).check();
  await readForm();
  await site.getByRole('button', { name: 'Ask for my review' }).click();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');
  await visitor.close();

  await page.getByRole('button', { name: 'Submissions' }).click();
  await page.getByRole('link', { name: `Ada ${surname}` }).click();
  await expect(page.getByText('newsletter')).toBeVisible();
  await expect(page.getByText('summer', { exact: true })).toBeVisible();
  await expect(page.getByText(name).first()).toBeVisible();

  await page.goBack();
  await page.getByRole('button', { name: 'Results' }).click();
  await shows(page, page.getByRole('row', { name: /Free review/ }), '100%');
  await expectAccessibleNow(page);
});

test('a step is split-tested, its form is broken into pages, and the versions say what changed', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn('staff');
  const surname = ownSurname();
  await page.goto('/funnel-builder');
  await page.getByRole('button', { name: 'New funnel' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Blank funnel/).click();
  await dialog.getByLabel('Name').fill(`Test for ${surname}`);
  await dialog.getByRole('button', { name: 'Create funnel' }).click();
  const saved = page.getByRole('status').filter({ hasText: 'Saved' });
  const publish = async () => {
    await expect(saved).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByRole('button', { name: 'Publish funnel' }).click();
    await expect(dialog.getByText(/Version \d is live/)).toBeVisible();
    const address = (await dialog.getByRole('link', { name: 'Open page' }).getAttribute('href'))!;
    await page.keyboard.press('Escape');
    return address;
  };
  await expect(page.getByRole('group', { name: /^Form, block 2/ })).toBeVisible();
  await publish();

  await page.getByRole('group', { name: /^Form, block 2/ }).click({ position: { x: 8, y: 8 } });
  const settings = page.getByRole('complementary', { name: 'Settings of the block' });
  await settings.getByText('Email *').click();
  await settings.getByLabel('Start a new page of the form here').last().check();
  await page.getByRole('button', { name: 'Start split test' }).click();
  await page.getByRole('button', { name: /^Variant B/ }).click();
  await page
    .getByRole('group', { name: /^Hero, block 1/ })
    .locator('h1')
    .fill('The bolder promise');
  const address = await publish();

  await page.getByRole('button', { name: 'Show versions' }).click();
  await dialog.getByRole('button', { name: 'Show changes' }).click();
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText('split test changed');
  await expectAccessibleNow(page);
  await page.keyboard.press('Escape');

  const visitor = await browser.newContext();
  const site = await visitor.newPage();
  await site.goto(address);
  const headline = await site.getByRole('heading', { level: 1 }).textContent();
  await site.getByLabel('First name').fill('Ada');
  await expect(site.getByRole('textbox', { name: 'Email' })).toHaveCount(0);
  await expectAccessibleNow(site, 'everything');
  await site.getByRole('button', { name: 'Next' }).click();
  await expect(site.getByText('2 of 2')).toBeVisible();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText(headline!);
  await expectAccessibleNow(site, 'everything');
  await site.getByRole('textbox', { name: 'Email' }).fill(`ada@${surname.toLowerCase()}.example`);
  await readForm();
  await site.getByRole('button', { name: 'Send' }).click();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Thank you');
  await visitor.close();

  await page.getByRole('button', { name: 'Results' }).click();
  const variant = headline === 'The bolder promise' ? /^Variant B/ : /^Variant A/;
  await shows(page, page.getByRole('row', { name: variant }), '100%');
  await expectAccessibleNow(page);
});
