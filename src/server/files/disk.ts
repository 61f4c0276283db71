/** Files in a folder of this machine: the default store. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder } from '../make-folder.ts';
import {
  fileNotFound,
  fileTooLarge,
  keyFor,
  requireKey,
  requirePrefix,
  resolveRange,
  storageFull,
  type ByteRange,
  type FileStore,
  type ListedFile,
  type PutOptions,
  type StoredFile,
} from './port.ts';

/** Unfinished uploads are here until they are complete; the name cannot be a prefix. */
const PARTIAL = '.partial';
/** Another process may still be writing a younger one. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000;
const CLEAR_EVERY_MS = 60 * 60 * 1_000;

/**
 * Opens the store in `root`, which is created if absent (mode 0700), and deletes uploads that a crash left behind, now
 * and every hour: one from an hour before a start would otherwise stay until the next start.
 */
export async function openDiskStore(root: string): Promise<FileStore> {
  makeFolder(join(root, PARTIAL));
  await clearAbandoned(join(root, PARTIAL));
  setInterval(() => void clearAbandoned(join(root, PARTIAL)).catch(() => undefined), CLEAR_EVERY_MS).unref();

  return {
    put: (source, options) => put(root, source, options),
    get: async (key, range) => get(pathOf(root, key), range),
    async size(key) {
      const found = await statOrUndefined(pathOf(root, key));
      return found?.size;
    },
    async delete(key) {
      await rm(pathOf(root, key), { force: true });
    },
    list(prefix) {
      requirePrefix(prefix);
      return list(root, prefix);
    },
  };
}

function pathOf(root: string, key: string): string {
  requireKey(key);
  return join(root, key);
}

async function put(root: string, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredFile> {
  const key = keyFor(options);
  const target = join(root, key);
  const partial = join(root, PARTIAL, randomBytes(16).toString('hex'));
  const hash = createHash('sha256');
  let size = 0;
  try {
    const file = await open(partial, 'wx', 0o600);
    try {
      for await (const chunk of source) {
        options.signal?.throwIfAborted();
        size += chunk.byteLength;
        if (size > options.limit) throw fileTooLarge(options.limit);
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      // The content must be on the disk before the name is, or a power cut could leave a named, empty file.
      await file.sync();
    } finally {
      await file.close();
    }
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(partial, target);
    await syncFolder(dirname(target));
  } catch (error) {
    await rm(partial, { force: true });
    throw isFull(error) ? storageFull(error) : error;
  }
  return { key, size, sha256: hash.digest('hex') };
}

async function get(path: string, range: ByteRange | undefined): Promise<Readable> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw isAbsent(error) ? fileNotFound() : error;
  });
  try {
    const bounds = range ? resolveRange(range, (await file.stat()).size) : {};
    return file.createReadStream({ ...bounds, autoClose: true });
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* list(root: string, prefix: string): AsyncGenerator<ListedFile> {
  const folder = await opendir(join(root, prefix), { recursive: true }).catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
  if (!folder) return;
  for await (const entry of folder) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await statOrUndefined(path);
    if (found) yield { key: path.slice(root.length + 1), size: found.size, modifiedAt: found.mtime };
  }
}

async function statOrUndefined(path: string): Promise<{ size: number; mtime: Date } | undefined> {
  return stat(path).catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
}

async function clearAbandoned(folder: string): Promise<void> {
  const oldest = Date.now() - ABANDONED_AFTER_MS;
  for (const name of await readdir(folder)) {
    const found = await statOrUndefined(join(folder, name));
    if (found && found.mtime.getTime() < oldest) await rm(join(folder, name), { force: true });
  }
}

/** Makes a rename survive a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function isAbsent(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

function isFull(error: unknown): boolean {
  return codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';
}
