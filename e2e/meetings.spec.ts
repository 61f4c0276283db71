import { connections } from '../src/domains/connections/contract.ts';
import { silentWav } from '../src/server/providers/speech/silence.ts';
import { startTestSpeechServer } from '../src/testing/speech-server.ts';
import { expectAccessible } from './support/axe.ts';
import { modelPort } from './support/model-port.ts';
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

test('a recording is transcribed by the connected service and plays beside its transcript', async ({ page, signIn }, {
  parallelIndex,
}) => {
  const speech = await startTestSpeechServer(modelPort(parallelIndex));
  const admin = await signIn('admin');
  await page.goto('/ai-meeting-assistant');
  await page.getByRole('button', { name: 'Upload recording' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload recording' });
  await expect(dialog.getByText('No speech service is connected')).toBeVisible();
  const { id } = await admin.call(connections.create, {
    body: {
      port: 'speech',
      provider: 'openai-compatible',
      name: 'Whisper',
      settings: { baseUrl: speech.baseUrl, model: 'whisper-1' },
      installation: true,
    },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Upload recording' }).click();
  speech.replies = [
    { status: 400, message: 'The audio is too short' },
    {
      segments: [
        { start: 0, end: 2, text: 'The vineyard tour begins at noon.' },
        { start: 6, end: 9, text: 'We decided to add a second tour.' },
      ],
    },
  ];
  await dialog
    .getByLabel('Recording')
    .setInputFiles({ name: 'Vineyard call.wav', mimeType: 'audio/wav', buffer: silentWav(10) });
  await expect(dialog.getByLabel('Title')).toHaveValue('Vineyard call');
  await dialog.getByRole('button', { name: 'Upload and transcribe' }).click();
  const recording = page.getByTestId('recording');
  await expect(recording).toContainText('The speech service answered: The audio is too short');
  await expectAccessible(page);
  await recording.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Vineyard call', exact: true }).click();
  const second = page.getByTestId('segment').filter({ hasText: 'second tour' });
  await second.getByRole('button', { name: 'Play from 0:06' }).click();
  await expect(second).toHaveAttribute('data-playing', 'true');
  await expectAccessible(page);
  await admin.call(connections.remove, { params: { id } });
  await speech.close();
});
