import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { wake } from '../../../server/jobs/queue.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { type Approval, approvalRules, approvals, type ApprovalState } from '../contract.ts';
import { defineApprovalKind, requestApproval, type ApprovalRequest } from '../index.ts';
import { EXPIRY } from './expiry.ts';

const Content = z.object({
  to: z.string().min(1, 'Enter a recipient.'),
  amount: z.number(),
  ref: z.string().default('x'),
});
type Content = z.infer<typeof Content>;

let act: (content: Content, id: string) => Promise<unknown> = async () => ({ ok: true });
const ran = vi.fn<(content: Content) => void>();
const base = {
  tab: 'outgoing' as const,
  content: Content,
  fields: [
    { key: 'to', label: 'To', input: 'line' as const },
    { key: 'amount', label: 'Amount', input: 'number' as const },
    { key: 'ref', label: 'Reference', input: 'fixed' as const },
  ],
  filterFields: [
    { field: 'to', label: 'To', kind: 'text' as const },
    { field: 'amount', label: 'Amount', kind: 'number' as const },
  ],
  async execute(content: Content, { approvalId }: { approvalId: string }) {
    ran(content);
    return act(content, approvalId);
  },
};
const undone = vi.fn();
const inside = defineApprovalKind({
  ...base,
  name: 'test.inside',
  label: 'Inside',
  effect: 'inside',
  undo: async (content) => undone(content),
});
const mail = defineApprovalKind({ ...base, name: 'test.once', label: 'Once', effect: 'once' });
const hook = defineApprovalKind({ ...base, name: 'test.repeatable', label: 'Repeatable', effect: 'repeatable' });
const firm = defineApprovalKind({
  ...base,
  name: 'test.firm',
  label: 'Firm',
  effect: 'inside',
  async rejected({ to }) {
    if (to === 'Eve') throw new AppError('conflict', 'It was taken back meanwhile.');
  },
  async reopened() {
    throw new AppError('conflict', 'It was changed since.');
  },
});
const held = defineApprovalKind({ ...base, name: 'test.held', label: 'Held', effect: 'inside', hold: 3600 });

let system: TestSystem;
type Client = Awaited<ReturnType<TestSystem['signedIn']>>;
let ada: Client;
beforeAll(async () => {
  system = await startTestSystem();
  ada = await system.signedIn({ role: 'admin' });
});
afterAll(() => system.destroy());
beforeEach(() => {
  ran.mockClear();
  act = async () => ({ ok: true });
});

async function ask(
  kind: typeof inside,
  request: Partial<ApprovalRequest<Content>> = {},
  client = ada,
): Promise<Approval> {
  const { id } = await inWorkspace(client.workspaceId, null, () =>
    requestApproval(kind, { title: 'Pay Ann', content: { to: 'Ann', amount: 5, ref: 'x' }, ...request }),
  );
  return client.call(approvals.get, { params: { id } });
}

const get = (id: string) => ada.call(approvals.get, { params: { id } });

async function untilState(id: string, state: ApprovalState): Promise<Approval> {
  return vi.waitFor(
    async () => {
      const present = await get(id);
      expect(present.state).toBe(state);
      return present;
    },
    { timeout: 20_000, interval: 20 },
  );
}

