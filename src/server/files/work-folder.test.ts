import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeWorkFolder, openWorkFolders, sweepWorkFolders } from './work-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'gauntlet-work-'));
afterAll(() => rmSync(root, { recursive: true }));

const age = (path: string, hours: number) =>
  utimesSync(path, new Date(Date.now() - hours * 3_600_000), new Date(Date.now() - hours * 3_600_000));

/** The state after a process was killed: with its claim, or before the claim existed. */
function left(name: string, holder?: { pid: number; host: string }): void {
  const path = join(root, 'work', name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'csv'), 'all that a client has');
  const claim = join(path, 'lock.0123456789abcdef');
  if (holder) writeFileSync(claim, JSON.stringify({ started: '', ...holder }));
  if (holder) age(claim, 1);
  age(path, 1);
}

it('is cleared of what processes left that are gone, and of nothing that one works on', async () => {
  left('job-killed', { pid: 2 ** 30, host: hostname() });
  left('job-elsewhere', { pid: 1, host: 'another machine' });
  left('job-half');
  const close = await openWorkFolders(join(root, 'work'));
  expect(readdirSync(join(root, 'work'))).toEqual([]);
  const mine = await makeWorkFolder();
  age(mine.path, 30);
  // Leftovers of earlier versions in the folder for temporary files.
  for (const [name, hours] of [
    ['gauntlet-export-aB3dE6', 25],
    ['gauntlet-export-aB3dE7', 23],
    ['gauntlet-other', 25],
  ] as const) {
    mkdirSync(join(root, 'tmp', name), { recursive: true });
    age(join(root, 'tmp', name), hours);
  }
  await sweepWorkFolders(join(root, 'work'), join(root, 'tmp'));
  expect(existsSync(mine.path)).toBe(true);
  expect(readdirSync(join(root, 'tmp')).sort()).toEqual(['gauntlet-export-aB3dE7', 'gauntlet-other']);
  await mine.remove();
  expect(readdirSync(join(root, 'work'))).toEqual([]);
  close();
  await expect(makeWorkFolder()).rejects.toThrow('No folder to work in');
});
