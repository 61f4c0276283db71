import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderLockedError, lockFolder } from './folder-lock.ts';

const FIXTURE = join(import.meta.dirname, 'hold-lock.fixture.ts');
const children: ChildProcess[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gauntlet-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that takes the lock and returns its first line of output. */
async function holder(): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [FIXTURE, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: line.toString().trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const claims = () => readdirSync(folder);
const foreignClaim = (holder: object, name = 'lock.0123456789abcdef') => {
  writeFileSync(join(folder, name), JSON.stringify(holder));
  return join(folder, name);
};

describe('the lock of the data folder', () => {
  it('refuses a second process, and says who holds it and what to do', async () => {
    const { child, said } = await holder();
    expect(said).toBe('locked');
    expect(() => lockFolder(folder)).toThrow(FolderLockedError);
    expect(() => lockFolder(folder)).toThrow(`in use by process ${child.pid}. Stop it first, or set another DATA_DIR.`);
  });

  it('is free again when it was given back', () => {
    lockFolder(folder)();
    expect(claims()).toEqual([]);
    lockFolder(folder)();
  });

  it('refuses the same process a second time', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`in use by process ${process.pid}`);
    unlock();
  });

  it('is taken over from a process that was killed', async () => {
    const { child } = await holder();
    await kill(child);
    expect(claims()).toHaveLength(1);
    const unlock = lockFolder(folder);
    expect(claims()).toHaveLength(1);
    expect(JSON.parse(readFileSync(join(folder, claims()[0]!), 'utf8'))).toMatchObject({ pid: process.pid });
    unlock();
  });

  it('is taken over when the process id belongs to another process by now', () => {
    foreignClaim({ pid: process.pid, started: '1', host: hostname() });
    lockFolder(folder)();
    expect(claims()).toEqual([]);
  });

  it('believes a holder on another host alive while it touches its claim', () => {
    const path = foreignClaim({ pid: 1, started: '', host: 'elsewhere.example' });
    expect(() => lockFolder(folder)).toThrow('in use by process 1 on elsewhere.example');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(path, longAgo, longAgo);
    lockFolder(folder)();
  });

  it('goes to one at most of many processes that find the same stale claim together', async () => {
    for (let round = 0; round < 3; round++) {
      foreignClaim({ pid: process.pid, started: '1', host: hostname() });
      const all = await Promise.all(Array.from({ length: 5 }, holder));
      expect(all.filter(({ said }) => said === 'locked').length).toBeLessThanOrEqual(1);
      for (const { said } of all) expect(said).toMatch(/^locked$|^FolderLockedError/);
      for (const { child } of all) await kill(child);
    }
  });

  it('judges a damaged claim by its age', () => {
    const path = join(folder, 'lock.0123456789abcdef');
    writeFileSync(path, '');
    expect(() => lockFolder(folder)).toThrow(FolderLockedError);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(path, longAgo, longAgo);
    lockFolder(folder)();
  });
});
