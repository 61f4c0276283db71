/** Where tests keep what they throw away. */
import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** A run's databases take less than half of it at their most. */
const ROOM = 3 * 2 ** 30;

/** Whether the machine has a file system in memory with room in both: a container is often given 64 MB of it. */
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
 * A new folder for a database or other files that are gone with the test, in memory where there is room: the copy of a
 * cluster costs a disk's file system a second of processor, and memory a twentieth of one. What is about the disk
 * itself (syncs, crashes, a full disk) keeps its files in `tmpdir()`. The caller removes it.
 */
export function throwAwayFolder(prefix: string): string {
  return mkdtempSync(join(memoryHasRoom() ? MEMORY : tmpdir(), prefix));
}
