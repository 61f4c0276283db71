/**
 * A full disk under the embedded database, under PostgreSQL, and under the uploaded files alone. Needs the right to
 * mount.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { contacts } from '../../src/domains/crm/contract.ts';
import { install, pause, type InstallOptions, type Installation } from './engines.ts';
import { atMost, holds, none, seconds, type Bar, type Scenario } from './report.ts';
import { readContacts } from './writes.ts';

const WRITERS = 4;
/** Milliseconds that the disk stays full, and the limit for recovery. */
const FULL = 8_000;
const HEAL_WITHIN = 10_000;

interface Disk {
  folder: string;
  fill(): void;
  free(): void;
  remove(): void;
}

/** A small disk in memory. @throws Error where this account may not mount one */
function makeDisk(megabytes: number): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    throw new Error(`A small disk could not be mounted: ${mounted.stderr || mounted.error?.message}. Run it as root.`);
  }
  chmodSync(folder, 0o777);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize));
      } catch {
        // Another process took the last of it meanwhile.
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Tally {
  statuses: Map<number, number>;
  acknowledged: { key: string; id: string }[];
  lastTrouble: number;
}

function startTally({ owner }: Installation): { tally: Tally; stop(): Promise<void> } {
  const tally: Tally = { statuses: new Map(), acknowledged: [], lastTrouble: 0 };
  const control = { stopping: false };
  const write = async () => {
    while (!control.stopping) {
      const key = randomUUID();
      const answer = await owner
        .tryCall(contacts.create, { body: { firstName: 'x'.repeat(80), lastName: key, source: 'y'.repeat(60) } })
        .catch(() => undefined);
      const status = answer?.status ?? 0;
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      if (status === 201) tally.acknowledged.push({ key, id: answer!.body.id });
      else {
        tally.lastTrouble = performance.now();
        await pause(100);
      }
    }
  };
  const all = Promise.all(Array.from({ length: WRITERS }, write));
  return {
    tally,
    async stop() {
      control.stopping = true;
      await all;
    },
  };
}

const told = (statuses: Map<number, number>) =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status || 'no answer'}`)
    .join(', ');

/** Fills the disk under writers, waits, frees space, and compares. */
async function fillUnder(
  name: string,
  disk: Disk,
  options: InstallOptions & { engine: 'pglite' | 'postgres'; dies: boolean },
): Promise<Bar[]> {
  const installation = await install(options.engine, options);
  const what = (text: string) => `${name}: ${text}`;
  try {
    const { tally, stop } = startTally(installation);
    await pause(2_000);
    disk.fill();
    const until = performance.now() + FULL;
    let noticed = 'said nothing';
    while (performance.now() < until) {
      await pause(500);
      const health = await installation.owner
        .send<{ dependencies: Record<string, { state: string; detail?: string }> }>('GET', '/api/health/dependencies')
        .catch(() => undefined);
      const failing = Object.entries(health?.body.dependencies ?? {})
        .filter(([, { state }]) => state !== 'ok')
        .map(([one]) => one);
      if (failing.length > 0) noticed = `failing: ${failing.join(', ')}`;
      else if (!health) noticed = 'not there';
    }
    disk.free();
    const freed = performance.now();
    // The embedded database ends with its server when its log cannot be written; the operator restarts it.
    const restarted =
      options.dies &&
      !(await fetch(`${installation.url}/api/health/live`).then(
        () => true,
        () => false,
      ));
    if (restarted) await installation.crash('server');
    await pause(HEAL_WITHIN + 2_000);
    await stop();
    const known = new Map((await readContacts(installation.owner)).map(({ key, id }) => [key, id]));
    const lost = tally.acknowledged.filter(({ key, id }) => known.get(key) !== id).map(({ key }) => key);
    const odd = [...tally.statuses.keys()].filter(
      (status) => ![201, 503, 507, ...(options.dies ? [0] : [])].includes(status),
    );
    return [
      none(what('answers that are not 201, 507 or 503'), odd.map(String)),
      holds(
        what('answers'),
        (tally.statuses.get(507) ?? 0) + (tally.statuses.get(503) ?? 0) + (tally.statuses.get(0) ?? 0) > 0,
        `${told(tally.statuses)}${restarted ? '; the server ended and was started again' : ''}`,
      ),
      holds(what('health reports it'), noticed.startsWith('failing') || restarted, noticed),
      atMost(what('writes again once there is space'), HEAL_WITHIN, Math.max(0, tally.lastTrouble - freed), seconds),
      none(what(`of ${tally.acknowledged.length} acknowledged writes, lost`), lost),
    ];
  } finally {
    await installation.remove();
  }
}

async function onDisk(megabytes: number, work: (disk: Disk) => Promise<Bar[]>): Promise<Bar[]> {
  const disk = makeDisk(megabytes);
  try {
    return await work(disk);
  } finally {
    disk.remove();
  }
}

/** Clusters are created in the temporary folder. */
async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

async function fullFiles(disk: Disk): Promise<Bar[]> {
  const data = mkdtempSync(join(tmpdir(), 'gauntlet-disk-data-'));
  mkdirSync(join(data, 'files'), { recursive: true });
  spawnSync('mount', ['--bind', disk.folder, join(data, 'files')]);
  const installation = await install('postgres', { dataDir: data });
  try {
    const upload = async () => {
      const file = new FormData();
      file.set(
        'file',
        new Blob([`First name,Last name\n${'Ada,Lovelace\n'.repeat(60_000)}`], { type: 'text/csv' }),
        'large.csv',
      );
      return (await installation.owner.send('POST', '/api/imports', { raw: file })).status;
    };
    const before = await upload();
    disk.fill();
    const full = await upload();
    const writes = (
      await installation.owner.tryCall(contacts.create, { body: { firstName: 'Still', lastName: 'works' } })
    ).status;
    disk.free();
    const after = await upload();
    return [
      holds(
        'files: an upload is refused with 507 while the disk is full, and accepted before and after',
        before === 201 && full === 507 && after === 201,
        `${before}, ${full}, ${after}`,
      ),
      holds('files: everything else works meanwhile', writes === 201, String(writes)),
    ];
  } finally {
    await installation.remove();
    spawnSync('umount', ['-l', join(data, 'files')]);
    rmSync(data, { recursive: true, force: true });
  }
}

export const disk: Scenario = {
  name: 'disk',
  title: 'The disk is full for 8 seconds under four writers',
  async run() {
    return [
      ...(await onDisk(320, (small) =>
        fillUnder('embedded database', small, { engine: 'pglite', dataDir: join(small.folder, 'data'), dies: true }),
      )),
      ...(await onDisk(400, (small) =>
        inFolder(small.folder, () => fillUnder('PostgreSQL', small, { engine: 'postgres', dies: false })),
      )),
      ...(await onDisk(64, fullFiles)),
    ];
  },
};
