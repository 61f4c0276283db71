import { support } from '../src/domains/support/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { account, expect, test } from './support/test.ts';

const help = { name: /^Help/ };

test.describe('help', () => {
  test('answers from the manual, says when it does not know, and passes to a person who answers live [S1.2]', async ({
    page,
    browser,
    server,
    signIn,
  }) => {
    await signIn('client');
    await page.goto('/contacts');
    await page.getByRole('button', { name: /^Help(,|$)/ }).click();
    const panel = page.getByRole('dialog', { name: 'Help' });
    await expect(panel.getByText('About “Contacts”')).toBeVisible();
    const question = panel.getByLabel('Your question');
    await expect(question).toBeFocused();
    await question.fill('how do I undo an import?');
    await question.press('Enter');
    await expect(panel.getByRole('heading', { name: 'Undo an import' })).toBeVisible();
    await expect(panel.getByRole('blockquote')).toContainText('Undo import');
    await panel.getByRole('button', { name: /^Read the whole passage/ }).click();
    await expect(panel.locator('strong', { hasText: 'Undo import' })).toBeVisible();
    await expect(panel.getByRole('link', { name: 'Custom fields' })).toHaveAttribute('href', '/record-fields');
    // Links to administrators' pages are plain text for everybody else.
    await question.fill('how do I build a workflow?');
    await question.press('Enter');
    await panel.getByRole('button', { name: 'Read the whole passage “Build a workflow”' }).click();
    await expect(panel.getByText('or use the keyboard')).toBeVisible();
    await expect(panel.getByRole('link', { name: 'keyboard' })).toHaveCount(0);

    await question.fill('how do I bake bread?');
    await question.press('Enter');
    await expect(panel.getByText('Neither the manual nor the knowledge base answers this.')).toBeVisible();
    await panel.getByRole('button', { name: 'Ask a person', exact: true }).click();
    await expect(panel.getByLabel('Your message')).toHaveValue('how do I bake bread?');
    await panel.getByLabel('Your message').press('Enter');
    const mine = panel.getByRole('log', { name: 'Messages' });
    await expect(mine.getByText('how do I bake bread?')).toBeVisible();

    const team = await (await browser.newContext({ baseURL: server.url })).newPage();
    await signIn('admin', team);
    await team.goto('/dashboard');
    await team.getByRole('button', { name: /^Help, \d+ new/ }).click();
    const inbox = team.getByRole('dialog', { name: 'Help' });
    await inbox.getByRole('button', { name: /^Inbox/ }).click();
    await inbox.getByTestId('row').filter({ hasText: 'bake bread' }).click();
    await expect(inbox.getByText('Asked the manual: “how do I bake bread?”')).toBeVisible();
    await inbox.getByRole('button', { name: 'Prepared answers' }).click();
    await team.getByRole('menuitem', { name: 'Ask for an example' }).click();
    await expect(inbox.getByLabel('Your message')).toHaveValue(/^Thank you for telling us/);
    await inbox.getByLabel('Your message').fill('Not yet: by card or bank transfer.');
    await inbox.getByLabel('Your message').press('Enter');

    await expect(mine.getByText('Not yet: by card or bank transfer.')).toBeVisible();
    await expect(panel.getByText(`${account('admin').name} answers`)).toBeVisible();
    // The person sees it, which marks it as read.
    await expect(inbox.getByText(/· read$/)).toBeVisible();
    await inbox.getByRole('button', { name: 'Close conversation' }).click();
    await expect(mine.getByText(`${account('admin').name} closed the conversation`)).toBeVisible();
    await team.context().close();
  });

  test("opens and closes by keyboard, keeps typed text, and opens a notification's subject @long", async ({
    page,
    signIn,
  }) => {
    const api = await signIn('staff');
    await page.goto('/dashboard');
    await expect(page.getByRole('button', help)).toBeVisible();
    const panel = page.getByRole('dialog', { name: 'Help' });
    // The second key counts for a second, which a busy machine may take.
    await expect(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('h');
      await expect(panel).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await panel.getByLabel('Your question').fill('half a quest');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page.getByRole('button', help)).toBeFocused();
    await page.reload();
    await page.getByRole('button', help).click();
    await expect(panel.getByLabel('Your question')).toHaveValue('half a quest');

    const { items } = await api.call(support.list);
    await page.goto(`/contacts?support=${items[0]!.id}`);
    await expect(panel.getByRole('heading', { name: items[0]!.subject.slice(0, 40) })).toBeVisible();
    await expect(page).toHaveURL('/contacts');
  });

  test('is accessible in both themes, wide and narrow @long', async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/settings');
    await page.getByRole('button', help).click();
    const panel = page.getByRole('dialog', { name: 'Help' });
    await panel.getByLabel('Your question').fill('dark theme');
    await panel.getByLabel('Your question').press('Enter');
    await expect(panel.getByRole('blockquote').first()).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('button', { name: /^Inbox/ }).click();
    await panel.getByTestId('row').first().click();
    await expect(panel.getByRole('log', { name: 'Messages' })).toBeVisible();
    await expectAccessible(page);
  });
});
