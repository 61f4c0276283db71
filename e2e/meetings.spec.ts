import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const TRANSCRIPT = `WEBVTT

00:00:01.000 --> 00:00:06.000
<v Priya Nair>The orchard website is the main point today. The orchard website needs new photos.

00:00:06.500 --> 00:00:09.000
<v Priya Nair>I'll book the orchard photographer by Friday.

00:00:10.000 --> 00:00:12.000
<v Leo Marsh>We decided to launch the orchard website in May.
`;

test('a transcript becomes a summary and a task, is found by its words, and is shared', async ({
  page,
  signIn,
  browser,
}) => {
  await signIn('staff');
  await page.goto('/ai-meeting-assistant');
  await page.getByRole('button', { name: 'Add meeting' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add meeting' });
  await dialog
    .getByLabel('Transcript file')
    .setInputFiles({ name: 'Orchard weekly.vtt', mimeType: 'text/vtt', buffer: Buffer.from(TRANSCRIPT) });
  await expect(dialog.getByLabel('Title')).toHaveValue('Orchard weekly');
  await dialog.getByRole('button', { name: 'Add meeting' }).click();

  await expect(page.getByRole('heading', { name: 'Orchard weekly' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Create task: I'll book/ }).click();
  await page.getByLabel('Task', { exact: true }).fill('Book the orchard photographer');
  await page.getByRole('button', { name: 'Create task', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Task created' })).toBeVisible();
  await page.getByRole('button', { name: /^Keep: We decided/ }).click();
  await expect(page.getByText('Kept', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Share by a link…' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await visitor.goto(link);
  await expect(visitor.getByText('We decided to launch the orchard website in May.').last()).toBeVisible();
  await visitor.context().close();
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(page.getByRole('link', { name: 'Task created' })).toBeVisible();
  await page.getByRole('button', { name: 'All meetings' }).click();
  await page.getByLabel('Search meetings').fill('photographer');
  await expect(page.getByTestId('meeting')).toHaveCount(1);
  await expect(page.getByTestId('meeting')).toContainText("I'll book the orchard photographer by Friday.");
  await page.goto('/meeting-team-dashboard');
  await expect(page.getByRole('heading', { name: 'Meeting team dashboard' })).toBeVisible();
  await expectAccessible(page);
});
