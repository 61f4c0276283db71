import type { Locator, Page } from '@playwright/test';
import { connections } from '../src/domains/connections/contract.ts';
import { silentWav } from '../src/server/providers/speech/silence.ts';
import { startTestSpeechServer, type TestSpeechServer } from '../src/testing/speech-server.ts';
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
  repeatEachIndex,
}) => {
  const title = `Vineyard call ${repeatEachIndex}`;
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
        { start: 6, end: 60, text: 'We decided to add a second tour.' },
      ],
    },
  ];
  await dialog
    .getByLabel('Recording')
    .setInputFiles({ name: `${title}.wav`, mimeType: 'audio/wav', buffer: silentWav(90) });
  await expect(dialog.getByLabel('Title')).toHaveValue(title);
  await dialog.getByRole('button', { name: 'Upload and transcribe' }).click();
  const recording = page.getByTestId('recording');
  await expect(recording).toContainText('The speech service answered: The audio is too short');
  await expectAccessible(page);
  await recording.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: title, exact: true }).click();
  const second = page.getByTestId('segment').filter({ hasText: 'second tour' });
  await second.getByRole('button', { name: 'Play from 0:06' }).click();
  await expect(second).toHaveAttribute('data-playing', 'true');
  await expectAccessible(page);
  await admin.call(connections.remove, { params: { id } });
  await speech.close();
});

/** Tests that need a connected speech service. Titles carry the repetition, so that `--repeat-each` works. */
const speechTest = test.extend<{ speech: TestSpeechServer; repetition: number }>({
  speech: async ({ signIn }, use, { parallelIndex }) => {
    const speech = await startTestSpeechServer(modelPort(parallelIndex));
    const admin = await signIn('admin');
    const { id } = await admin.call(connections.create, {
      body: {
        port: 'speech',
        provider: 'openai-compatible',
        name: 'Whisper',
        settings: { baseUrl: speech.baseUrl, model: 'whisper-1', maxMegabytes: 5 },
        installation: true,
      },
    });
    // The connection was tried when it was saved.
    speech.requests = [];
    await use(speech);
    await admin.call(connections.remove, { params: { id } });
    await speech.close();
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from this pattern.
  repetition: async ({}, use, { repeatEachIndex }) => use(repeatEachIndex),
});

/** What takes several steps of the recorder (a slice each 5 s), the network, and a job. */
const PATIENT = { timeout: 60_000 };

/** Starts a recording, and waits until its first sound is there. @returns the open dialog */
async function record(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Record meeting' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Start recording' }).click();
  await expect(dialog.getByText('Recording', { exact: true })).toBeVisible(PATIENT);
  await expect(dialog.getByText(/ recorded, /)).toBeVisible(PATIENT);
  return dialog;
}

/** Pauses, so that “all uploaded” stays true once it is reached: each new slice would end it. */
async function pauseUntilUploaded(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(dialog.getByText('Paused', { exact: true })).toBeVisible();
  await expect(dialog.getByText(/ recorded, all uploaded/)).toBeVisible(PATIENT);
}

speechTest(
  'a meeting is recorded in the browser over a lost connection, and plays',
  async ({ page, context, speech, repetition, allowFaults }) => {
    speechTest.setTimeout(240_000);
    // Whatever is on its way when the connection breaks or comes back.
    allowFaults(/net::ERR_/);
    const title = `Beehive standup ${repetition}`;
    await page.goto('/ai-meeting-assistant');
    const dialog = await record(page, title);
    const level = dialog.getByRole('meter', { name: 'Loudness' });
    await expect.poll(async () => Number(await level.getAttribute('aria-valuenow')), PATIENT).toBeGreaterThan(0);
    await expectAccessible(page);
    await context.setOffline(true);
    await expect(dialog.getByText('The connection is gone.')).toBeVisible(PATIENT);
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await expect(dialog.getByText('Paused', { exact: true })).toBeVisible();
    const paused = await dialog.getByTestId('recorded-time').textContent();
    await context.setOffline(false);
    await expect(dialog.getByText(/ recorded, all uploaded/)).toBeVisible(PATIENT);
    await expect(dialog.getByTestId('recorded-time')).toHaveText(paused!);
    await dialog.getByRole('button', { name: 'Resume' }).click();
    speech.replies = [{ segments: [{ start: 0, end: 2, text: 'The beehive gets a new roof.' }] }];
    await dialog.getByRole('button', { name: 'Stop and transcribe' }).click();
    await page.getByRole('button', { name: title, exact: true }).click();
    await expect(page.getByText('The beehive gets a new roof.').first()).toBeVisible(PATIENT);
    expect(speech.requests.at(-1)!.file).toMatchObject({ name: 'recording.webm' });
    const player = page.locator('audio, video').first();
    await expect.poll(() => player.evaluate((one: HTMLMediaElement) => one.readyState), PATIENT).toBeGreaterThan(0);
  },
);