describe('a request', () => {
  it('is let through with what it says, runs once, and keeps what came of it', async () => {
    const asked = await ask(inside, { why: 'She fixed the roof' });
    expect(asked).toMatchObject({
      state: 'pending',
      why: 'She fixed the roof',
      content: { to: 'Ann', amount: 5 },
      requestedBy: null,
    });
    const approved = await ada.call(approvals.approve, { params: { id: asked.id }, body: { version: asked.version } });
    expect(approved).toMatchObject({ decidedBy: { id: ada.userId } });
    expect(await untilState(asked.id, 'done')).toMatchObject({ result: { ok: true }, undoable: true });
    expect(ran).toHaveBeenCalledTimes(1);
    const { items } = await ada.call(approvals.history, { params: { id: asked.id } });
    expect(items.map((item) => item.type)).toEqual(['approval.requested', 'approval.approved', 'approval.closed']);
  });

  it('can be changed first; what was asked for stays known, and what is fixed stays', async () => {
    const { id, version } = await ask(inside);
    const refused = await ada.tryCall(approvals.edit, {
      params: { id },
      body: { version, content: { to: '', amount: 5, ref: 'x' } },
    });
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      [{ field: 'content.to', message: 'Enter a recipient.' }],
    ]);
    expect(
      (
        await ada.tryCall(approvals.edit, {
          params: { id },
          body: { version, content: { to: 'Ann', amount: 5, ref: 'other' } },
        })
      ).status,
    ).toBe(400);
    await ada.call(approvals.approve, {
      params: { id },
      body: { version, content: { to: 'Bob', amount: 7, ref: 'x' } },
    });
    expect(await untilState(id, 'done')).toMatchObject({ edited: true, content: { to: 'Bob', amount: 7 } });
    expect(ran).toHaveBeenCalledWith({ to: 'Bob', amount: 7, ref: 'x' });
  });

  it('is decided on once, however many press at once [V14]', async () => {
    const bob = await system.signedIn();
    const { id, version } = await ask(inside);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => ada.tryCall(approvals.approve, { params: { id }, body: { version } })),
      ...Array.from({ length: 4 }, () =>
        bob.tryCall(approvals.reject, { params: { id }, body: { version, reason: 'No' } }),
      ),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]));
    const present = await get(id);
    if (present.state !== 'rejected') await untilState(id, 'done');
    expect(ran).toHaveBeenCalledTimes(present.state === 'rejected' ? 0 : 1);
  });

  it('that was changed meanwhile is not decided on by an old picture of it', async () => {
    const { id, version } = await ask(inside);
    await ada.call(approvals.edit, { params: { id }, body: { version, content: { to: 'Eve', amount: 5, ref: 'x' } } });
    const stale = await ada.tryCall(approvals.approve, { params: { id }, body: { version } });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect(stale.body.details).toMatchObject({ current: { content: { to: 'Eve' } } });
  });

  it('of another workspace does not exist', async () => {
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace(), role: 'admin' });
    const { id, version } = await ask(inside);
    const params = { id };
    const calls = [
      stranger.tryCall(approvals.get, { params }),
      stranger.tryCall(approvals.history, { params }),
      stranger.tryCall(approvals.undo, { params }),
      stranger.tryCall(approvals.approve, { params, body: { version } }),
      stranger.tryCall(approvals.reject, { params, body: { version } }),
      stranger.tryCall(approvals.edit, { params, body: { version, content: {} } }),
      stranger.tryCall(approvals.retry, { params, body: {} }),
      stranger.tryCall(approvals.snooze, {
        params,
        body: { version, until: new Date(Date.now() + 60_000).toISOString() },
      }),
    ];
    expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual(calls.map(() => 404));
    expect((await stranger.call(approvals.list, {})).items).toEqual([]);
    expect(await stranger.call(approvals.bulk, { body: { act: 'approve', ids: [id] } })).toMatchObject({
      done: [],
      skipped: [{ id }],
    });
    expect((await stranger.call(approvals.count)).total).toBe(0);
  });

  it('made twice for the same occasion is one', async () => {
    const first = await ask(inside, { key: 'occasion' });
    expect((await ask(inside, { key: 'occasion', title: 'Again' })).id).toBe(first.id);
  });

  it('is counted, put aside, brought back, and lapses', async () => {
    const client = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const inTab = await ask(inside, {}, client);
    expect(await client.call(approvals.count)).toMatchObject({ incoming: 0, outgoing: 1, total: 1, snoozed: 0 });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await client.call(approvals.snooze, { params: { id: inTab.id }, body: { version: inTab.version, until } });
    expect(await client.call(approvals.count)).toMatchObject({ total: 0, snoozed: 1 });
    expect((await client.call(approvals.list, { query: { view: 'snoozed' } })).items).toHaveLength(1);
    await asSystem(() =>
      execute(`update approvals set snoozed_until = now() - interval '1 second' where id = $1`, [inTab.id]),
    );
    await runRecurring(EXPIRY);
    const back = await client.call(approvals.get, { params: { id: inTab.id } });
    expect(back).toMatchObject({ snoozedUntil: null, state: 'pending' });
    await asSystem(() =>
      execute(`update approvals set expires_at = now() - interval '1 second' where id = $1`, [inTab.id]),
    );
    expect(
      (await client.tryCall(approvals.approve, { params: { id: inTab.id }, body: { version: back.version } })).status,
    ).toBe(409);
    await runRecurring(EXPIRY);
    expect(await client.call(approvals.get, { params: { id: inTab.id } })).toMatchObject({
      state: 'expired',
      undoable: false,
    });
  });

  it('comes page by page, in the order in which it arrived, and is found by its words', async () => {
    const client = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const asked: string[] = [];
    for (let n = 0; n < 5; n++) asked.push((await ask(inside, { title: `Pay ${n} Élan` }, client)).id);
    const first = await client.call(approvals.list, { query: { limit: 3 } });
    const second = await client.call(approvals.list, { query: { limit: 3, cursor: first.next! } });
    expect([...first.items, ...second.items].map((item) => item.id)).toEqual(asked);
    expect(second.next).toBeNull();
    expect(
      (await client.call(approvals.list, { query: { search: 'PAY 3 élan' } })).items.map((item) => item.id),
    ).toEqual([asked[3]]);
    expect((await client.tryCall(approvals.list, { query: { cursor: 'nonsense' } })).status).toBe(400);
    const { done, skipped } = await client.call(approvals.bulk, {
      body: { act: 'reject', ids: [...asked, asked[0]!], reason: 'Not now' },
    });
    expect([done.length, skipped.length]).toEqual([5, 0]);
    expect((await client.call(approvals.list, { query: { view: 'decided', limit: 2 } })).items[0]).toMatchObject({
      state: 'rejected',
      reason: 'Not now',
    });
    expect((await client.call(approvals.bulk, { body: { act: 'undo', ids: asked } })).done).toHaveLength(5);
  });

  it('that its kind refuses is left as it was, also among many', async () => {
    const [kept, firmly] = [await ask(firm, { content: { to: 'Eve', amount: 1, ref: 'x' } }), await ask(firm)];
    // As the browser sends it: the call is one transaction.
    const headers = { 'idempotency-key': crypto.randomUUID() };
    expect(
      await ada.call(approvals.bulk, { body: { act: 'reject', ids: [kept.id, firmly.id], reason: 'No' }, headers }),
    ).toMatchObject({ done: [firmly.id], skipped: [{ id: kept.id }] });
    expect(await get(kept.id)).toMatchObject({ state: 'pending', decidedBy: null, reason: '' });
    expect(
      (
        await ada.call(approvals.bulk, {
          body: { act: 'undo', ids: [firmly.id] },
          headers: { 'idempotency-key': crypto.randomUUID() },
        })
      ).skipped,
    ).toHaveLength(1);
    expect((await get(firmly.id)).state).toBe('rejected');
  });
});

