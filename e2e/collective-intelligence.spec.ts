import { expectAccessible } from './support/axe.ts';
import { test } from './support/models.ts';
import { expect } from './support/test.ts';

test('benchmarks are measured, and a council answers, ranks, and concludes', async ({ page, signIn, models }) => {
  await signIn('admin');
  await page.goto('/collective-intelligence');
  await page.getByRole('button', { name: 'Measure benchmarks' }).click();
  await expect(page.getByTestId('benchmark').first()).toContainText('of at least 5 clients have enough cases', {
    timeout: 60_000,
  });
  await expectAccessible(page);

  models.replies = Array.from({ length: 10 }, () => ({ body }: { body: Record<string, unknown> }) => {
    const asked = JSON.stringify(body['messages']);
    if (asked.includes('You chair a council'))
      return { text: '{"text":"Raise prices in spring.","agreement":[],"dissent":[{"letter":"A","text":"Wait."}]}' };
    if (asked.includes('Rank the answers')) return { text: '{"ranking":["B","A"],"reason":"It is complete."}' };
    return { text: `I am ${String(body['model'])}.` };
  });
  await page.getByRole('tab', { name: 'Council' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('Should we raise prices?');
  await page.getByRole('combobox', { name: 'Model 2' }).fill('test-large');
  await page.getByRole('button', { name: 'Ask council' }).click();
  await expect(page.getByText('Raise prices in spring.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Answer A: Wait.')).toBeVisible();
  await page.reload();
  await expect(page.getByTestId('answer').first()).toContainText('I am test-large.');
  await expectAccessible(page);
});