speechTest(
  'a recording is ended by its tab alone, and what was recorded before a reload is transcribed',
  async ({ page, context, speech, repetition, allowFaults }) => {
    speechTest.setTimeout(240_000);
    // The reload cuts off what is on its way.
    allowFaults(/net::ERR_/);
    const title = `Wasp standup ${repetition}`;
    await page.goto('/ai-meeting-assistant');
    const dialog = await record(page, title);
    await pauseUntilUploaded(dialog);
    // Another tab can neither end nor delete it meanwhile.
    const other = await context.newPage();
    await other.goto('/ai-meeting-assistant');
    const running = other.getByTestId('recording').filter({ hasText: title });
    await expect(running).toContainText('Being recorded', PATIENT);
    await expect(running.getByRole('button')).toHaveCount(0);
    await other.close();
    await dialog.getByRole('button', { name: 'Resume' }).click();
    // The page asks before it goes.
    page.on('dialog', (box) => void box.accept());
    await page.reload();
    const row = page.getByTestId('recording').filter({ hasText: title });
    await expect(row).toContainText('Not finished', PATIENT);
    await expectAccessible(page);
    speech.replies = [{ segments: [{ start: 0, end: 2, text: 'The wasps moved out.' }] }];
    await row.getByRole('button', { name: 'Transcribe what was recorded' }).click();
    await page.getByRole('button', { name: title, exact: true }).click();
    await expect(page.getByText('The wasps moved out.').first()).toBeVisible(PATIENT);
  },
);

speechTest('an interrupted upload goes on with the same file', async ({ page, speech, repetition, allowFaults }) => {
  speechTest.setTimeout(240_000);
  allowFaults(/net::ERR_/);
  const title = `Long call ${repetition}`;
  const file = { name: `${title}.wav`, mimeType: 'audio/wav', buffer: silentWav(1_200) };
  await page.goto('/ai-meeting-assistant');
  // The first part arrives, and no other while the route stands.
  const parts = /\/api\/meetings\/uploads\/[^/]+\/parts\?/;
  await page.route(parts, (route) =>
    new URL(route.request().url()).searchParams.get('offset') === '0' ? route.continue() : route.abort(),
  );
  await page.getByRole('button', { name: 'Upload recording' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload recording' });
  await dialog.getByLabel('Recording').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Upload and transcribe' }).click();
  const row = page.getByTestId('recording').filter({ hasText: title });
  await expect(row).toContainText('No connection. It goes on by itself.', PATIENT);
  page.on('dialog', (box) => void box.accept());
  await page.reload();
  await expect(row).toContainText('Interrupted at 83%', PATIENT);
  // Only now: the page before would have gone on with the upload by itself.
  await page.unroute(parts);
  await expectAccessible(page);
  const input = row.getByLabel(`File of ${title}.wav`);
  await input.setInputFiles({ ...file, buffer: silentWav(3) });
  await expect(page.getByText('This is another file')).toBeVisible();
  speech.replies = ['The call begins.', 'The call ends.'].map((text) => ({ segments: [{ start: 0, end: 1, text }] }));
  await input.setInputFiles(file);
  await page.getByRole('button', { name: title, exact: true }).click();
  await expect(page.getByText('The call ends.').first()).toBeVisible(PATIENT);
  expect(speech.requests).toHaveLength(2);
});
