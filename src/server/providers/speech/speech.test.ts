import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestSpeechServer, type TestSpeechServer } from '../../../testing/speech-server.ts';
import { allowPrivateHosts } from '../../http-client/client.ts';
import { guardedFetch } from '../define.ts';
import { speechConformance } from './conformance.ts';
import { openAiSpeech } from './openai.ts';
import { silentWav } from './silence.ts';

let server: TestSpeechServer;
const SEGMENTS = [
  { start: 0, end: 2.5, text: ' Good morning.' },
  { start: 2.75, end: 5, text: ' The harbor opens.', speaker: 1 },
];
beforeAll(async () => {
  server = await startTestSpeechServer();
  allowPrivateHosts([server.host]);
});
afterAll(async () => {
  allowPrivateHosts([]);
  await server.close();
});
beforeEach(() => {
  server.requests = [];
  server.replies = [{ segments: SEGMENTS }];
});

const context = { workspaceId: null, connectionId: null, fetch: guardedFetch(openAiSpeech) };
const settings = () => ({ baseUrl: server.baseUrl, apiKey: 'sk-right', model: 'whisper-1', language: 'en' });
const client = () => openAiSpeech.open(settings(), context);
const SOUND = { type: 'audio/wav', content: silentWav(2) } as const;

speechConformance('An OpenAI-compatible server', client, SOUND, 'Good morning. The harbor opens.');

describe('An OpenAI-compatible speech server', () => {
  it('gets the recording with an ending that tells its format, and its times are read', async () => {
    const { parts } = await client().transcribe({ ...SOUND, type: 'audio/mpeg' });
    expect(parts).toEqual([
      { startMs: 0, endMs: 2_500, text: 'Good morning.', speaker: '' },
      { startMs: 2_750, endMs: 5_000, text: 'The harbor opens.', speaker: 'Speaker 2' },
    ]);
    expect(server.requests).toMatchObject([
      {
        path: '/v1/audio/transcriptions',
        headers: { authorization: 'Bearer sk-right' },
        fields: { model: 'whisper-1', response_format: 'verbose_json', language: 'en' },
        file: { name: 'recording.mp3', type: 'audio/mpeg', size: SOUND.content.length },
      },
    ]);
  });

  it('may give a text without times, or nothing where no one spoke', async () => {
    server.replies = [{ text: 'Hello.' }, {}];
    expect((await client().transcribe(SOUND)).parts).toEqual([
      { startMs: null, endMs: null, text: 'Hello.', speaker: '' },
    ]);
    expect((await client().transcribe(SOUND)).parts).toEqual([]);
  });

  it('fails in its own words; only what may pass is worth trying again', async () => {
    server.replies = [
      { status: 401, message: 'Incorrect API key provided' },
      { status: 413, message: 'Maximum content size limit exceeded' },
      { status: 503, message: 'Loading the model' },
      { garbage: 'no JSON' },
      { garbage: '{"segments":"none"}' },
    ];
    await expect(openAiSpeech.verify(settings(), context)).rejects.toMatchObject({
      kind: 'settings',
      message: 'The speech service answered: Incorrect API key provided',
    });
    await expect(client().transcribe(SOUND)).rejects.toMatchObject({
      kind: 'refused',
      message: 'The speech service answered: Maximum content size limit exceeded',
    });
    for (let i = 0; i < 3; i += 1)
      await expect(client().transcribe(SOUND)).rejects.toMatchObject({ kind: 'temporary' });
  });

  it('is tried with a second of silence', async () => {
    server.replies = [];
    await openAiSpeech.verify(settings(), context);
    expect(server.requests[0]!.file).toMatchObject({ name: 'recording.wav', size: 8_044 });
  });
});
