/**
 * A lock on the data folder. PGlite takes none of its own: two processes on one folder corrupt it.
 *
 * Each process that wants the folder first lays down a claim, a file of its own, and then looks at the others': while
 * another claim's process lives, it withdraws. Of two that come at the same moment each sees the other, so never both
 * go on, whatever the order of their steps. Nobody removes the claim of a living process.
 *
 * A claim is stale when its process is gone on this host; a process on another host (a shared volume) is believed dead
 * when it has not touched its claim for a while, and so is the holder of a damaged claim.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

const CLAIM = /^lock\.[0-9a-f]{16}$/;
const TOUCH_EVERY = 5_000;
const DEAD_AFTER = 20_000;
/** How often processes that met at the same moment try again before they give up. */
const ATTEMPTS = 5;

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

function isAlive(holder: Holder, touchedAt: number): boolean {
  if (holder.host !== hostname()) return Date.now() - touchedAt < DEAD_AFTER;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return holder.started === '' || startTime(holder.pid) === holder.started;
}

function readHolder(path: string): Holder {
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text) as Holder;
  } catch {
    // Damaged, by a power cut perhaps: whose it was is not known, so only its age can tell.
    return { pid: 0, started: '', host: 'an unknown host' };
  }
}

/** The holder of another claim whose process lives; claims of dead ones are cleared away. */
function livingRival(folder: string, mine: string): Holder | undefined {
  for (const name of readdirSync(folder)) {
    if (!CLAIM.test(name) || name === mine) continue;
    const path = join(folder, name);
    try {
      const holder = readHolder(path);
      if (isAlive(holder, statSync(path).mtimeMs)) return holder;
    } catch (error) {
      // Withdrawn this very moment.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw error;
    }
    rmSync(path, { force: true });
  }
  return undefined;
}

/** Whether a living process holds the lock of `folder`. */
export function isHeld(folder: string): boolean {
  return livingRival(folder, '') !== undefined;
}

function refusal(folder: string, holder: Holder): FolderLockedError {
  const who = `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}`;
  return new FolderLockedError(
    `The data folder ${folder} is in use by ${who}. Stop it first, or set another DATA_DIR.`,
  );
}

/** Waits without giving up the thread: whoever takes the lock has nothing else to do yet. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/**
 * Takes the lock of `folder` (which exists).
 * @returns a function that gives it back.
 * @throws FolderLockedError when another living process holds it, or this one does already.
 */
export function lockFolder(folder: string): () => void {
  const name = `lock.${randomBytes(8).toString('hex')}`;
  const path = join(folder, name);
  const holder: Holder = { pid: process.pid, started: startTime(process.pid), host: hostname() };
  for (let attempt = 1; ; attempt++) {
    // Written beside, then renamed: a claim is never seen half written.
    writeFileSync(`${path}.new`, JSON.stringify(holder), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
    const rival = livingRival(folder, name);
    if (!rival) break;
    rmSync(path, { force: true });
    if (attempt === ATTEMPTS) throw refusal(folder, rival);
    pause(5 + Math.random() * 20 * attempt);
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
    rmSync(path, { force: true });
  };
}
