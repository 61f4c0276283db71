import { createServer } from 'node:http';
import { expectAccessibleNow } from './support/axe.ts';
import { ownModelPort } from './support/model-port.ts';
import { expect, test } from './support/test.ts';

const item = (n: number, author: string, text: string) =>
  `<item><title>Topic ${n}</title><link>http://127.0.0.1/t/${n}</link><guid isPermaLink="false">${n}</guid><author>${author}</author>
    <description>${text}</description><pubDate>${new Date(Date.now() - n * 3_600_000).toUTCString()}</pubDate></item>`;
const FEED = `<rss version="2.0"><channel><title>Quarry Town Talk</title>
  ${item(1, 'gretaquarry', 'Can anyone recommend a roofer in Quarry?')}
  ${item(2, 'moss', 'Roofer never showed up. Worst week.')}
  ${item(3, 'jobsite', 'Now hiring: roofer, full-time position, apply today.')}
  ${item(4, 'lunch', 'The diner is open again.')}
  ${item(5, 'pat', 'Need a roofer before winter, any tips?')}</channel></rss>`;

test('a watch finds posts, which become a lead, a reply, and leave the inbox by keyboard', async ({ page, signIn }) => {
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(FEED);
  });
  await new Promise<void>((done) => site.listen(ownModelPort(), '127.0.0.1', done));
  try {
    await signIn('staff');
    await page.goto('/social-media-scanner');
    await page.getByRole('button', { name: 'New watch' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Quarry roofers');
    await dialog.getByLabel('Query').fill('roofer AND (quarry');
    await expect(dialog.getByText('Position 12: This parenthesis is never closed.')).toBeVisible();
    await dialog.getByLabel('Query').fill('roofer');
    await dialog.getByRole('textbox', { name: 'Feeds' }).fill(`http://127.0.0.1:${ownModelPort()}/feed`);
    await dialog.getByRole('checkbox', { name: 'Hacker News' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Bluesky' }).uncheck();
    await dialog.getByRole('button', { name: 'Create watch' }).click();

    const rows = page.getByTestId('row');
    const record = page.getByTestId('record');
    await expect(rows).toHaveCount(4);
    await expect(record.getByRole('heading', { level: 2, name: 'Topic 1' })).toBeVisible();
    await expect(record.locator('mark').filter({ hasText: 'Can anyone recommend' })).toBeVisible();
    await expect(record.getByText('Asks for recommendations')).toBeVisible();
    await expectAccessibleNow(page);

    await page.keyboard.press('l');
    await expect(page.getByText('Lead created', { exact: true }).first()).toBeVisible();
    await expect(rows).toHaveCount(3);
    await expect(record.getByRole('heading', { level: 2, name: 'Topic 2' })).toBeVisible();
    await page.keyboard.press('j');
    await expect(record.getByRole('heading', { level: 2, name: 'Topic 3' })).toBeVisible();
    await page.keyboard.press('e');
    await expect(rows).toHaveCount(2);
    await expect(record.getByRole('heading', { level: 2, name: 'Topic 5' })).toBeVisible();
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByLabel('Reply').fill('We could come by on Monday.');
    await page.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click();
    await expect(rows).toHaveCount(1);
    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: 'Tomorrow at 9:00' }).click();
    await expect(page.getByText('Your inbox is empty')).toBeVisible();

    await page.goto('/lead-approval?tab=outgoing');
    await page.getByTestId('row').filter({ hasText: 'Reply to pat' }).getByRole('button').click();
    await record.getByRole('button', { name: 'Approve' }).click();
    await expect(record.getByRole('heading', { level: 2, name: /Reply to pat/ })).toBeHidden();
    await page.goto('/social-media-scanner?view=replies');
    await page.getByTestId('row').filter({ hasText: 'Topic 5' }).getByRole('button').click();
    await expect(record.getByRole('button', { name: 'Copy reply' })).toBeVisible();
    await record.getByRole('button', { name: 'Mark as posted' }).click();
    await expect(record.getByRole('heading', { level: 3, name: 'Reply posted' })).toBeVisible();

    await page.goto('/leads?q=gretaquarry');
    await expect(page.getByTestId('row').filter({ hasText: 'gretaquarry' }).first()).toContainText(
      'Social media scanner',
    );
  } finally {
    site.close();
  }
});
