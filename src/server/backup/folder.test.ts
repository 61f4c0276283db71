import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { backupName, forgetOldBackups, forgetUnfinished, inNewFolder, listBackups } from './folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'gauntlet-backups-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('of two backups that begin in the same second neither takes anything from the other', async () => {
  const root = join(folder, 'together');
  const at = new Date('2026-11-25T03:00:00.400Z');
  const make = (words: string) =>
    inNewFolder(root, at, async (partial) => {
      writeFileSync(join(partial, words), words);
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  await Promise.all([make('nightly'), make('by hand')]);
  await make('once more');
  const made = await listBackups(root);
  expect(made).toEqual(['gauntlet-20261125T030000Z', 'gauntlet-20261125T030001Z', 'gauntlet-20261125T030002Z']);
  expect(made.flatMap((name) => readdirSync(join(root, name))).sort()).toEqual(['by hand', 'nightly', 'once more']);
  // Both also delete leftovers.
  await Promise.all([forgetOldBackups(root, 1), forgetOldBackups(root, 1)]);
  expect(readdirSync(root)).toEqual(['gauntlet-20261125T030002Z']);
});

it('what was broken off goes before the next one is made', async () => {
  const [old, young] = [
    backupName(new Date(Date.now() - 23.9 * 3_600_000)),
    backupName(new Date(Date.now() - 3_600_000)),
  ];
  for (const name of [`${old}.partial`, `${young}.partial`, old])
    mkdirSync(join(folder, 'left', name), { recursive: true });
  await forgetUnfinished(join(folder, 'left'));
  expect(readdirSync(join(folder, 'left')).sort()).toEqual([old, `${young}.partial`]);
  await forgetUnfinished(join(folder, 'nowhere'));
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});
