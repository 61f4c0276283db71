import { beforeEach, expect, it, vi } from 'vitest';
import { UserFacingError } from '../../../../web/api/error.ts';
import { MAX_PART } from '../../contract.ts';
import { GapError, type LiveState, LiveUpload, recoverRecording } from './live-upload.ts';
import type { PendingPart } from './pending-parts.ts';
import { recorderOf, startRecorder } from './recorder-lock.ts';

const ID = 'b7a2c0de-0000-4000-8000-000000000001';
let kept: PendingPart[] = [];
/** What the server has. */
let received = 0;
let finished: (string | undefined)[] = [];
/** Answers of the server's next parts; without one it takes them. */
let refusals: (Error | undefined)[] = [];

vi.mock('./pending-parts.ts', () => ({
  keepPart: async (part: PendingPart) => void kept.push(part),
  keptParts: async () => kept.toSorted((a, b) => a.start - b.start),
  dropParts: async (_: string, until = Infinity) => {
    kept = kept.filter(({ start }) => start >= until);
  },
}));
vi.mock('./send-parts.ts', () => ({
  untilReached: (work: () => Promise<unknown>) => work(),
  sendPart: async (_: string, offset: number, sound: Blob) => {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    received = Math.max(received, offset + sound.size);
    return { received };
  },
  finishUpload: async (_: string, __: object, recorder?: string) => void finished.push(recorder),
}));
vi.mock('../../../../web/api/request.ts', () => ({ call: async () => ({ received }) }));

const sound = (bytes: number) => new Blob([new Uint8Array(bytes)]);
const { signal } = new AbortController();

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  kept = [];
  received = 0;
  finished = [];
  refusals = [];
});

it('keeps a part until all of it has arrived, and shows why one was refused', async () => {
  const recorder = startRecorder();
  const states: LiveState[] = [];
  const upload = new LiveUpload(ID, recorder, (state) => states.push(state));
  refusals = [new UserFacingError('No room.')];
  upload.add(sound(10));
  await vi.waitFor(() => expect(states.at(-1)?.error).toBe('No room.'), { timeout: 10_000 });
  // Now the server takes one more part: all of the first, and most of the second.
  refusals = [undefined, new UserFacingError('No room.')];
  upload.add(sound(MAX_PART));
  await vi.waitFor(() => expect(refusals).toEqual([]), { timeout: 10_000 });
  await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ waiting: 10, error: 'No room.' }), { timeout: 10_000 });
  expect(kept.map(({ start, sound: { size } }) => [start, size])).toEqual([[10, MAX_PART]]);
  await upload.finish();
  expect(received).toBe(MAX_PART + 10);
  expect([kept, finished]).toEqual([[], [recorder.id]]);
});

it('sends what is kept, and has it transcribed in the name of its recorder', async () => {
  const recorder = startRecorder();
  const upload = new LiveUpload(ID, recorder, () => undefined);
  refusals = [new TypeError('offline')];
  upload.add(sound(100));
  await vi.waitFor(() => expect(refusals).toEqual([]), { timeout: 10_000 });
  await expect(recoverRecording(ID, signal)).rejects.toThrow('being recorded in another tab');
  expect(finished).toEqual([]);
  // The page is gone.
  recorder.release();
  await vi.waitFor(() => recoverRecording(ID, signal), { timeout: 10_000 });
  expect(received).toBe(100);
  expect(finished).toEqual([recorder.id]);
  expect(kept).toEqual([]);
  expect(recorderOf(ID)).toBeUndefined();
});

it('reports a gap, and leaves out what follows it only where that is wanted', async () => {
  received = 50;
  kept = [
    { recording: ID, start: 40, sound: sound(20) },
    { recording: ID, start: 90, sound: sound(10) },
  ];
  await expect(recoverRecording(ID, signal)).rejects.toThrow(GapError);
  await expect(recoverRecording(ID, signal)).rejects.toThrow('30 B of this recording, after the first 60 B');
  expect(finished).toEqual([]);
  expect(kept).toHaveLength(2);
  await recoverRecording(ID, signal, { upToGap: true });
  expect(finished).toHaveLength(1);
  expect(received).toBe(60);
});
