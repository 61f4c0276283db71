import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { contacts, leadForms, leads, scoreRules } from '../src/domains/crm/contract.ts';
import { expectAccessible, expectAccessibleNow } from './support/axe.ts';
import { ownSurname } from './support/contacts.ts';
import { readForm } from './support/public-pages.ts';
import { expect, test } from './support/test.ts';

test('a lead is entered, scored, moved on the board, converted, and undone', async ({ signIn, page }) => {
  const admin = await signIn('admin');
  await admin.call(scoreRules.create, {
    body: {
      label: 'Knows looms',
      filter: { match: 'all', conditions: [{ field: 'about', op: 'contains', value: 'loom' }] },
      points: 45,
    },
  });
  const name = `Ada ${ownSurname()}`;
  await page.goto('/leads');
  await page.getByRole('button', { name: 'New lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'New lead' });
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Last name').fill(name.slice(4));
  await dialog.getByLabel('Company').fill('Engine Works');
  await dialog.getByLabel('Email').fill(`${name.slice(4)}@engines.example`);
  await dialog.getByLabel('About').fill('Wants a loom');
  await dialog.getByRole('button', { name: 'Create lead' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Board' }).click();
  await expect(page).toHaveURL(/as=board/);
  const fresh = page.getByRole('region', { name: 'New' }).getByTestId('row').filter({ hasText: name });
  await expect(fresh).toContainText('Hot');
  await fresh.getByRole('button', { name: `Move ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Working' }).click();
  const working = page.getByRole('region', { name: 'Working' }).getByTestId('row').filter({ hasText: name });
  await expect(working).toBeVisible();
  await working.dragTo(page.getByRole('region', { name: 'Qualified', exact: true }));
  await expect(
    page.getByRole('region', { name: 'Qualified', exact: true }).getByTestId('row').filter({ hasText: name }),
  ).toBeVisible();
  // The card moves at once; a message follows when the server has it, too.
  await expect(page.getByText(`${name} moved to qualified`).first()).toBeVisible();
  await page.getByRole('link', { name }).click();

  await expect(page.getByRole('region', { name: 'Score' })).toContainText('Knows looms');
  await page.getByRole('button', { name: 'Convert' }).click();
  const convert = page.getByRole('dialog', { name: `Convert ${name}` });
  await convert.getByLabel('Opportunity name').fill('Roof and battery');
  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await expect(convert.getByLabel('Opportunity name')).toHaveValue('Roof and battery');
  await convert.getByLabel('Amount').fill('12500');
  await convert.getByRole('button', { name: 'Convert' }).click();
  await expect(page).toHaveURL(/\/contacts\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.goBack();
  await expect(page.getByText('This lead was converted to')).toBeVisible();
  await page.getByRole('button', { name: 'Undo conversion' }).click();
  await expect(page.getByRole('button', { name: 'Convert' })).toBeEnabled();
  // The search also finds near matches.
  expect(
    (await admin.call(contacts.list, { query: { search: name } })).items.filter(({ lastName }) =>
      name.endsWith(lastName),
    ),
  ).toEqual([]);
});

test('a form on another site creates a lead', async ({ signIn, page }) => {
  const admin = await signIn('admin');
  const form = await admin.call(leadForms.create, {
    body: {
      name: `Ask ${ownSurname()}`,
      fields: [
        { name: 'lastName', label: 'Your name', required: true },
        { name: 'email', label: 'Your email', required: true },
      ],
      consentText: 'Call me.',
    },
  });
  await page.goto('/leads');
  const script = `${new URL(page.url()).origin}/api/public/forms/${form.key}/embed.js`;
  const site = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1><script src="${script}" async></script></main></html>`,
      ),
  );
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  try {
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    // It is styled on a bare page, and the site's rules override its styles.
    await expect(page.locator('.lead-form-field').first()).toHaveCSS('display', 'grid');
    await page.addStyleTag({ content: 'p { display: flow-root }' });
    await expect(page.locator('.lead-form-field').first()).toHaveCSS('display', 'flow-root');
    await page.getByLabel('Your name').fill('Visitor');
    await page.getByLabel('Your email').fill('visitor@example.com');
    await page.getByLabel('Call me.').check();
    await readForm();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Thank you.')).toBeVisible();
  } finally {
    site.close();
  }
  await expect
    .poll(async () => (await admin.call(leads.list, { query: { search: 'visitor@example.com' } })).items.length)
    .toBe(1);
});

test('board and record of leads are accessible in both themes, wide and narrow @long', async ({ signIn, page }) => {
  const admin = await signIn('admin');
  const lead = await admin.call(leads.create, {
    body: { firstName: 'Axe', lastName: 'Tester', email: `${ownSurname()}@example.com` },
  });
  await page.goto('/leads?as=board');
  await expect(page.getByTestId('row').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/leads/${lead.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Axe Tester' })).toBeVisible();
  await expectAccessibleNow(page);
});

test('rules and forms of leads are accessible @long', async ({ signIn, page }) => {
  await signIn('admin');
  for (const tab of ['score', 'assignment', 'forms']) {
    await page.goto(`/leads/settings?tab=${tab}`);
    await expect(page.getByTestId('row').first()).toBeVisible();
    await expectAccessibleNow(page);
  }
});

test('the table shows the leads, on a desktop and on a phone @long', async ({ page, signIn }) => {
  await signIn('staff');
  await page.goto('/leads');
  await expect(page.getByTestId('row').nth(5)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('list', { name: 'Leads' }).getByTestId('row').nth(3)).toBeVisible();
});
