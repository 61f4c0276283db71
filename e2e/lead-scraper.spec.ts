import { createServer } from 'node:http';
import { leads } from '../src/domains/crm/contract.ts';
import { expectAccessibleNow } from './support/axe.ts';
import { ownModelPort } from './support/model-port.ts';
import { expect, test } from './support/test.ts';

const PAGES: Readonly<Record<string, string>> = {
  '/': '<title>Quarry Dental</title><a href="/team">Team</a> <a href="/private">Private</a>',
  '/team':
    '<title>Team</title><main><div><h3>Greta Quarry</h3><p>Owner</p><a href="mailto:greta@quarry-dental.example">Email</a></div><div><h3>Ian Moss</h3><p>Hygienist</p><a href="tel:+14155550132">Call</a></div></main>',
  '/private': '<a href="mailto:hidden@quarry-dental.example">x</a>',
};

test('a site is crawled, a candidate is submitted, approved, and becomes a lead', async ({ page, signIn }) => {
  const site = createServer((request, response) => {
    const body = request.url === '/robots.txt' ? 'User-agent: *\nDisallow: /private' : PAGES[request.url!];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
  });
  await new Promise<void>((done) => site.listen(ownModelPort(), '127.0.0.1', done));
  try {
    const staff = await signIn('staff');
    await staff.call(leads.create, {
      body: { firstName: 'Ian', lastName: 'Moss', phone: '+14155550132', title: 'Assistant' },
    });
    await page.goto('/lead-scraper');
    await page.getByRole('button', { name: 'New crawl' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Find businesses' }).click();
    await expect(dialog.getByText('No places service is connected.')).toBeVisible();
    await dialog.getByLabel('Name').fill('Quarry');
    await dialog.getByRole('textbox', { name: 'Websites' }).fill(`http://127.0.0.1:${ownModelPort()}/\nnonsense`);
    await dialog.getByRole('button', { name: 'Check sites' }).click();

    await expect(page.getByText('1 of 1 site may be crawled.')).toBeVisible();
    await expect(page.getByText('1 line left out')).toBeVisible();
    await expect(page.getByText('Partly allowed')).toBeVisible();
    await page.getByRole('button', { name: 'Start crawl' }).click();
    await expect(page.getByText('Finished')).toBeVisible();
    await page.reload();
    const row = page.getByTestId('row').filter({ hasText: 'Greta Quarry' });
    await expect(row).toContainText('greta@quarry-dental.example');
    await expectAccessibleNow(page);

    await row.getByRole('button', { name: 'Greta Quarry' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('Decision-maker')).toBeVisible();
    await expect(sheet.getByRole('link', { name: /\/team$/ }).first()).toBeVisible();
    await expectAccessibleNow(page);
    await sheet.getByRole('button', { name: 'Submit for approval' }).click();
    await expect(sheet.getByText('Waiting for approval')).toBeVisible();

    await page.keyboard.press('Escape');
    await page.getByTestId('row').filter({ hasText: 'Ian Moss' }).getByRole('button', { name: 'Ian Moss' }).click();
    await page.getByRole('button', { name: 'Merge into Ian Moss' }).first().click();
    const merge = page.getByRole('dialog', { name: 'Merge into Ian Moss' });
    await merge.getByRole('radio', { name: /Hygienist/ }).check();
    await expectAccessibleNow(page);
    await merge.getByRole('button', { name: 'Merge into lead' }).click();
    await expect(merge).toBeHidden();
    await expect(page.getByRole('dialog').getByText('Merged', { exact: true })).toBeVisible();
    await page.getByRole('dialog').getByRole('link', { name: 'Open lead' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ian Moss' })).toBeVisible();
    await expect(page.getByText('Hygienist').first()).toBeVisible();

    await page.goto('/lead-approval');
    await page.getByTestId('row').filter({ hasText: 'Greta Quarry' }).getByRole('button').click();
    const record = page.getByTestId('record');
    await expect(record.getByRole('heading', { level: 2, name: /Greta Quarry/ })).toBeVisible();
    await record.getByRole('button', { name: 'Approve' }).click();
    await expect(record.getByRole('heading', { level: 2, name: /Greta Quarry/ })).toBeHidden();
    await page.goto('/leads?q=Greta+Quarry');
    await expect(page.getByTestId('row').filter({ hasText: 'Greta Quarry' }).first()).toBeVisible();
  } finally {
    site.close();
  }
});
