/**
 * Folders for assembling files on the disk. They are in the data folder, each with a claim of its process. Leftovers of
 * a killed process, which may hold all data of a client, are deleted at the next start and every hour, by any server on
 * the folder.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isHeld, lockFolder } from '../db/folder-lock.ts';
import { makeFolder } from '../make-folder.ts';
import { log } from '../observability/log.ts';

const NAME = 'job-';
const SWEEP_EVERY = 3_600_000;
/** A folder exists a moment before its claim. */
const NEW_FOR = 60_000;
/** Working folders of earlier versions, which had no claim. */
const FORMER = /^gauntlet-export-\w{6}$/;
const FORMER_FOR = 24 * 3_600_000;

let root: string | undefined;

export interface WorkFolder {
  path: string;
  /** Removes it with everything in it. */
  remove(): Promise<void>;
}

/** @throws Error before the services are open */
export async function makeWorkFolder(): Promise<WorkFolder> {
  if (!root) throw new Error('No folder to work in: call openWorkFolders() first');
  makeFolder(root);
  const path = await mkdtemp(join(root, NAME));
  const unlock = lockFolder(path);
  return {
    path,
    async remove() {
      unlock();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/**
 * Puts working folders into `folder`, and deletes those of dead processes, now and regularly.
 * @returns a function that stops that
 */
export async function openWorkFolders(folder: string): Promise<() => void> {
  root = folder;
  await sweepWorkFolders(folder, tmpdir());
  const timer = setInterval(() => void sweepWorkFolders(folder, tmpdir()), SWEEP_EVERY).unref();
  return () => {
    clearInterval(timer);
    root = undefined;
  };
}

/** @param former folder of earlier versions' leftovers */
export async function sweepWorkFolders(folder: string, former: string): Promise<void> {
  const names = async (of: string) => readdir(of).catch(() => []);
  for (const name of await names(folder))
    if (name.startsWith(NAME)) await removeIf(join(folder, name), NEW_FOR, (path) => !isHeld(path));
  for (const name of await names(former))
    if (FORMER.test(name)) await removeIf(join(former, name), FORMER_FOR, () => true);
}

async function removeIf(path: string, age: number, isLeft: (path: string) => boolean): Promise<void> {
  try {
    if (Date.now() - (await stat(path)).mtimeMs < age || !isLeft(path)) return;
    await rm(path, { recursive: true, force: true });
    log().info({ path }, 'removed what a process that is gone was working on');
  } catch (error) {
    // It was removed just now; any other error is logged and does not stop the start.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log().warn({ err: error, path }, 'an abandoned working folder could not be removed');
  }
}