describe('an act that was let through', () => {
  it('can be taken back while it is held, and runs not', async () => {
    const { id, version } = await ask(held);
    const approved = await ada.call(approvals.approve, { params: { id }, body: { version } });
    expect(approved).toMatchObject({ state: 'approved', undoable: true });
    expect(await ada.call(approvals.undo, { params: { id } })).toMatchObject({ state: 'pending', decidedBy: null });
    expect(ran).not.toHaveBeenCalled();
    // Approved again it is held again: the time of the first approval is nothing to it.
    const again = await ada.call(approvals.approve, { params: { id }, body: { version: (await get(id)).version } });
    const jobs = () =>
      asSystem(() =>
        query<{ state: string; delivery: string }>(
          `select state, delivery_id as delivery from jobs
            where kind = 'approvals.run' and payload->>'approvalId' = $1 order by id`,
          [id],
        ),
      );
    const due = async (nth: number) => {
      await asSystem(async () =>
        execute('update pgboss.job set start_after = now() where id = $1', [(await jobs())[nth]!.delivery]),
      );
      wake('approvals.run');
      await vi.waitFor(async () => expect((await jobs())[nth]!.state).toBe('succeeded'), {
        timeout: 20_000,
        interval: 20,
      });
    };
    await due(0);
    expect([await get(id), ran.mock.calls]).toEqual([again, []]);
    // Nothing runs in a workspace that was archived meanwhile: whoever brings it back decides again.
    const archived = (at: string) =>
      asSystem(() => execute(`update workspaces set archived_at = ${at} where id = $1`, [ada.workspaceId]));
    await archived('now()');
    await due(1);
    await archived('null');
    const backAgain = await vi.waitFor(() => get(id), { timeout: 20_000 });
    expect([backAgain.state, backAgain.decidedBy, ran.mock.calls]).toEqual(['pending', null, []]);
    await ada.call(approvals.approve, { params: { id }, body: { version: backAgain.version } });
    await due(2);
    expect([(await get(id)).state, ran.mock.calls.length]).toEqual(['done', 1]);
  });

  it('can be undone where its kind can, once', async () => {
    const { id, version } = await ask(inside);
    await ada.call(approvals.approve, { params: { id }, body: { version } });
    await untilState(id, 'done');
    expect(await ada.call(approvals.undo, { params: { id } })).toMatchObject({ state: 'undone' });
    expect(undone).toHaveBeenCalledTimes(1);
    expect((await ada.tryCall(approvals.undo, { params: { id } })).status).toBe(409);
  });

  it('that fails for good says why, leaves nothing half done, and can be tried again', async () => {
    act = async () => {
      await query('delete from approvals where workspace_id = $1', [ada.workspaceId]);
      throw new AppError('validation', 'Ann has no account.');
    };
    const { id, version } = await ask(inside);
    await ada.call(approvals.approve, { params: { id }, body: { version } });
    expect(await untilState(id, 'failed')).toMatchObject({ error: 'Ann has no account.' });
    act = async () => ({ ok: true });
    await ada.call(approvals.retry, { params: { id }, body: {} });
    await untilState(id, 'done');
    expect((await ada.tryCall(approvals.retry, { params: { id }, body: {} })).status).toBe(409);
  });

  /** As a worker leaves it that is killed in the middle. */
  const kill = (id: string) =>
    asSystem(() => execute(`update approvals set state = 'running', attempts = 1 where id = $1`, [id]));

  it('that was interrupted while running asks a person when others cannot tell a repetition', async () => {
    const { id, version } = await ask(mail, {}, ada);
    const gate = Promise.withResolvers<void>();
    act = () => gate.promise;
    await ada.call(approvals.approve, { params: { id }, body: { version } });
    await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    // A second delivery, as after the death of the process that had the first.
    await inWorkspace(ada.workspaceId, null, async () => (await import('./run.ts')).scheduleRun(id, 0));
    expect(await untilState(id, 'uncertain')).toMatchObject({
      error: expect.stringContaining('may have run') as string,
    });
    expect(ran).toHaveBeenCalledTimes(1);
    await ada.call(approvals.retry, { params: { id }, body: { ran: true } });
    expect((await get(id)).state).toBe('done');
    gate.resolve();
  });

  it('that was interrupted while running is sent again under the same id when others can', async () => {
    const { id, version } = await ask(hook);
    const ids: string[] = [];
    act = async (_, approvalId) => {
      ids.push(approvalId);
      if (ids.length === 1) {
        await kill(approvalId);
        throw new Error('as if killed');
      }
      return 'sent';
    };
    await ada.call(approvals.approve, { params: { id }, body: { version } });
    // The second delivery comes after the first was broken off: one that finds it still going on ends there, and the
    // next follows in ten seconds.
    await vi.waitFor(() => expect(ids).toHaveLength(1), { timeout: 20_000 });
    await inWorkspace(ada.workspaceId, null, async () => (await import('./run.ts')).scheduleRun(id, 0));
    expect(await untilState(id, 'done')).toMatchObject({ result: 'sent' });
    expect(new Set(ids)).toEqual(new Set([id]));
  });
});

