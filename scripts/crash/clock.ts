/**
 * Wrong clocks: a server a day ahead of its database or a day behind, and a machine whose one clock jumps a day ahead
 * and back. (Daylight saving is covered by the unit tests of schedules, recurrence, and calendars.)
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installation as admin, recurringJobs } from '../../src/domains/admin/contract.ts';
import { activities, contacts } from '../../src/domains/crm/contract.ts';
import { imports, type RecordImport } from '../../src/domains/crm/contract.ts';
import { notifications } from '../../src/domains/notifications/contract.ts';
import type { TestClient } from '../../src/testing/client.ts';
import { install, OWNER, pause, type Engine, type Installation } from './engines.ts';
import { holds, type Bar, type Scenario } from './report.ts';

const DAY = 86_400_000;
/** Runs every five seconds. */
const OFTEN = 'automation.webhooks_due';
const WATCH_FOR = 20_000;
const AFTER_A_JUMP = 40_000;
const SHIM = join(import.meta.dirname, 'clock-shim.ts');

interface Clocked {
  installation: Installation;
  set(offset: number): Promise<void>;
}

async function withClock(engine: Engine, offset: number, work: (clocked: Clocked) => Promise<Bar[]>): Promise<Bar[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-clock-'));
  const file = join(folder, 'offset');
  writeFileSync(file, String(offset));
  const installation = await install(engine, { env: { CLOCK_FILE: file }, nodeArgs: ['--import', SHIM] });
  try {
    return await work({
      installation,
      async set(next) {
        writeFileSync(file, String(next));
        await pause(500);
      },
    });
  } finally {
    await installation.remove();
    rmSync(folder, { recursive: true });
  }
}

const runsOf = async (owner: TestClient) =>
  (await owner.call(recurringJobs.list)).items.find(({ name }) => name === OFTEN)!.runs;

/** Number of runs within twenty seconds of work due every five. */
async function rhythm(owner: TestClient): Promise<number> {
  const before = await runsOf(owner);
  await pause(WATCH_FOR);
  return (await runsOf(owner)) - before;
}

/** A job from start to end. */
async function importsWell(owner: TestClient): Promise<boolean> {
  const file = new FormData();
  file.set('file', new Blob(['First name,Last name\nAda,Lovelace\nGrace,Hopper\n'], { type: 'text/csv' }), 'two.csv');
  const { body } = await owner.send<RecordImport>('POST', '/api/imports', { raw: file });
  await owner.call(imports.start, { params: { id: body.id } });
  for (let n = 0; n < 60; n++) {
    if ((await owner.call(imports.get, { params: { id: body.id } })).state === 'done') return true;
    await pause(500);
  }
  return false;
}

/**
 * A reminder that is due soon by the true clock.
 * @returns milliseconds until it came; undefined: it never came
 */
async function reminds(owner: TestClient): Promise<number | undefined> {
  const began = performance.now();
  await owner.call(activities.create, {
    body: { type: 'task', subject: 'Soon', dueAt: new Date(Date.now() + 15_000).toISOString(), reminders: [0] },
  });
  while (performance.now() - began < 100_000) {
    await pause(1_000);
    const { items } = await owner.call(notifications.list, { query: {} });
    if (items.some(({ title }) => title.includes('Soon'))) return performance.now() - began;
  }
  return undefined;
}

async function besideItsDatabase(name: string, offset: number): Promise<Bar[]> {
  return withClock('postgres', offset, async ({ installation: { owner } }) => {
    const runs = await rhythm(owner);
    const after = await reminds(owner);
    const imported = await importsWell(owner);
    const session = (await owner.send('GET', '/api/user')).status;
    const written = (await owner.tryCall(contacts.create, { body: { firstName: 'Ada' } })).status;
    return [
      holds(`${name}: people stay signed in and write`, session === 200 && written === 201, `${session}, ${written}`),
      holds(`${name}: work due every 5 s ran in 20 s`, runs >= 3 && runs <= 6, `${runs} times`),
      holds(
        `${name}: a reminder set 15 s ahead arrives on time`,
        after !== undefined && after >= 14_000,
        after === undefined ? 'never' : `after ${Math.round(after / 1000)} s`,
      ),
      holds(`${name}: a job runs to its end`, imported),
    ];
  });
}

async function jumping(): Promise<Bar[]> {
  return withClock('pglite', 0, async ({ installation: { owner }, set }) => {
    const bars: Bar[] = [];
    const look = async (what: string) => {
      await pause(AFTER_A_JUMP - WATCH_FOR);
      const runs = await rhythm(owner);
      bars.push(holds(`one clock, ${what}: work due every 5 s ran in 20 s`, runs >= 3 && runs <= 6, `${runs} times`));
      bars.push(holds(`one clock, ${what}: a job runs to its end`, await importsWell(owner)));
      const session = (await owner.send('GET', '/api/user')).status;
      bars.push(holds(`one clock, ${what}: people stay signed in`, session === 200, String(session)));
    };
    await set(DAY);
    // No one was here for a day, so the session is over, as it should be.
    await owner.signIn(OWNER.email, OWNER.password);
    await look('a day ahead');
    await set(0);
    await look('and back');
    const stuck = (await owner.call(admin.jobs, { query: { state: 'running' } })).items.length;
    bars.push(holds('one clock: no job hangs', stuck === 0, String(stuck)));
    return bars;
  });
}

export const clock: Scenario = {
  name: 'clock',
  title: 'Clocks that are wrong or jump',
  run: async () => [
    ...(await besideItsDatabase('a day ahead of its database', DAY)),
    ...(await besideItsDatabase('a day behind its database', -DAY)),
    ...(await jumping()),
  ],
};
