/** Folder for throwaway test data. */
import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's in-memory file system. */
const MEMORY = '/dev/shm';
/** A run's databases take less than half of this. */
const ROOM = 3 * 2 ** 30;

/** Whether the machine has an in-memory file system with enough space: containers often get 64 MB. */
export function memoryHasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM && process.availableMemory() >= 2 * ROOM;
  } catch {
    return false;
  }
}

/**
 * A new folder for a throwaway database or other files, in memory if there is space: copying a cluster costs a second
 * of processor on a disk and a twentieth of that in memory. Tests of the disk itself (syncs, crashes, a full disk) use
 * `tmpdir()`. The caller deletes it.
 */
export function throwAwayFolder(prefix: string): string {
  return mkdtempSync(join(memoryHasRoom() ? MEMORY : tmpdir(), prefix));
}
