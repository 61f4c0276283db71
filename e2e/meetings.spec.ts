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

test('a meeting is recorded in the browser over a lost connection; an interrupted upload goes on with the same file', async ({
  page,
  signIn,
  context,
  allowFaults,
}, { parallelIndex }) => {
  allowFaults(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const speech = await startTestSpeechServer(modelPort(parallelIndex));
  const admin = await signIn('admin');
  const { id } = await admin.call(connections.create, {
    body: {
      port: 'speech',
      provider: 'openai-compatible',
      name: 'Whisper',
      settings: { baseUrl: speech.baseUrl, model: 'whisper-1', maxMegabytes: 1 },
      installation: true,
    },
  });
  await page.goto('/ai-meeting-assistant');
  await page.getByRole('button', { name: 'Record meeting' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Beehive standup');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Start recording' }).click();
  await expect(dialog.getByText('Recording', { exact: true })).toBeVisible();
  const level = dialog.getByRole('meter', { name: 'Loudness' });
  await expect
    .poll(async () => Number(await level.getAttribute('aria-valuenow')), { timeout: 20_000 })
    .toBeGreaterThan(0);
  await expect(dialog.getByText(/recorded, all uploaded/)).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(true);
  await expect(dialog.getByText('The connection is gone.')).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(dialog.getByText('Paused', { exact: true })).toBeVisible();
  const paused = await dialog.getByTestId('recorded-time').textContent();
  await context.setOffline(false);
  await expect(dialog.getByText(/recorded, all uploaded/)).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByTestId('recorded-time')).toHaveText(paused!);
  await dialog.getByRole('button', { name: 'Resume' }).click();
  speech.replies = [{ segments: [{ start: 0, end: 2, text: 'The beehive gets a new roof.' }] }];
  await dialog.getByRole('button', { name: 'Stop and transcribe' }).click();
  await page.getByRole('button', { name: 'Beehive standup', exact: true }).click();
  await expect(page.getByText('The beehive gets a new roof.').first()).toBeVisible();
  expect(speech.requests.at(-1)!.file).toMatchObject({ name: 'recording.webm' });
  const length = () =>
    page
      .locator('audio, video')
      .first()
      .evaluate((player: HTMLMediaElement) => player.readyState);
  await expect.poll(length, { timeout: 20_000 }).toBeGreaterThan(0);

  // A reload ends a recording; what was recorded is kept, here and by the server.
  await page.goto('/ai-meeting-assistant');
  await page.getByRole('button', { name: 'Record meeting' }).click();
  await dialog.getByLabel('Title').fill('Wasp standup');
  await dialog.getByRole('button', { name: 'Start recording' }).click();
  await expect(dialog.getByText(/recorded, all uploaded/)).toBeVisible();
  page.on('dialog', (box) => void box.accept());
  await page.reload();
  const wasps = page.getByTestId('recording').filter({ hasText: 'Wasp standup' });
  await expect(wasps).toContainText('Not finished');
  await expectAccessible(page);
  speech.replies = [{ segments: [{ start: 0, end: 2, text: 'The wasps moved out.' }] }];
  await wasps.getByRole('button', { name: 'Transcribe what was recorded' }).click();
  await page.getByRole('button', { name: 'Wasp standup', exact: true }).click();
  await expect(page.getByText('The wasps moved out.').first()).toBeVisible();

  // A page that is closed in the middle of an upload leaves it behind.
  await page.goto('/ai-meeting-assistant');
  const file = { name: 'Long call.wav', mimeType: 'audio/wav', buffer: silentWav(1_500) };
  let parts = 0;
  await page.route('**/api/meetings/uploads/*/parts?*', (route) =>
    (parts += 1) > 1 ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Upload recording' }).click();
  await dialog.getByLabel('Recording').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Upload and transcribe' }).click();
  const row = page.getByTestId('recording').filter({ hasText: 'Long call' });
  await expect(row).toContainText('No connection. It goes on by itself.');
  await page.unroute('**/api/meetings/uploads/*/parts?*');
  await page.reload();
  await expect(row).toContainText('Interrupted at 66%');
  await expectAccessible(page);
  await row.getByLabel('File of Long call.wav').setInputFiles({ ...file, buffer: silentWav(3) });
  await expect(page.getByText('This is another file')).toBeVisible();
  speech.requests = [];
  speech.replies = Array.from({ length: 13 }, (_, n) => ({
    segments: [{ start: 0, end: 1, text: `Minute ${n} of the call.` }],
  }));
  await row.getByLabel('File of Long call.wav').setInputFiles(file);
  await page.getByRole('button', { name: 'Long call', exact: true }).click({ timeout: 30_000 });
  await expect(page.getByText('Minute 12 of the call.').first()).toBeVisible();
  expect(speech.requests).toHaveLength(13);
  await admin.call(connections.remove, { params: { id } });
  await speech.close();
});