describe('a rule', () => {
  const small = { match: 'all' as const, conditions: [{ field: 'amount', op: 'lt' as const, value: 10 }] };

  it('shows first what it would have done, then does it, up to its limit', async () => {
    const client = await system.signedIn({ workspaceId: await system.clientWorkspace(), role: 'admin' });
    const past = [
      await ask(inside, { title: 'Small, fine' }, client),
      await ask(inside, { title: 'Small, refused' }, client),
      await ask(inside, { title: 'Big', content: { to: 'Ann', amount: 500, ref: 'x' } }, client),
    ];
    await client.call(approvals.approve, { params: { id: past[0]!.id }, body: { version: 1 } });
    await client.call(approvals.reject, { params: { id: past[1]!.id }, body: { version: 1, reason: 'Twice' } });
    const preview = await client.call(approvalRules.preview, { body: { kind: 'test.inside', filter: small } });
    expect(preview).toMatchObject({ seen: 3, matched: 2, approved: 1, rejected: 1, waiting: 0 });
    expect(preview.sample[0]).toMatchObject({ title: 'Small, refused', state: 'rejected' });
    const rule = await client.call(approvalRules.create, {
      body: { name: 'Small sums', kind: 'test.inside', filter: small, dailyLimit: 1 },
    });
    // Of those that come at once one takes the place of the day.
    const [first, ...rest] = (await Promise.all(Array.from({ length: 4 }, () => ask(inside, {}, client)))).sort(
      (one, other) => Number(other.rule !== null) - Number(one.rule !== null),
    );
    expect(first).toMatchObject({ rule: { id: rule.id, name: 'Small sums' }, decidedBy: null });
    expect(rest.map((one) => one.state)).toEqual(['pending', 'pending', 'pending']);
    expect(await ask(inside, {}, client)).toMatchObject({ state: 'pending', rule: null });
    expect(await ask(inside, { content: { to: 'Ann', amount: 11, ref: 'x' } }, client)).toMatchObject({
      state: 'pending',
    });
    expect((await client.call(approvalRules.list)).items).toMatchObject([{ approved: 1 }]);
  });

  it('is made by administrators, checked, versioned and audited', async () => {
    const user = await system.signedIn();
    const body = { name: 'Small sums', kind: 'test.inside', filter: small };
    expect((await user.tryCall(approvalRules.create, { body })).status).toBe(403);
    expect((await ada.tryCall(approvalRules.create, { body: { ...body, kind: 'nothing' } })).status).toBe(400);
    expect(
      (
        await ada.tryCall(approvalRules.create, {
          body: { ...body, filter: { match: 'all', conditions: [{ field: 'secret', op: 'true' }] } },
        })
      ).status,
    ).toBe(400);
    const rule = await ada.call(approvalRules.create, { body: { ...body, active: false } });
    const changed = await ada.call(approvalRules.update, {
      params: { id: rule.id },
      body: { ...body, active: false, name: 'Tiny sums', version: rule.version },
    });
    expect(changed).toMatchObject({ name: 'Tiny sums', version: 2 });
    expect(
      (await ada.tryCall(approvalRules.update, { params: { id: rule.id }, body: { ...body, version: 1 } })).body.code,
    ).toBe('stale');
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace(), role: 'admin' });
    expect((await stranger.tryCall(approvalRules.remove, { params: { id: rule.id } })).status).toBe(404);
    await ada.call(approvalRules.remove, { params: { id: rule.id } });
    const trail = await asSystem(() =>
      query<{ action: string }>(`select action from audit_log where subject_id = $1 order by id`, [rule.id]),
    );
    expect(trail.map((entry) => entry.action)).toEqual([
      'approval_rule.created',
      'approval_rule.updated',
      'approval_rule.deleted',
    ]);
  });
});
