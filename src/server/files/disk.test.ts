import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bytes, fileStoreConformance } from './conformance.ts';
import { openDiskStore } from './disk.ts';
import type { FileStore } from './port.ts';

let root: string;
let store: FileStore;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gauntlet-files-'));
  store = await openDiskStore(root);
});
afterAll(() => rm(root, { recursive: true }));

fileStoreConformance('disk', () => store);

it('keeps files and folders to their owner', async () => {
  const { key } = await store.put(bytes(10), { prefix: 'private', limit: 10 });
  expect((await stat(join(root, key))).mode & 0o777).toBe(0o600);
  expect((await stat(join(root, 'private'))).mode & 0o777).toBe(0o700);
});

it('leaves no partial file behind', async () => {
  await store.put(bytes(10), { prefix: 'private', limit: 10 });
  await expect(store.put(bytes(11), { prefix: 'private', limit: 10 })).rejects.toThrow('larger than 10 bytes');
  expect(await readdir(join(root, '.partial'))).toEqual([]);
});

it('clears what a crash left, but not what another process is writing', async () => {
  const folder = join(root, 'reopened');
  await mkdir(join(folder, '.partial'), { recursive: true });
  const dayAndHourAgo = new Date(Date.now() - 25 * 3_600_000);
  await writeFile(join(folder, '.partial', 'old'), 'x');
  await utimes(join(folder, '.partial', 'old'), dayAndHourAgo, dayAndHourAgo);
  await writeFile(join(folder, '.partial', 'young'), 'x');
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    await openDiskStore(folder);
    expect(await readdir(join(folder, '.partial'))).toEqual(['young']);
    // It does not wait for the next start either.
    await utimes(join(folder, '.partial', 'young'), dayAndHourAgo, dayAndHourAgo);
    vi.advanceTimersByTime(3_600_000);
    await expect.poll(() => readdir(join(folder, '.partial'))).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
