import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, query } from '../../../../server/db/index.ts';
import { runRecurring } from '../../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { contacts } from '../../../crm/contract.ts';
import { checklist, installs, onboardings } from '../../contract.ts';
import { remindOfSteps } from './reminders.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const admin = () => system.signedIn({ role: 'admin', workspaceRole: 'owner' });

async function started(name: string) {
  const boss = await admin();
  const id = await system.clientWorkspace(name);
  await boss.call(installs.apply, {
    params: { ref: 'dental-practice' },
    body: { workspaceId: id, parts: [], onboarding: { ownerId: boss.userId } },
  });
  return { boss, id };
}

const stateOf = (steps: readonly { key: string; state: string }[], key: string) =>
  steps.find((step) => step.key === key)?.state;

describe('the onboarding of a client', () => {
  it('ticks itself off as things happen, the client’s own steps by the client', async () => {
    const { boss, id } = await started('Bright Smiles');
    const first = await boss.call(onboardings.get, { params: { id } });
    // A workspace that an administrator made is set up; no one has joined it.
    expect(first).toMatchObject({
      state: 'open',
      templateName: 'Dental practice',
      done: 1,
      owner: { id: boss.userId },
    });
    expect(first.steps.map(({ key }) => key)).toContain('recalls');
    const owner = await system.signedIn({ workspaceId: id, workspaceRole: 'owner', isClient: true } as never);
    await owner.call(contacts.create, { body: { firstName: 'Ada' } });
    await expect
      .poll(async () => stateOf((await boss.call(onboardings.get, { params: { id } })).steps, 'contacts'), {
        timeout: 20_000,
      })
      .toBe('done');
    const mine = await owner.call(checklist.get);
    expect(stateOf(mine.steps, 'join')).toBe('done');
    expect(mine.steps.map(({ audience }) => audience)).not.toContain('agency');
    const after = await owner.call(checklist.mark, { params: { key: 'hours' }, body: { state: 'done' } });
    expect(after.done).toBe(mine.done + 1);
    expect((await owner.tryCall(checklist.mark, { params: { key: 'recalls' }, body: { state: 'done' } })).status).toBe(
      404,
    );
    expect(
      (await owner.tryCall(onboardings.mark, { params: { id, key: 'recalls' }, body: { state: 'done' } })).status,
    ).toBe(403);
    for (const step of first.steps)
      await boss.call(onboardings.mark, {
        params: { id, key: step.key },
        body: { state: step.audience === 'agency' ? 'done' : 'skipped' },
      });
    expect(await boss.call(onboardings.get, { params: { id } })).toMatchObject({ state: 'done', next: null });
    await boss.call(onboardings.mark, { params: { id, key: 'recalls' }, body: { state: 'open' } });
    expect(await boss.call(onboardings.get, { params: { id } })).toMatchObject({ state: 'open', finishedAt: null });
  });

  it('ends when its last steps are ticked off at the same moment', async () => {
    const { boss, id } = await started('All at once');
    const owner = await system.signedIn({ workspaceId: id, workspaceRole: 'owner' });
    await asSystem(() =>
      query(
        `update client_onboarding_steps
          set rule = null, state = case audience when 'client' then 'open' else 'done' end where workspace_id = $1`,
        [id],
      ),
    );
    const { steps } = await owner.call(checklist.get);
    expect(steps.length).toBeGreaterThan(2);
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        steps.map(({ key }) => owner.call(checklist.mark, { params: { key }, body: { state: 'done' } })),
      );
      expect(await boss.call(onboardings.get, { params: { id } })).toMatchObject({ state: 'done', next: null });
      await asSystem(() =>
        query(`update client_onboarding_steps set state = 'open' where workspace_id = $1 and audience = 'client'`, [
          id,
        ]),
      );
    }
  });

  it('is listed with stuck ones first, told apart by state, and not twice for one client', async () => {
    const { boss, id } = await started('On time');
    const late = await started('Late already');
    await asSystem(() =>
      query(
        `update client_onboarding_steps set due_on = current_date - 3 where workspace_id = $1 and key = 'license'`,
        [late.id],
      ),
    );
    await asSystem(() =>
      query('update client_onboardings set next_due = current_date - 3 where workspace_id = $1', [late.id]),
    );
    const { items } = await boss.call(onboardings.list);
    expect(items.findIndex((row) => row.id === late.id)).toBeLessThan(items.findIndex((row) => row.id === id));
    expect(items.find((row) => row.id === late.id)).toMatchObject({ state: 'stuck', overdue: 1 });
    expect((await boss.call(onboardings.list, { query: { state: 'open' } })).items.map((row) => row.id)).not.toContain(
      late.id,
    );
    const untouched = await system.clientWorkspace('Untouched');
    expect((await boss.call(onboardings.list, { query: { state: 'none', search: 'untouched' } })).items).toMatchObject([
      { id: untouched, state: 'none', of: 0 },
    ]);
    const counts = await boss.call(onboardings.counts);
    expect(counts.stuck).toBeGreaterThan(0);
    const before = await boss.call(onboardings.get, { params: { id } });
    const other = await admin();
    await other.call(installs.apply, {
      params: { ref: 'dental-practice' },
      body: { workspaceId: id, parts: [], onboarding: {} },
    });
    expect(await boss.call(onboardings.get, { params: { id } })).toMatchObject({
      steps: before.steps,
      owner: { id: boss.userId },
    });
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await boss.call(onboardings.list, { query: { limit: 1, cursor } });
      pages.push(...page.items.map((row) => row.id));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(pages).toEqual(items.map((row) => row.id));
  });

  it('is changed by version, has steps of its own, and reminds once an hour', async () => {
    const { boss, id } = await started('Reminded');
    const onboarding = await boss.call(onboardings.get, { params: { id } });
    const other = await admin();
    const moved = await boss.call(onboardings.update, {
      params: { id },
      body: { version: onboarding.version, ownerId: other.userId, due: { license: '2031-01-01' } },
    });
    expect(moved).toMatchObject({ owner: { id: other.userId } });
    expect(moved.steps.find(({ key }) => key === 'license')?.dueOn).toBe('2031-01-01');
    expect(
      (await boss.tryCall(onboardings.update, { params: { id }, body: { version: onboarding.version, ownerId: null } }))
        .body.code,
    ).toBe('stale');
    const plain = await system.signedIn();
    expect(
      (
        await boss.tryCall(onboardings.update, {
          params: { id },
          body: { version: moved.version, ownerId: plain.userId },
        })
      ).status,
    ).toBe(400);
    const added = await boss.call(onboardings.addStep, {
      params: { id },
      body: { title: 'Send the logo', audience: 'client', dueOn: '2030-05-01' },
    });
    const own = added.steps.find(({ title }) => title === 'Send the logo')!;
    await boss.call(onboardings.removeStep, { params: { id, key: own.key } });
    expect((await boss.tryCall(onboardings.removeStep, { params: { id, key: own.key } })).status).toBe(404);
    expect((await boss.tryCall(onboardings.remind, { params: { id } })).body.code).toBe('conflict');
    const owner = await system.signedIn({ workspaceId: id, workspaceRole: 'owner' });
    expect(await boss.call(onboardings.remind, { params: { id } })).toEqual({ told: 1 });
    expect((await boss.tryCall(onboardings.remind, { params: { id } })).status).toBe(429);
    const news = await asSystem(() =>
      query<{ title: string }>(`select title from notifications where user_id = $1 and kind = 'onboarding_steps'`, [
        owner.userId,
      ]),
    );
    expect(news[0]?.title).toMatch(/steps of your set-up are left$/);
    expect((await boss.tryCall(onboardings.get, { params: { id: await system.operations() } })).status).toBe(404);
  });

  it('tells whoever looks after it of what is late, once', async () => {
    const { boss, id } = await started('Overdue');
    await asSystem(() => query(`update workspaces set time_zone = 'UTC' where id = $1`, [id]));
    await asSystem(() =>
      query(
        `update client_onboarding_steps set due_on = current_date - 2 where workspace_id = $1 and key = 'recalls'`,
        [id],
      ),
    );
    for (let round = 0; round < 2; round++) {
      await runRecurring('templates.onboarding');
    }
    const news = await asSystem(() =>
      query<{ title: string; hour: number }>(
        `select title, extract(hour from now() at time zone 'UTC')::int as hour from notifications
          where user_id = $1 and kind = 'onboarding_late'`,
        [boss.userId],
      ),
    );
    // No one is told before eight in the morning.
    if (new Date().getUTCHours() >= 8)
      expect(news.map(({ title }) => title)).toEqual([
        'Overdue: “Fill “Next recall” from the practice software” is late',
      ]);
    else expect(news).toEqual([]);
    // Once no one looks after it who may, all who may hear of it; whoever may not any more does not.
    const other = await admin();
    await asSystem(() => query(`update users set role = 'user' where id = $1`, [boss.userId]));
    await asSystem(() =>
      query(
        `update client_onboarding_steps set due_on = current_date - 4 where workspace_id = $1 and key = 'recalls'`,
        [id],
      ),
    );
    const noon = new Date();
    noon.setUTCHours(12);
    await asSystem(() => remindOfSteps(noon));
    const told = await asSystem(() =>
      query<{ user_id: string }>(
        `select user_id from notifications
          where kind = 'onboarding_late' and dedupe_key like $1 and body like '%' || (current_date - 4)::text || '%'`,
        [`onboarding:${id}:%`],
      ),
    );
    expect([told.some((row) => row.user_id === other.userId), told.some((row) => row.user_id === boss.userId)]).toEqual(
      [true, false],
    );
  });
});
