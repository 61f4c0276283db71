import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, insertRow, query, transaction } from '../../../server/db/index.ts';
import { files } from '../../../server/files/index.ts';
import { findProvider } from '../../../server/providers/define.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { silentWav } from '../../../server/providers/speech/silence.ts';
import { startTestSpeechServer, type TestSpeechServer } from '../../../testing/speech-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { sealSettings } from '../../connections/server/sealed.ts';
import { MAX_OPEN_RECORDINGS, MAX_RECORDING, meetings, type MeetingRecording } from '../contract.ts';

let system: TestSystem;
let speech: TestSpeechServer;
let user: Awaited<ReturnType<TestSystem['signedIn']>>;
beforeAll(async () => {
  speech = await startTestSpeechServer();
  system = await startTestSystem({ OUTGOING_ALLOW: speech.host });
  user = await system.signedIn({ name: 'Anna Berg', workspaceRole: 'owner' });
});
afterAll(async () => {
  await system.destroy();
  await speech.close();
});
beforeEach(async () => {
  speech.replies = [];
  speech.requests = [];
  await connect();
});

async function connect(more: object = {}): Promise<void> {
  await asSystem(() => execute(`delete from connections where port = 'speech'`));
  const id = newId();
  const settings = { baseUrl: speech.baseUrl, apiKey: 'sk-test', model: 'whisper-1', ...more };
  const sealed = sealSettings(findProvider('speech', 'openai-compatible')!, id, settings);
  const row = { id, workspaceId: user.workspaceId, port: 'speech', provider: 'openai-compatible', name: 'Whisper' };
  await asSystem(() => insertRow('connections', { ...row, ...sealed } as never));
}

const WAV = silentWav(3);
const SEGMENTS = [
  { start: 0, end: 1.5, text: ' The harbor project starts in March.' },
  { start: 5, end: 7, text: ' We decided to hire a diver.' },
];
const QUERY = new URLSearchParams({ title: 'Harbor call', heldAt: '2026-03-02T15:00:00.000Z' });
function send(content: Buffer = WAV, name = 'Harbor.wav', more: Record<string, string> = {}) {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(content)], name));
  const search = new URLSearchParams({ ...Object.fromEntries(QUERY), ...more });
  return user.send('POST', `/api/meetings/recordings?${search}`, { raw: form });
}
async function added(): Promise<string> {
  const { status, body } = await send();
  expect(status).toBe(202);
  return (body as MeetingRecording).id;
}
const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 50 });
const stateOf = async (id: string) => {
  const { items } = await user.call(meetings.recordings);
  return items.find((one) => one.id === id);
};
const untilState = (id: string, state: MeetingRecording['state']) =>
  until(async () => {
    const found = await stateOf(id);
    expect(found?.state).toBe(state);
    return found!;
  });
const untilMeeting = (id: string) =>
  until(async () => {
    expect(await stateOf(id)).toBeUndefined();
    const [row] = await asSystem(() =>
      query<{ meetingId: string; key: string }>(
        'select meeting_id as "meetingId", storage_key as key from meeting_recordings where id = $1',
        [id],
      ),
    );
    return row!;
  });
const keyOf = async (id: string) => {
  const [row] = await asSystem(() =>
    query<{ key: string }>('select storage_key as key from meeting_recordings where id = $1', [id]),
  );
  return row!.key;
};

