import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, execute, inWorkspace } from '../../../../server/db/index.ts';
import { heardOfChange } from '../../../../server/events/figure-cache.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { dashboard, MAX_REPORT_WIDGETS, STANDARD_LAYOUT } from '../../contract/dashboard.ts';
import { exchangeRates } from '../../contract/forecast.ts';
import { savedReports } from '../../contract/reports.ts';
import { reportWidget } from '../../engine/dashboard/report-widget.ts';
import { readDashboard } from './service.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

/** A pipeline with one open stage (50 %), a won one, and the given opportunities in them. */
async function pipelineWith(
  workspaceId: string,
  opportunities: { amount: string; currency?: string; won?: boolean; close?: string }[],
): Promise<void> {
  const [pipeline, open, won] = [newId(), newId(), newId()];
  await asSystem(async () => {
    await execute('insert into pipelines (id, workspace_id, name) values ($1, $2, $3)', [
      pipeline,
      workspaceId,
      'Sales',
    ]);
    await execute(
      `insert into stages (id, workspace_id, pipeline_id, name, position, probability, outcome)
        values ($1, $3, $4, 'Proposal', 1, 50, 'open'), ($2, $3, $4, 'Won', 2, 100, 'won')`,
      [open, won, workspaceId, pipeline],
    );
    for (const { amount, currency = 'USD', won: isWon = false, close } of opportunities) {
      await execute(
        `insert into opportunities (id, workspace_id, name, amount, currency, pipeline_id, stage_id, probability,
          expected_close, state, closed_at)
          values ($1, $2, 'Deal', $3, $4, $5, $6, $7, $8, $9, case when $9 = 'won' then now() end)`,
        [
          newId(),
          workspaceId,
          amount,
          currency,
          pipeline,
          isWon ? won : open,
          isWon ? 100 : 50,
          close ?? null,
          isWon ? 'won' : 'open',
        ],
      );
    }
  });
}

