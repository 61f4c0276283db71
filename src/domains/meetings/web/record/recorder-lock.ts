/**
 * Which recordings this browser makes. An id that it keeps proves to the server that it may end one, also after a reload; a
 * web lock tells its other tabs that one is still running.
 */
import { UserFacingError } from '../../../../web/api/error.ts';
import { createLocalStore } from '../../../../web/shell/local-store.ts';

/** Recordings that are remembered. */
const MAX_REMEMBERED = 50;
const PREFIX = 'gauntlet.recorder.';

/** Recorder ids by recording, the newest last. */
const recorders = createLocalStore<readonly (readonly [recording: string, recorder: string])[]>(
  'gauntlet.recorders',
  (stored) =>
    Array.isArray(stored)
      ? stored.filter(
          (one): one is [string, string] =>
            Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string',
        )
      : [],
);

/** The id under which this browser makes the recording; undefined for recordings of others. */
export const recorderOf = (recording: string): string | undefined =>
  recorders.get().find(([id]) => id === recording)?.[1];

export const keepRecorder = (recording: string, recorder: string): void =>
  recorders.set([...recorders.get(), [recording, recorder] as const].slice(-MAX_REMEMBERED));

export const forgetRecorder = (recording: string): void =>
  recorders.set(recorders.get().filter(([id]) => id !== recording));

/** A recorder in this tab. Its lock tells the other tabs that it runs. */
export interface Recorder {
  id: string;
  /** It has ended. A tab that is gone releases its locks too. */
  release: () => void;
}

export function startRecorder(): Recorder {
  const id = crypto.randomUUID();
  const { promise, resolve } = Promise.withResolvers<void>();
  // Without web locks the server alone refuses.
  navigator.locks?.request(PREFIX + id, () => promise).catch(() => undefined);
  return { id, release: resolve };
}

/** Does something with a recording that no tab of this browser makes. @throws UserFacingError */
export async function unlessRecorded<T>(recording: string, work: () => Promise<T>): Promise<T> {
  const recorder = recorderOf(recording);
  if (!recorder || !navigator.locks) return work();
  return navigator.locks.request(PREFIX + recorder, { ifAvailable: true }, async (lock) => {
    if (!lock) throw new UserFacingError('This meeting is being recorded in another tab. Stop the recording there.');
    return work();
  });
}

/** Ids of the recorders that run in tabs of this browser. */
export async function runningRecorders(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
}
