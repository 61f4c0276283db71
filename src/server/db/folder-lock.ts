/**
 * A lock on the data folder. PGlite takes none of its own: two processes on one folder corrupt it.
 *
 * The lock file names its holder. It is stale when the holder's process is gone on this host; a holder on another host
 * (a shared volume) is believed dead when it has not touched the file for a while.
 */
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

const TOUCH_EVERY = 5_000;
const DEAD_AFTER = 20_000;

interface Holder {
  pid: number;
  /** Start time of the process where the system tells it: process ids are used again after a restart. */
  started: string;
  host: string;
}

export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError';
}

/** Kernel start time of a process (Linux); empty where the system does not tell. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return Date.now() - statSync(path).mtimeMs < DEAD_AFTER;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return holder.started === '' || startTime(holder.pid) === holder.started;
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/**
 * Takes the lock of `folder` (which exists).
 * @returns a function that gives it back.
 * @throws FolderLockedError when another living process holds it.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const mine: Holder = { pid: process.pid, started: startTime(process.pid), host: hostname() };
  for (let attempt = 0; ; attempt++) {
    try {
      const file = openSync(path, 'wx', 0o600);
      writeSync(file, JSON.stringify(mine));
      closeSync(file);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(path);
    // A file without a holder is being written this moment, or its writer died: the age decides.
    const alive = holder ? isAlive(holder, path) : Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 2_000;
    if (alive || attempt > 3) {
      const who = holder ? `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}` : 'another process';
      throw new FolderLockedError(`The data folder ${folder} is in use by ${who}. Stop it first, or set another DATA_DIR.`);
    }
    // Renaming is atomic: of two processes that find the same stale lock, one gets past here with it.
    try {
      renameSync(path, `${path}.stale-${process.pid}`);
      rmSync(`${path}.stale-${process.pid}`);
    } catch {
      // The other one was faster; look again.
    }
  }
  const timer = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // The folder is gone (a test cleaned up); there is nothing left to guard.
    }
  }, TOUCH_EVERY);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true });
  };
}
