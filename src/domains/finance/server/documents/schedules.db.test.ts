import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../../kernel/days.ts';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import { type Business, closeBooks, openBusiness } from '../../../../testing/business.ts';
import { draft, issue } from '../../../../testing/documents.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { notifications } from '../../../notifications/contract.ts';
import { type DocumentSchedule, documents, ledgers } from '../../contract.ts';
import { runSchedules } from './schedules.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const schedule = async ({ user, ledgerId }: Business): Promise<DocumentSchedule> =>
  (await user.call(documents.schedules, { query: { ledgerId, kind: 'invoice' } })).items[0]!;
const change = async (one: Business, body: object): Promise<DocumentSchedule> => {
  const { id, version } = await schedule(one);
  return one.user.call(documents.updateSchedule, { params: { id }, body: { version, ...body } });
};
const made = async ({ user, ledgerId }: Business): Promise<string[]> =>
  (await user.call(documents.list, { query: { ledgerId, kind: 'invoice', from: '2026-04-01', limit: 200 } })).items.map(
    ({ day, status }) => `${day} ${status}`,
  );
const news = async ({ user }: Business): Promise<string[]> =>
  (await user.call(notifications.list)).items.map(({ title, body }) => `${title}. ${body}`);
const run = (day: string) => asSystem(() => runSchedules(new Date(`${day}T12:00:00Z`)));

/** A business with an invoice that comes again each month from the first of April 2026 on. */
async function retainer(
  more: { send?: boolean; until?: string } = {},
  user?: Awaited<ReturnType<TestSystem['signedIn']>>,
): Promise<Business> {
  const one = await openBusiness(system, { ...(user && { user }) });
  const first = await issue(one, await draft(one));
  await one.user.call(documents.createSchedule, {
    body: { documentId: first.id, name: 'Retainer', frequency: 'monthly', startDay: '2026-04-01', ...more },
  });
  return one;
}

/** Its lines name an account that is none. */
const spoil = ({ workspaceId }: Business, accountId: string | null) =>
  asSystem(() =>
    query(
      `update finance_document_schedules set template = jsonb_set(template::jsonb, '{lines,0,accountId}', $2::jsonb)
        where workspace_id = $1`,
      [workspaceId, JSON.stringify(accountId)],
    ),
  );

describe('what comes again', () => {
  it('stops when it cannot be made, says why, tells whoever may change the ledger once, and makes what was missed when asked', async () => {
    const one = await retainer();
    await run('2026-04-02');
    expect(await made(one)).toEqual(['2026-04-01 draft']);
    await spoil(one, newId());
    await run('2026-05-02');
    await run('2026-06-02');
    expect(await schedule(one)).toMatchObject({
      paused: true,
      nextDay: '2026-05-01',
      problem: expect.stringMatching(/account/i) as string,
    });
    expect((await schedule(one)).missed).toBeGreaterThan(5);
    const told = await news(one);
    expect(told).toEqual([
      expect.stringMatching(
        /^“Retainer” has stopped: the invoice of 1 May 2026 could not be made\. .*account.* It goes on when you resume it\.$/i,
      ),
    ]);
    // Resumed before it was fixed, it stops again and says so again.
    await change(one, { paused: false, missed: 'make' });
    await run('2026-06-02');
    expect(await news(one)).toHaveLength(2);
    await spoil(one, null);
    expect(await change(one, { paused: false, missed: 'make' })).toMatchObject({
      paused: false,
      problem: '',
      missed: 0,
      nextDay: '2026-05-01',
    });
    await run('2026-06-02');
    expect(await made(one)).toEqual(['2026-06-01 draft', '2026-05-01 draft', '2026-04-01 draft']);
    expect(await news(one)).toHaveLength(2);
  });

  it('leaves out what was missed while a person had it paused, unless asked for it', async () => {
    const one = await retainer({ send: true });
    await run('2026-04-02');
    expect(await made(one)).toEqual(['2026-04-01 overdue']);
    expect(await change(one, { paused: true })).toMatchObject({ paused: true, problem: '' });
    const { nextDay } = await change(one, { paused: false });
    const today = new Date().toISOString().slice(0, 10);
    expect(nextDay! >= addDays(today, -1) && nextDay! <= addDays(today, 32)).toBe(true);
    await run('2026-06-02');
    expect(await made(one)).toEqual(['2026-04-01 overdue']);
    // One that would have ended meanwhile has ended.
    await change(one, { paused: true });
    await asSystem(() =>
      query(
        `update finance_document_schedules set next_day = '2026-05-01', until = '2026-08-31' where workspace_id = $1`,
        [one.workspaceId],
      ),
    );
    expect(await change(one, { paused: false })).toMatchObject({ nextDay: null });
  });

  it('says which invoice could not be sent by itself and waits as a draft, and goes on', async () => {
    const one = await retainer({ send: true });
    await closeBooks(one, '2026-04-15');
    await run('2026-05-02');
    expect(await made(one)).toEqual(['2026-05-01 overdue', '2026-04-01 draft']);
    expect(await news(one)).toEqual([
      expect.stringMatching(/^“Retainer”: the invoice of 1 April 2026 was not sent, and waits as a draft\. .*closed/i),
    ]);
    const {
      items: [item],
    } = await one.user.call(notifications.list);
    const { items } = await one.user.call(documents.list, {
      query: { ledgerId: one.ledgerId, kind: 'invoice', status: 'draft' },
    });
    expect(item!.href).toBe(`/business-finance?ledger=${one.ledgerId}&tab=invoices&open=${items[0]!.id}`);
  });

  it('goes on when whoever set it up has left the ledger', async () => {
    const owner = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const one = await retainer({}, owner);
    const heir = await system.signedIn({ workspaceId: one.workspaceId });
    await one.user.call(ledgers.share, {
      params: { id: one.ledgerId },
      body: {
        members: [
          { userId: owner.userId, role: 'owner' },
          { userId: heir.userId, role: 'owner' },
        ],
      },
    });
    await heir.call(ledgers.share, {
      params: { id: one.ledgerId },
      body: { members: [{ userId: heir.userId, role: 'owner' }] },
    });
    await asSystem(() => query('update users set active = false where id = $1', [owner.userId]));
    await run('2026-04-02');
    expect(await made({ ...one, user: heir })).toEqual(['2026-04-01 draft']);
  });

  it('begins so far back at most that fewer than 120 are made of days that are past', async () => {
    const one = await retainer();
    const {
      items: [first],
    } = await one.user.call(documents.list, { query: { ledgerId: one.ledgerId, kind: 'invoice' } });
    const attempt = await one.user.tryCall(documents.createSchedule, {
      body: { documentId: first!.id, name: 'Old', frequency: 'weekly', startDay: '2001-01-01' },
    });
    expect([attempt.status, attempt.body.fields]).toMatchObject([400, [{ field: 'startDay' }]]);
  });
});
