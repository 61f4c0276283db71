/** Uploads of this page. They go on while the page is open, whatever else is shown on it. */
import { useSyncExternalStore } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { sendFile } from './send-parts.ts';

export interface RunningUpload {
  sent: number;
  /** The connection is gone, and the upload waits for it. */
  isBroken: boolean;
  /** Why it stopped; blank while it goes on. */
  error: string;
}

const running = new Map<string, RunningUpload & { controller: AbortController }>();
const listeners = new Set<() => void>();
let shown: ReadonlyMap<string, RunningUpload> = new Map();

function change(id: string, part: Partial<RunningUpload>): void {
  const upload = running.get(id);
  if (upload) running.set(id, { ...upload, ...part });
  publish();
}

function publish(): void {
  shown = new Map(running);
  for (const listener of listeners) listener();
}

const isActive = () => [...running.values()].some(({ error }) => error === '');
const warn = (event: BeforeUnloadEvent) => {
  if (isActive()) event.preventDefault();
};

/** Begins an upload, or goes on with it. @param onEnd called when everything is there, or it failed */
export async function runUpload(id: string, file: File, onEnd: () => Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  running.get(id)?.controller.abort();
  running.set(id, { sent: 0, isBroken: false, error: '', controller });
  window.addEventListener('beforeunload', warn);
  publish();
  try {
    await sendFile(id, file, {
      signal: controller.signal,
      onProgress: (sent) => change(id, { sent }),
      onBreak: (isBroken) => change(id, { isBroken }),
    });
    running.delete(id);
  } catch (error) {
    if (controller.signal.aborted) running.delete(id);
    else change(id, { error: messageFor(error, 'The upload stopped. Try again.'), isBroken: false });
  }
  publish();
  await onEnd();
}

/** Stops sending. What has arrived stays. */
export function stopUpload(id: string): void {
  running.get(id)?.controller.abort();
  running.delete(id);
  publish();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The uploads of this page, by recording. */
export const useUploads = (): ReadonlyMap<string, RunningUpload> => useSyncExternalStore(subscribe, () => shown);
