/**
 * One write and one read of every domain over HTTP, on both engines: what was written is there, also after a restart,
 * and another workspace sees nothing of it.
 *
 * @smoke
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SmokePerson, SmokeWalk } from './testing/smoke.ts';
import { startTestSystem, type TestSystem } from './testing/system.ts';

const FOLDER = join(import.meta.dirname, 'domains');
const fileOf = (name: string) => join(FOLDER, name, 'domain.smoke.ts');
const DOMAINS = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** By the name of the domain's folder. */
const WALKS: Record<string, SmokeWalk> = Object.fromEntries(
  await Promise.all(
    DOMAINS.filter((name) => existsSync(fileOf(name))).map(
      async (name) => [name, ((await import(fileOf(name))) as { default: SmokeWalk }).default] as const,
    ),
  ),
);

let system: TestSystem;
let person: SmokePerson;
let neighbor: SmokePerson;

beforeAll(async () => {
  system = await startTestSystem();
  const workspaceId = await system.clientWorkspace('Before');
  person = await system.signedIn({ role: 'admin', workspaceRole: 'owner', isCommunityMember: true });
  neighbor = await system.signedIn({ role: 'user', workspaceRole: 'owner', workspaceId, isCommunityMember: true });
});
afterAll(() => system.destroy());

const textOf = async ({ read }: SmokeWalk, by: SmokePerson) => JSON.stringify((await read(by)) ?? null);

describe('every domain', () => {
  it('has a domain.smoke.ts in its folder', () => {
    expect(DOMAINS.filter((name) => !(name in WALKS))).toEqual([]);
  });

  it.each(Object.entries(WALKS))('keeps what is written: %s', async (_name, walk) => {
    await walk.write(person);
    expect(await textOf(walk, person)).toContain(walk.shows);
  });

  it('shows nothing of it to another workspace', async () => {
    const seen: string[] = [];
    for (const [name, walk] of Object.entries(WALKS)) {
      if (walk.isShared) continue;
      // A refusal shows nothing either.
      const text = await textOf(walk, neighbor).catch((error: unknown) => String(error));
      if (text.includes(walk.shows)) seen.push(name);
    }
    expect(seen).toEqual([]);
  });

  it('has it after a restart', async () => {
    await system.restart();
    const lost: string[] = [];
    for (const [name, walk] of Object.entries(WALKS))
      if (!(await textOf(walk, person)).includes(walk.shows)) lost.push(name);
    expect(lost).toEqual([]);
  });
});
