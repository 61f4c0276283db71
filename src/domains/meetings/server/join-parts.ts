/** Stores the sound of recordings, and makes one file of parts. */
import { Readable } from 'node:stream';
import { dropContents } from '../../../records/server/files.ts';
import {
  afterCommit,
  currentWorkspaceId,
  deleteRows,
  selectRows,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { files } from '../../../server/files/index.ts';
import { MAX_RECORDING } from '../contract.ts';

/** @throws AppError `too_large`, `storage_full` */
export const storeSound = (stream: Readable, limit: number) =>
  files().put(stream, { prefix: `meetings/${currentWorkspaceId()}`, limit });

/** Makes one file of the parts, without holding it in memory. @returns its key */
export async function joinParts(id: string, signal: AbortSignal): Promise<string> {
  const parts = await selectRows(
    'meeting_recording_parts',
    ['storageKey'] as const,
    { recordingId: id },
    { orderBy: ['startsAt'] },
  );
  const keys = parts.map(({ storageKey }) => storageKey);
  async function* whole() {
    for (const key of keys) {
      signal.throwIfAborted();
      yield* (await files().get(key)) as AsyncIterable<Uint8Array>;
    }
  }
  const stored = await storeSound(Readable.from(whole()), MAX_RECORDING);
  await transaction(async () => {
    const changed = await updateRows('meeting_recordings', { storageKey: stored.key }, { id, storageKey: null });
    await deleteRows('meeting_recording_parts', { recordingId: id });
    afterCommit(() => void dropContents(changed === 0 ? [stored.key] : keys));
  });
  return stored.key;
}
