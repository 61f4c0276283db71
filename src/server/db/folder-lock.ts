/**
 * A lock on the data folder. PGlite takes none, and two processes on one folder corrupt it.
 *
 * Each process first writes a claim, a file of its own, and then looks at the others: while another claim's process
 * lives, it withdraws. Two that come at the same moment see each other, so they never both continue. No one removes the
 * claim of a living process.
 *
 * A claim is stale when its process is gone on this host. A process on another host (a shared volume) counts as dead
 * when it has not touched its claim for a while, and so does the holder of a damaged claim.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

const CLAIM = /^lock\.[0-9a-f]{16}$/;
const TOUCH_EVERY = 5_000;
const DEAD_AFTER = 20_000;
/** Number of retries when processes collide. */
const ATTEMPTS = 5;

interface Holder {
  pid: number;
  /** Start time of the process, where the system reports it, because process ids are reused after a restart. */
  started: string;
  host: string;
}

export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError';
}

/** Kernel start time of a process (Linux); empty where the system does not report it. */
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
    // Damaged, perhaps by a power cut: its owner is unknown, so only its age decides.
    return { pid: 0, started: '', host: 'an unknown host' };
  }
}

/** The living holder of another claim; claims of dead processes are removed. */
function livingRival(folder: string, mine: string): Holder | undefined {
  for (const name of readdirSync(folder)) {
    if (!CLAIM.test(name) || name === mine) continue;
    const path = join(folder, name);
    try {
      const holder = readHolder(path);
      if (isAlive(holder, statSync(path).mtimeMs)) return holder;
    } catch (error) {
      // It was withdrawn just now.
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

/** Blocks the thread while waiting: the caller has nothing else to do yet. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/**
 * Takes the lock of `folder`, which must exist.
 * @returns a function that releases it
 * @throws FolderLockedError when another living process, or this one, already holds it
 */
export function lockFolder(folder: string): () => void {
  const name = `lock.${randomBytes(8).toString('hex')}`;
  const path = join(folder, name);
  const holder: Holder = { pid: process.pid, started: startTime(process.pid), host: hostname() };
  for (let attempt = 1; ; attempt++) {
    // Written to a temporary name and renamed, so a claim is never seen half written.
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
      // The folder is gone (a test cleaned up), so there is nothing left to guard.
    }
  }, TOUCH_EVERY);
  timer.unref();
  return () => {
    clearInterval(timer);
    rmSync(path, { force: true });
  };
}
