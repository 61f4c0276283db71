import { activities } from '../src/domains/crm/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/models.ts';
import { expect } from './support/test.ts';

test.describe('Ask', () => {
  test('answers with a citation, creates a task that is undone, and can be stopped [S1.2]', async ({
    page,
    signIn,
    models,
  }) => {
    const api = await signIn('admin');
    await page.goto('/contacts');
    await page.getByRole('button', { name: /^Help(,|$)/ }).click();
    const panel = page.getByRole('dialog', { name: 'Help' });
    const ask = async (text: string) => {
      await panel.getByLabel('Your question').fill(text);
      await panel.getByLabel('Your question').press('Enter');
    };

    models.replies = [
      { calls: [{ name: 'search_manual', arguments: { q: 'undo an import' } }] },
      { text: ['Open the import ', 'and press **Revert** [1].'] },
    ];
    await ask('How do I undo an import?');
    await expect(panel.getByText('Open the import and press Revert')).toBeVisible();
    await panel.getByRole('button', { name: 'Steps' }).click();
    await expect(
      panel.getByRole('region', { name: 'Steps' }).getByText('search_manual', { exact: true }),
    ).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('link', { name: /^Source 1: Importing contacts/ }).click();
    await expect(page).toHaveURL(/\/documentation\?page=importing-contacts/);

    models.replies = [
      { calls: [{ name: 'create_task', arguments: { subject: 'Call the printer', day: '2031-03-07' } }] },
      { text: 'I have prepared a task.' },
    ];
    await ask('Remind me to call the printer');
    const proposal = panel.getByTestId('proposal');
    await expect(proposal.getByText('Call the printer')).toBeVisible();
    await expect(proposal.getByText('Mar 7, 2031').or(proposal.getByText('7 Mar 2031'))).toBeVisible();
    const tasks = async () => (await api.call(activities.list, { query: { search: 'Call the printer' } })).items;
    expect(await tasks()).toEqual([]);
    // A link that is half below the pinned header would count as too small a target.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);
    await proposal.getByRole('button', { name: 'Create task' }).click();
    await expect(proposal.getByRole('link', { name: 'Call the printer' })).toBeVisible();
    expect(await tasks()).toMatchObject([{ type: 'task', day: '2031-03-07' }]);
    await proposal.getByRole('button', { name: 'Undo' }).click();
    await expect(proposal.getByText('Undone.')).toBeVisible();
    expect(await tasks()).toEqual([]);

    models.replies = [{ text: 'Let me think', hang: true }];
    const left = models.clientLeft();
    await ask('Tell me everything');
    await expect(panel.getByText('Let me think')).toBeVisible();
    await panel.getByRole('button', { name: 'Stop' }).click();
    await expect(panel.getByText('Stopped.')).toBeVisible();
    await left;

    // It is kept, also over a reload.
    await page.reload();
    await page.getByRole('button', { name: /^Help(,|$)/ }).click();
    await panel.getByRole('button', { name: 'Earlier conversations' }).click();
    await panel.getByTestId('row').filter({ hasText: 'How do I undo an import?' }).first().click();
    await expect(panel.getByText('Open the import and press Revert')).toBeVisible();
    await expect(panel.getByText('Undone.')).toBeVisible();
  });

  test('shows models, prices, usage, and tries a prompt side by side', async ({ page, signIn, models }) => {
    await signIn('admin');
    await page.goto('/model-config');
    const answer = page.getByTestId('row').filter({ hasText: 'Questions in the panel' });
    await answer.getByRole('button', { name: 'Choose models' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose models for Answer' });
    await dialog.getByRole('button', { name: 'Add model' }).click();
    await dialog.getByLabel('Model 1', { exact: true }).fill('test-large');
    await dialog.getByRole('button', { name: 'Save models' }).click();
    await expect(answer.getByText('test-large')).toBeVisible();
    await page.getByRole('button', { name: 'Add price' }).click();
    const price = page.getByRole('dialog', { name: 'Add price' });
    await price.getByLabel('Model', { exact: true }).fill('test-*');
    await price.getByLabel('Input', { exact: true }).fill('2');
    await price.getByLabel('Output').fill('10');
    await price.getByRole('button', { name: 'Add price' }).click();
    await expect(page.getByRole('cell', { name: 'test-*', exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Try a prompt' }).click();
    models.replies = [{ text: 'First answer' }, { text: 'Second answer' }];
    await page.getByLabel('Prompt', { exact: true }).fill('Say something');
    await page.getByLabel('Model 1', { exact: true }).fill('test-small');
    await page.getByRole('button', { name: 'Add model' }).click();
    await page.getByLabel('Model 2', { exact: true }).fill('test-large');
    await page.getByRole('button', { name: 'Try prompt' }).click();
    await expect(page.getByRole('list', { name: 'Answers' }).getByText('Second answer')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Usage' }).click();
    await expect(page.getByRole('region', { name: 'By model' }).getByText('test-large')).toBeVisible();
    await expectAccessible(page);
  });
});
