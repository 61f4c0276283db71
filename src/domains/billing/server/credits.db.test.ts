import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, inWorkspace, selectRows } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { credits } from '../contract.ts';
import { defineMeteredFeature } from './features.ts';
import { reserveCredits, settleCredits } from './ledger.ts';

const FEATURE = defineMeteredFeature({ id: 'test.pages', label: 'Test pages', unit: 'pages', defaultPrice: '0.5' }).id;

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
let system: TestSystem;
let owner: Person;
let member: Person;
let admin: Person;
beforeAll(async () => {
  system = await startTestSystem();
  admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
});
afterAll(() => system.destroy());
beforeEach(async () => {
  const workspaceId = await system.clientWorkspace(`Client ${newId()}`);
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  member = await system.signedIn({ workspaceId });
});

function spend(amount: string, note = ''): Promise<void> {
  const { workspaceId, userId } = member;
  return inWorkspace(workspaceId, userId, async () => {
    const { id } = await reserveCredits({ workspaceId, userId, feature: FEATURE, amount, key: newId(), note });
    await settleCredits(id, amount);
  });
}

it('shows what is left, what used it, and who', async () => {
  await spend('120.5', 'A long answer');
  const summary = await owner.call(credits.summary);
  expect(summary).toMatchObject({ available: '879.5000', usedThisMonth: '120.5000', mayManage: true, mayGrant: false });
  expect(summary.byFeature).toEqual([{ feature: FEATURE, label: 'Test pages', used: '120.5000', times: 1 }]);
  expect(summary.byPerson).toMatchObject([{ person: { id: member.userId }, used: '120.5000' }]);
  expect(summary.days).toHaveLength(30);
  expect(summary.days.at(-1)!.used).toBe('120.5000');
  expect(summary.features).toContainEqual({ id: FEATURE, label: 'Test pages', unit: 'pages', price: '0.5' });
});

it('lists the statement by pages, and exports all of it', async () => {
  for (const amount of ['1', '2', '3']) await spend(amount);
  const first = await owner.call(credits.entries, { query: { limit: 2 } });
  expect(first.items.map(({ amount }) => amount)).toEqual(['-3.0000', '-2.0000']);
  const second = await owner.call(credits.entries, { query: { limit: 2, cursor: first.next! } });
  expect(second.items).toMatchObject([
    { amount: '-1.0000', kind: 'settle', person: { id: member.userId } },
    { amount: '1000.0000', kind: 'grant', note: 'Starting credits' },
  ]);
  expect(second.next).toBeNull();
  const csv = await (await owner.open('GET', credits.export.path)).text();
  expect(csv.trim().split('\n')).toHaveLength(5);
  expect(csv).toContain('Starting credits');
});

it('lets administrators give credits to a client, and take back what is left', async () => {
  const { id } = await admin.call(credits.grant, {
    body: { workspaceId: owner.workspaceId, amount: '250', reason: 'Welcome package' },
  });
  const summary = await owner.call(credits.summary);
  expect(summary.available).toBe('1250.0000');
  expect(summary.grants).toContainEqual(
    expect.objectContaining({ id, reason: 'Welcome package', remaining: '250.0000' }),
  );
  await expect(owner.call(credits.revoke, { params: { id } })).rejects.toThrow('"code":"forbidden"');
  await expect(admin.call(credits.revoke, { params: { id } })).rejects.toThrow('"code":"not_found"');
  const visiting = await system.signedIn({ role: 'admin', workspaceId: owner.workspaceId });
  await visiting.call(credits.revoke, { params: { id } });
  expect((await owner.call(credits.summary)).available).toBe('1000.0000');
  const { items } = await owner.call(credits.entries, { query: { limit: 2 } });
  expect(items.map(({ kind, person }) => [kind, person?.name])).toEqual([
    ['revoke', 'Test Person'],
    ['grant', 'Test Person'],
  ]);
});

it('notifies those in charge when a revoked grant leaves too little', async () => {
  const { version } = await owner.call(credits.summary);
  const { id } = await admin.call(credits.grant, {
    body: { workspaceId: owner.workspaceId, amount: '500', reason: 'Pilot' },
  });
  await owner.call(credits.lowBalance, { body: { version, lowBelow: '1200' } });
  const visiting = await system.signedIn({ role: 'admin', workspaceId: owner.workspaceId });
  await visiting.call(credits.revoke, { params: { id } });
  const rows = await asSystem(() => selectRows('notifications', ['title'], { userId: owner.userId }));
  expect(rows).toEqual([{ title: 'Credits are low: 1,000.00 left' }]);
});

it('refuses a grant that is empty, has expired, or is for no one', async () => {
  const grant = (body: object) => admin.call(credits.grant, { body: { amount: '5', reason: 'Test', ...body } });
  await expect(grant({ amount: '0' })).rejects.toThrow('"field":"amount"');
  await expect(grant({ amount: '-5' })).rejects.toThrow('"field":"amount"');
  await expect(grant({ expiresAt: '2020-01-01T00:00:00.000Z' })).rejects.toThrow('"field":"expiresAt"');
  await expect(grant({ workspaceId: newId() })).rejects.toThrow('"code":"not_found"');
});

it('limits spending, and frees it when the limit is removed', async () => {
  const body = { period: 'day', who: 'each', feature: FEATURE, amount: '10' } as const;
  const { id } = await owner.call(credits.createLimit, { body });
  await expect(owner.call(credits.createLimit, { body })).rejects.toThrow('"code":"conflict"');
  await expect(member.call(credits.createLimit, { body })).rejects.toThrow('"code":"forbidden"');
  await expect(owner.call(credits.createLimit, { body: { ...body, who: 'person' } })).rejects.toThrow(
    '"field":"userId"',
  );
  await spend('8');
  await expect(spend('8')).rejects.toMatchObject({ code: 'credits' });
  await owner.call(credits.removeLimit, { params: { id } });
  await spend('8');
});

it('estimates a cost, and says whether the balance covers it', async () => {
  const estimate = (units: string) => member.call(credits.estimate, { query: { feature: FEATURE, units } });
  expect(await estimate('2000')).toEqual({ credits: '1000.0000', available: '1000.0000', covered: true });
  expect(await estimate('2001')).toMatchObject({ credits: '1000.5000', covered: false });
  await expect(member.call(credits.estimate, { query: { feature: 'x', units: '1' } })).rejects.toThrow(
    '"field":"feature"',
  );
});

it('keeps the threshold that was saved first when two are saved at once', async () => {
  const { version } = await owner.call(credits.summary);
  await owner.call(credits.lowBalance, { body: { version, lowBelow: '300' } });
  await expect(owner.call(credits.lowBalance, { body: { version, lowBelow: null } })).rejects.toThrow('"code":"stale"');
  expect((await owner.call(credits.summary)).lowBelow).toBe('300.0000');
});