describe('GET /api/dashboard', () => {
  it('is honest about an empty workspace [S7.20 S7.22]', async () => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const data = await user.call(dashboard.get);
    expect(data).toMatchObject({
      contacts: { total: { count: 0, capped: false } },
      open: { count: 0, amounts: [] },
      pipelines: [],
      closing: [],
    });
    expect(data.contacts.byMonth).toHaveLength(12);
    expect((await user.call(dashboard.recent)).items).toEqual([]);
    // The services say whether they work; what they stand on is for administrators.
    const status = await user.send<{ checks: object[] }>('GET', '/api/system-status');
    expect(status).toMatchObject({ status: 200, body: { healthy: true, notices: [] } });
    expect(status.body.checks.length).toBeGreaterThan(3);
    expect(JSON.stringify(status.body)).not.toContain('detail');
  });

  it('adds money by currency, to the cent, and weights it by probability', async () => {
    const workspaceId = await system.clientWorkspace();
    await pipelineWith(workspaceId, [
      { amount: '0.10' },
      { amount: '0.20' },
      { amount: '1000000000.01' },
      { amount: '5', currency: 'EUR' },
      { amount: '700', won: true },
    ]);
    const user = await system.signedIn({ workspaceId });
    const data = await user.call(dashboard.get);
    expect(data.open.count).toBe(4);
    expect(data.open.amounts).toEqual([
      { currency: 'USD', amount: '1000000000.31' },
      { currency: 'EUR', amount: '5.00' },
    ]);
    expect(data.open.weighted).toEqual([
      { currency: 'USD', amount: '500000000.16' },
      { currency: 'EUR', amount: '2.50' },
    ]);
    expect(data.won).toMatchObject({ thisMonth: [{ currency: 'USD', amount: '700.00' }], countThisMonth: 1 });
    expect(data.pipelines[0]?.stages).toMatchObject([{ name: 'Proposal', count: 4 }]);
  });

  it('adds up in the workspace’s currency at the rates of today, and what was won at that of its day; without a rate it does not', async () => {
    const workspaceId = await system.clientWorkspace();
    await pipelineWith(workspaceId, [
      { amount: '1000.10' },
      { amount: '10', currency: 'EUR' },
      { amount: '700', won: true },
      { amount: '100', currency: 'EUR', won: true },
    ]);
    const user = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    const without = await user.call(dashboard.get);
    expect(without).toMatchObject({
      open: { total: null, weightedTotal: null },
      won: { thisMonthTotal: null, lastMonthTotal: { currency: 'USD', amount: '0.00' } },
    });
    expect(without.pipelines[0]!.stages[0]).toMatchObject({
      total: null,
      amounts: [
        { currency: 'EUR', amount: '10.00' },
        { currency: 'USD', amount: '1000.10' },
      ],
    });
    await user.call(exchangeRates.save, { body: { currency: 'EUR', day: '2020-01-01', rate: '1.125' } });
    const { open, won, pipelines } = await user.call(dashboard.get);
    expect(open).toMatchObject({
      total: { currency: 'USD', amount: '1011.35' },
      weightedTotal: { currency: 'USD', amount: '505.68' },
    });
    expect(pipelines[0]!.stages[0]!.total).toEqual({ currency: 'USD', amount: '1011.35' });
    expect(won).toMatchObject({
      thisMonth: [
        { currency: 'USD', amount: '700.00' },
        { currency: 'EUR', amount: '100.00' },
      ],
      thisMonthTotal: { currency: 'USD', amount: '812.50' },
      countThisMonth: 2,
    });
  });

  it('shows nothing of another workspace', async () => {
    const [mine, foreign] = [await system.clientWorkspace(), await system.clientWorkspace()];
    await pipelineWith(foreign, [{ amount: '99', close: '2020-01-01' }]);
    const user = await system.signedIn({ workspaceId: mine });
    expect(await user.call(dashboard.get)).toMatchObject({ open: { count: 0 }, closing: [], pipelines: [] });
  });

  it("counts days in the workspace's own zone: the evening in Los Angeles is not yet tomorrow", async () => {
    const workspaceId = await system.clientWorkspace();
    await asSystem(() =>
      execute(`update workspaces set time_zone = 'America/Los_Angeles' where id = $1`, [workspaceId]),
    );
    const user = await system.signedIn({ workspaceId });
    await asSystem(() =>
      execute(
        `insert into activities (id, workspace_id, type, subject, due_at, owner_id)
          values ($1, $3, 'task', 'This evening', '2026-03-02T05:00:00Z', $4),
          ($2, $3, 'task', 'Tomorrow', '2026-03-02T09:00:00Z', $4)`,
        [newId(), newId(), workspaceId, user.userId],
      ),
    );
    const data = await inWorkspace(workspaceId, user.userId, () => readDashboard(new Date('2026-03-02T04:00:00Z')));
    expect(data.today).toBe('2026-03-01');
    expect(data.tasks).toMatchObject({ overdue: 0, today: 1 });
    // Two hours later that is overdue, as the list behind the figure says; a whole day counts by its name.
    await asSystem(() =>
      execute(
        `insert into activities (id, workspace_id, type, subject, due_at, day, zone, owner_id)
          values ($1, $2, 'task', 'All day', '2026-02-28T23:00:00Z', '2026-03-01', 'Europe/Berlin', $3)`,
        [newId(), workspaceId, user.userId],
      ),
    );
    heardOfChange(workspaceId, ['*']);
    const [then, next] = [new Date('2026-03-02T06:00:00Z'), new Date('2026-02-28T23:30:00Z')];
    expect((await inWorkspace(workspaceId, user.userId, () => readDashboard(then))).tasks).toMatchObject({
      overdue: 2,
      today: 0,
    });
    heardOfChange(workspaceId, ['*']);
    expect((await inWorkspace(workspaceId, user.userId, () => readDashboard(next))).tasks).toMatchObject({
      overdue: 0,
      today: 0,
    });
    expect(data.tasks.mine.map((task) => task.subject)).toEqual(['This evening', 'Tomorrow']);
  });

  it('is arranged by each person for themselves, and put back', async () => {
    const workspaceId = await system.clientWorkspace();
    const [user, colleague] = [await system.signedIn({ workspaceId }), await system.signedIn({ workspaceId })];
    expect((await user.call(dashboard.get)).layout.widgets).toEqual(STANDARD_LAYOUT);
    const widgets = [
      { id: 'recent', wide: true },
      { id: 'tasks', wide: false },
    ] as const;
    await user.call(dashboard.arrange, { body: { widgets: [...widgets] } });
    expect((await user.call(dashboard.get)).layout.widgets).toEqual(widgets);
    expect((await colleague.call(dashboard.get)).layout.widgets).toEqual(STANDARD_LAYOUT);
    expect((await user.tryCall(dashboard.arrange, { body: { widgets: [widgets[0], widgets[0]] } })).status).toBe(400);
    expect(
      (await user.tryCall(dashboard.arrange, { body: { widgets: [{ id: 'nothing', wide: true }] } as never })).status,
    ).toBe(400);
    await user.call(dashboard.reset);
    expect((await user.call(dashboard.get)).layout.widgets).toEqual(STANDARD_LAYOUT);
  });

  it('shows kept reports for as long as their reader may open them', async () => {
    const workspaceId = await system.clientWorkspace();
    const [user, colleague] = [await system.signedIn({ workspaceId }), await system.signedIn({ workspaceId })];
    const keep = (shared: boolean) =>
      colleague.call(savedReports.create, {
        body: { name: 'Year', report: 'outcomes', question: { period: 'this_year', compare: 'none' }, shared },
      });
    const [shared, own] = [await keep(true), await keep(false)];
    const widgets = [
      { id: reportWidget(shared.id), wide: true },
      { id: 'tasks' as const, wide: false },
    ];
    const arranged = await user.call(dashboard.arrange, {
      body: { widgets: [...widgets, { id: reportWidget(own.id), wide: false }] },
    });
    expect(arranged.widgets).toEqual(widgets);
    expect((await user.call(dashboard.layout)).widgets).toEqual(widgets);
    const many = Array.from({ length: MAX_REPORT_WIDGETS + 1 }, () => ({ id: reportWidget(newId()), wide: false }));
    expect((await user.tryCall(dashboard.arrange, { body: { widgets: many } })).status).toBe(400);
    await colleague.call(savedReports.update, {
      params: { id: shared.id },
      body: { shared: false, version: shared.version },
    });
    expect((await user.call(dashboard.get)).layout.widgets).toEqual([widgets[1]]);
  });

  it('counts what was won and done by month, and what is stuck', async () => {
    const workspaceId = await system.clientWorkspace();
    await pipelineWith(workspaceId, [{ amount: '10' }, { amount: '20', won: true }]);
    const user = await system.signedIn({ workspaceId });
    await asSystem(async () => {
      await execute(`update stages set rotting_days = 5 where workspace_id = $1 and outcome = 'open'`, [workspaceId]);
      await execute(
        `update opportunities set stage_entered_at = now() - interval '6 days', owner_id = $2
          where workspace_id = $1 and state = 'open'`,
        [workspaceId, user.userId],
      );
      await execute(
        `insert into activities (id, workspace_id, type, subject, done_at) select gen_random_uuid(), $1, 'call', 'x',
          now() from generate_series(1, 3)`,
        [workspaceId],
      );
    });
    const data = await user.call(dashboard.get);
    expect([data.trends.won.at(-1)!.count, data.trends.done.at(-1)!.count, data.trends.won.length]).toEqual([1, 3, 12]);
    expect(data.stuck).toMatchObject({ count: 1, mine: 1, items: [{ name: 'Deal', rotting: true }] });
  });

  it('answers the five latest activities by default and no more than asked [S7.21 S9.10]', async () => {
    const workspaceId = await system.clientWorkspace();
    await asSystem(() =>
      execute(
        `insert into activities (id, workspace_id, type, subject, done_at) select gen_random_uuid(), $1, 'call',
          'Call ' || n, now() - n * interval '1 hour' from generate_series(1, 8) n`,
        [workspaceId],
      ),
    );
    const user = await system.signedIn({ workspaceId });
    expect((await user.call(dashboard.recent)).items.map((item) => item.subject)).toEqual([
      'Call 1',
      'Call 2',
      'Call 3',
      'Call 4',
      'Call 5',
    ]);
    expect((await user.call(dashboard.recent, { query: { limit: 2 } })).items).toHaveLength(2);
  });
});