describe('a recording', () => {
  it('becomes a meeting that plays, and goes with it', async () => {
    speech.replies = [{ segments: SEGMENTS }];
    const { meetingId, key } = await untilMeeting(await added());
    expect(speech.requests[0]!.file).toMatchObject({ name: 'recording.wav', size: WAV.length });
    const params = { id: meetingId };
    expect(await user.call(meetings.get, { params })).toMatchObject({
      title: 'Harbor call',
      heldAt: '2026-03-02T15:00:00.000Z',
      durationMs: 7_000,
      createdBy: 'Anna Berg',
      speakers: [{ label: 'Speaker 1' }],
      recording: { name: 'Harbor.wav', type: 'audio/wav', size: WAV.length },
    });
    const { items } = await user.call(meetings.transcript, { params, query: {} });
    expect(items.map(({ startMs, text }) => [startMs, text])).toEqual([
      [0, 'The harbor project starts in March.'],
      [5_000, 'We decided to hire a diver.'],
    ]);
    const url = `/api/meetings/${meetingId}/recording`;
    const play = async (headers: Record<string, string> = {}) => {
      const answer = await user.open('GET', url, { headers });
      return {
        facts: [answer.status, answer.headers.get('content-type'), answer.headers.get('content-range')],
        bytes: Buffer.from(await answer.arrayBuffer()),
      };
    };
    const whole = await play();
    expect(whole.facts).toEqual([200, 'audio/wav', null]);
    expect(whole.bytes.equals(WAV)).toBe(true);
    const part = await play({ range: 'bytes=100-199' });
    expect(part.facts).toEqual([206, 'audio/wav', `bytes 100-199/${WAV.length}`]);
    expect(part.bytes.equals(WAV.subarray(100, 200))).toBe(true);
    const beyond = await play({ range: `bytes=${WAV.length}-` });
    expect([beyond.facts[0], beyond.facts[2]]).toEqual([416, `bytes */${WAV.length}`]);

    expect((await user.send('GET', `/api/meetings/${meetingId}/captions`)).body).toContain(
      '00:00:05.000 --> 00:00:07.000\nSpeaker 1: We decided to hire a diver.',
    );
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace(), workspaceRole: 'owner' });
    expect((await stranger.send('GET', url)).status).toBe(404);

    await user.call(meetings.remove, { params });
    await until(async () => expect(await files().size(key)).toBeUndefined());
  });

  it('fails in the service’s words, and can be tried again', async () => {
    speech.replies = [{ status: 401, message: 'Incorrect API key provided' }];
    const id = await added();
    expect((await untilState(id, 'failed')).error).toBe('The speech service answered: Incorrect API key provided');
    // Trying again by itself would not help.
    expect(speech.requests).toHaveLength(1);
    speech.replies = [{ text: '  ' }];
    await user.call(meetings.retryRecording, { params: { id } });
    await until(async () => expect((await stateOf(id))?.error).toBe('The speech service heard nobody speak.'));
    speech.replies = [{ text: 'The harbor opens at noon.' }];
    await user.call(meetings.retryRecording, { params: { id } });
    const { meetingId } = await untilMeeting(id);
    expect(await user.call(meetings.get, { params: { id: meetingId } })).toMatchObject({ segmentCount: 1 });
    expect((await user.tryCall(meetings.retryRecording, { params: { id } })).status).toBe(404);
  });

  it('is stopped, which ends the call, and deleted with its file', async () => {
    speech.replies = [{ hang: true }];
    const id = await added();
    const key = await keyOf(id);
    await until(async () => expect(speech.requests).toHaveLength(1));
    expect((await user.tryCall(meetings.retryRecording, { params: { id } })).status).toBe(409);
    const teammate = await system.signedIn({ workspaceId: user.workspaceId });
    expect((await teammate.tryCall(meetings.cancelRecording, { params: { id } })).status).toBe(403);
    await user.call(meetings.cancelRecording, { params: { id } });
    expect((await untilState(id, 'cancelled')).error).toBe('');
    expect((await user.tryCall(meetings.cancelRecording, { params: { id } })).status).toBe(409);
    expect((await teammate.tryCall(meetings.removeRecording, { params: { id } })).status).toBe(403);
    await user.call(meetings.removeRecording, { params: { id } });
    expect(await stateOf(id)).toBeUndefined();
    await until(async () => expect(await files().size(key)).toBeUndefined());
  });

  it('is unknown in other workspaces', async () => {
    speech.replies = [{ status: 400, message: 'no' }];
    const id = await added();
    await untilState(id, 'failed');
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace(), workspaceRole: 'owner' });
    expect((await stranger.call(meetings.recordings)).items).toEqual([]);
    for (const one of [meetings.cancelRecording, meetings.retryRecording, meetings.removeRecording])
      expect((await stranger.tryCall(one, { params: { id } })).status).toBe(404);
    await user.call(meetings.removeRecording, { params: { id } });
  });

  it('is refused when it is none, is empty, or nothing can transcribe it; no file stays', async () => {
    const held = () => Array.fromAsync(files().list(`meetings/${user.workspaceId}`));
    const before = (await held()).length;
    expect((await send(Buffer.from('%PDF-1.7'), 'a.mp3')).status).toBe(415);
    expect((await send(Buffer.alloc(0))).status).toBe(400);
    expect((await send(WAV, 'a.wav', { title: ' ' })).status).toBe(400);
    expect((await send(WAV, 'a.wav', { contactId: '00000000-0000-4000-8000-000000000000' })).status).toBe(400);
    await asSystem(() => execute(`delete from connections where port = 'speech'`));
    expect((await user.call(meetings.recordings)).connected).toBe(false);
    expect((await send()).status).toBe(503);
    expect((await held()).length).toBe(before);
  });
});

describe('an upload in parts', () => {
  const begin = (size: number | null, name = 'Harbor.wav') =>
    user.call(meetings.startUpload, { body: { title: 'Long call', heldAt: '2026-03-02T15:00:00.000Z', name, size } });
  const sendPart = (id: string, offset: number, content: Uint8Array, by = user) => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(content)], 'part'));
    return by.send('POST', `/api/meetings/uploads/${id}/parts?offset=${offset}`, { raw: form });
  };
  const received = async (id: string) => (await user.call(meetings.upload, { params: { id } })).received;
  const held = async () => (await Array.fromAsync(files().list(`meetings/${user.workspaceId}`))).length;
  const longWav = silentWav(320);

  it('goes on where it broke off, and is transcribed in pieces with the times of the whole', async () => {
    await connect({ maxMegabytes: 1 });
    const before = await held();
    const { id, state } = await begin(longWav.length);
    expect(state).toBe('uploading');
    const half = 1_300_000;
    expect((await sendPart(id, 0, longWav.subarray(0, half))).status).toBe(200);
    // The answer was lost: the same part again changes nothing, and a part that leaves a gap is refused.
    expect((await sendPart(id, 0, longWav.subarray(0, half))).body).toMatchObject({ received: half });
    const gap = await sendPart(id, half + 5, longWav.subarray(half + 5));
    expect([gap.status, gap.body]).toMatchObject([409, { details: { received: half } }]);
    expect((await user.tryCall(meetings.finishUpload, { params: { id } })).status).toBe(409);
    await system.restart();
    await connect({ maxMegabytes: 1 });
    expect(await received(id)).toBe(half);
    expect((await sendPart(id, half, longWav.subarray(half))).body).toMatchObject({ received: longWav.length });
    speech.replies = [
      { segments: [{ start: 1, end: 2, text: 'The harbor opens.' }] },
      { segments: [{ start: 2, end: 3, text: 'A diver is hired.' }] },
      { segments: [{ start: 3, end: 4, text: 'We decided to close.' }] },
    ];
    expect((await user.call(meetings.finishUpload, { params: { id } })).state).not.toBe('uploading');
    const { meetingId, key } = await untilMeeting(id);
    expect(speech.requests.map(({ file }) => file.size).every((size) => size <= 1_000_000)).toBe(true);
    expect(speech.requests).toHaveLength(3);
    const { items } = await user.call(meetings.transcript, { params: { id: meetingId }, query: {} });
    // A piece has 999,956 bytes of sound: 124,994.5 ms.
    expect(items.map(({ startMs, text }) => [startMs, text])).toEqual([
      [1_000, 'The harbor opens.'],
      [126_995, 'A diver is hired.'],
      [252_989, 'We decided to close.'],
    ]);
    // One file is left of the parts, and it is the recording.
    await until(async () => expect(await held()).toBe(before + 1));
    const played = await user.open('GET', `/api/meetings/${meetingId}/recording`);
    expect(Buffer.from(await played.arrayBuffer()).equals(longWav)).toBe(true);
    await user.call(meetings.remove, { params: { id: meetingId } });
    await until(async () => expect(await files().size(key)).toBeUndefined());
  });

  it('sends no piece twice when the service fails in between and the job is tried again', async () => {
    await connect({ maxMegabytes: 1 });
    const { id } = await begin(longWav.length);
    await sendPart(id, 0, longWav);
    speech.replies = [
      { segments: [{ start: 0, end: 1, text: 'First.' }] },
      { status: 503, message: 'Busy' },
      { segments: [{ start: 0, end: 1, text: 'Second.' }] },
      { segments: [{ start: 0, end: 1, text: 'Third.' }] },
    ];
    await user.call(meetings.finishUpload, { params: { id } });
    const { meetingId } = await untilMeeting(id);
    expect(speech.requests).toHaveLength(4);
    const { items } = await user.call(meetings.transcript, { params: { id: meetingId }, query: {} });
    expect(items.map(({ text }) => text)).toEqual(['First.', 'Second.', 'Third.']);
    await user.call(meetings.remove, { params: { id: meetingId } });
  }, 60_000);

  it('of a size that nobody knows yet ends when it is finished; it is its uploader’s alone, and can be deleted', async () => {
    const before = await held();
    const { id, size } = await begin(null, 'Recording.webm');
    expect(size).toBe(0);
    expect((await user.tryCall(meetings.finishUpload, { params: { id } })).status).toBe(409);
    await sendPart(id, 0, WAV.subarray(0, 5_000));
    const teammate = await system.signedIn({ workspaceId: user.workspaceId, workspaceRole: 'owner' });
    expect((await sendPart(id, 5_000, WAV.subarray(5_000), teammate)).status).toBe(404);
    expect((await teammate.call(meetings.recordings)).items[0]).toMatchObject({
      id,
      state: 'uploading',
      isMine: false,
    });
    await user.call(meetings.removeRecording, { params: { id } });
    expect((await user.tryCall(meetings.upload, { params: { id } })).status).toBe(404);
    await until(async () => expect(await held()).toBe(before));
  });

  it('is refused at its first part when the service takes no file of that size and it cannot be cut', async () => {
    await connect({ maxMegabytes: 1 });
    const before = await held();
    const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypM4A isom'), Buffer.alloc(2_000)]);
    const { id } = await begin(1_500_000, 'Talk.m4a');
    const refused = await sendPart(id, 0, mp4);
    expect([refused.status, refused.body]).toMatchObject([413, { code: 'too_large' }]);
    expect((await sendPart((await begin(9, 'a.mp3')).id, 0, Buffer.from('%PDF-1.7!'))).status).toBe(415);
    const over = (await begin(4_000, 'b.wav')).id;
    expect((await sendPart(over, 0, WAV.subarray(0, 5_000))).status).toBe(413);
    expect(await held()).toBe(before);
    await asSystem(() =>
      execute(`update meeting_recordings set received_at = now() - interval '8 days' where state = 'uploading'`),
    );
    await runRecurring('meetings.abandoned-uploads');
    expect((await user.call(meetings.recordings)).items).toEqual([]);
  });

  describe('of a browser that records', () => {
    const recorder = newId();
    const beginLive = async () => {
      const { id } = await user.call(meetings.startUpload, {
        body: { title: 'Live', heldAt: '2026-03-02T15:00:00.000Z', name: 'Recording.webm', size: null, recorder },
      });
      expect((await sendPart(id, 0, WAV)).status).toBe(200);
      return id;
    };

    it('is ended and deleted by that browser alone while it runs', async () => {
      const id = await beginLive();
      expect(await stateOf(id)).toMatchObject({ isLive: true, state: 'uploading' });
      const manager = await system.signedIn({ workspaceId: user.workspaceId, workspaceRole: 'owner' });
      for (const query of [{}, { recorder: newId() }]) {
        const ended = await user.tryCall(meetings.finishUpload, { params: { id }, query });
        expect([ended.status, ended.body]).toMatchObject([409, { message: /still being recorded/ }]);
        expect((await manager.tryCall(meetings.removeRecording, { params: { id }, query })).status).toBe(409);
      }
      speech.replies = [{ segments: SEGMENTS }];
      await user.call(meetings.finishUpload, { params: { id }, query: { recorder } });
      const { meetingId } = await untilMeeting(id);
      await user.call(meetings.remove, { params: { id: meetingId } });
      const discarded = await beginLive();
      await user.call(meetings.removeRecording, { params: { id: discarded }, query: { recorder } });
    });

    it('is ended from anywhere a minute after its last part', async () => {
      const id = await beginLive();
      await asSystem(() =>
        execute(`update meeting_recordings set received_at = now() - interval '61 seconds' where id = $1`, [id]),
      );
      expect((await stateOf(id))?.isLive).toBe(false);
      speech.replies = [{ segments: SEGMENTS }];
      await user.call(meetings.finishUpload, { params: { id } });
      const { meetingId } = await untilMeeting(id);
      await user.call(meetings.remove, { params: { id: meetingId } });
    });
  });

  it('is tried again after its last transcribed piece, and cut as before although the service takes more by now', async () => {
    await connect({ maxMegabytes: 1 });
    const { id } = await begin(longWav.length);
    await sendPart(id, 0, longWav);
    speech.replies = [{ segments: [{ start: 1, end: 2, text: 'First.' }] }, { status: 401, message: 'No credit' }];
    await user.call(meetings.finishUpload, { params: { id } });
    await untilState(id, 'failed');
    expect(speech.requests).toHaveLength(2);
    await connect({ maxMegabytes: 2 });
    speech.replies = ['Second.', 'Third.'].map((text) => ({ segments: [{ start: 1, end: 2, text }] }));
    await user.call(meetings.retryRecording, { params: { id } });
    const { meetingId } = await untilMeeting(id);
    expect(speech.requests).toHaveLength(4);
    const { items } = await user.call(meetings.transcript, { params: { id: meetingId }, query: {} });
    expect(items.map(({ startMs, text }) => [startMs, text])).toEqual([
      [1_000, 'First.'],
      [125_995, 'Second.'],
      [250_989, 'Third.'],
    ]);
    await user.call(meetings.remove, { params: { id: meetingId } });
  }, 60_000);

  it('is heard again from its beginning when nobody spoke, or the service takes less by now', async () => {
    await connect({ maxMegabytes: 2 });
    const { id } = await begin(longWav.length);
    await sendPart(id, 0, longWav);
    await user.call(meetings.finishUpload, { params: { id } });
    expect((await untilState(id, 'failed')).error).toBe('The speech service heard nobody speak.');
    expect(speech.requests).toHaveLength(2);
    speech.replies = [{ text: 'First.' }, { status: 401, message: 'No credit' }];
    await user.call(meetings.retryRecording, { params: { id } });
    await until(async () => expect((await stateOf(id))?.error).toContain('No credit'));
    expect(speech.requests).toHaveLength(4);
    await connect({ maxMegabytes: 1 });
    speech.replies = ['One.', 'Two.', 'Three.'].map((text) => ({ text }));
    await user.call(meetings.retryRecording, { params: { id } });
    const { meetingId } = await untilMeeting(id);
    expect(speech.requests).toHaveLength(7);
    const { items } = await user.call(meetings.transcript, { params: { id: meetingId }, query: {} });
    expect(items.map(({ text }) => text)).toEqual(['One. Two. Three.']);
    await user.call(meetings.remove, { params: { id: meetingId } });
  }, 60_000);

  it('survives the cleanup when it goes on at that moment', async ({ skip }) => {
    skip(!system.databaseUrl, 'the embedded engine has one connection, so nothing happens meanwhile');
    const { id } = await begin(longWav.length);
    await asSystem(() =>
      execute(`update meeting_recordings set received_at = now() - interval '8 days' where id = $1`, [id]),
    );
    const updated = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const goesOn = asSystem(() =>
      transaction(async () => {
        await execute('update meeting_recordings set received_at = now() where id = $1', [id]);
        updated.resolve();
        await mayCommit.promise;
      }),
    );
    await updated.promise;
    const cleanup = runRecurring('meetings.abandoned-uploads');
    await until(async () => {
      const blocked = await asSystem(() =>
        query(
          `select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%meeting_recordings%'`,
        ),
      );
      expect(blocked).toHaveLength(1);
    });
    mayCommit.resolve();
    await Promise.all([goesOn, cleanup]);
    expect((await stateOf(id))?.state).toBe('uploading');
    await user.call(meetings.removeRecording, { params: { id } });
  });

  it('is bounded in the size of its parts, and with the others in number and size', async () => {
    const { id } = await begin(longWav.length);
    const small = await sendPart(id, 0, longWav.subarray(0, 999_999));
    expect([small.status, small.body]).toMatchObject([400, { fields: [{ field: 'file' }] }]);
    await user.call(meetings.removeRecording, { params: { id } });

    const start = (size: number | null) =>
      user.tryCall(meetings.startUpload, {
        body: { title: 'Many', heldAt: '2026-03-02T15:00:00.000Z', name: 'Many.wav', size },
      });
    const live = await begin(null);
    const statuses = async (count: number, size: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => start(size)));
      return { begun: answers.filter(({ status }) => status === 201).length, last: answers.at(-1)! };
    };
    expect((await statuses(11, MAX_RECORDING)).begun).toBe(10);
    expect((await start(1)).status).toBe(409);
    const refused = await sendPart(live.id, 0, WAV);
    expect([refused.status, refused.body]).toMatchObject([409, { message: /20 GB/ }]);
    const clear = () => asSystem(() => execute(`delete from meeting_recordings where state = 'uploading'`));
    await clear();
    expect((await statuses(MAX_OPEN_RECORDINGS + 2, 9)).begun).toBe(MAX_OPEN_RECORDINGS);
    await clear();
  });
});
