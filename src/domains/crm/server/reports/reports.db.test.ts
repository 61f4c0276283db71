import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayAt } from '../../../../kernel/days.ts';
import type { BodyIn } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, execute, inWorkspace, query } from '../../../../server/db/index.ts';
import { handOver } from '../../../../server/ownership/ownership.ts';
import { runRecurring } from '../../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { notifications } from '../../../notifications/contract.ts';
import { channelCosts } from '../../contract/channel-costs.ts';
import { exchangeRates } from '../../contract/forecast.ts';
import { leads } from '../../contract/leads.ts';
import { opportunities } from '../../contract/opportunities.ts';
import { type Report, REPORTS, reports, savedReports } from '../../contract/reports.ts';
import { takeSnapshot, takeSnapshots } from './forecast-accuracy.ts';
import { sendDue } from './email-reports.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Outcome = 'open' | 'won' | 'lost';
interface Deal {
  amount: string;
  currency?: string;
  created: string;
  path: string[];
  closed?: string;
  owner?: string;
  source?: string;
  probability?: number;
  expected?: string;
}

/** A workspace with one pipeline of four stages, and a way to put deals into its past. */
async function workshop() {
  const workspaceId = await system.clientWorkspace();
  const user = await system.signedIn({ workspaceId, workspaceRole: 'owner', name: 'Ada' });
  const pipeline = newId();
  const stages = new Map<string, { id: string; outcome: Outcome }>();
  await asSystem(async () => {
    await query('insert into pipelines (id, workspace_id, name) values ($1, $2, $3)', [pipeline, workspaceId, 'Sales']);
    for (const [position, [name, outcome]] of (
      [
        ['Enquiry', 'open'],
        ['Proposal', 'open'],
        ['Won', 'won'],
        ['Lost', 'lost'],
      ] as const
    ).entries()) {
      const id = newId();
      stages.set(name, { id, outcome });
      await query(
        'insert into stages (id, workspace_id, pipeline_id, name, position, probability, outcome) values ($1, $2, $3, $4, $5, 50, $6)',
        [id, workspaceId, pipeline, name, position, outcome],
      );
    }
  });
  const deal = ({
    amount,
    currency = 'USD',
    created,
    path,
    closed,
    owner,
    source = '',
    probability = 50,
    expected,
  }: Deal) =>
    asSystem(async () => {
      const last = stages.get(path.at(-1)!)!;
      const id = newId();
      await query(
        `insert into opportunities (id, workspace_id, name, amount, currency, pipeline_id, stage_id, state, probability,
          owner_id, source, created_at, closed_at, expected_close)
       values ($1, $2, 'Deal', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
        [
          id,
          workspaceId,
          amount,
          currency,
          pipeline,
          last.id,
          last.outcome,
          probability,
          owner ?? user.userId,
          source,
          created,
          closed ?? null,
          expected ?? null,
        ],
      );
      for (const [i, name] of path.entries()) {
        await query(
          'insert into opportunity_stays (id, workspace_id, opportunity_id, pipeline_id, stage_id, stage_name, outcome, entered_at, left_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
          [
            newId(),
            workspaceId,
            id,
            pipeline,
            stages.get(name)!.id,
            name,
            stages.get(name)!.outcome,
            created,
            i < path.length - 1 ? (closed ?? created) : null,
          ],
        );
      }
    });
  const rate = (currency: string, day: string, value: string) =>
    asSystem(() =>
      query(
        `insert into exchange_rates (id, workspace_id, base, currency, day, rate) values ($1, $2, 'USD', $3, $4, $5)`,
        [newId(), workspaceId, currency, day, value],
      ),
    );
  return { workspaceId, user, pipeline, deal, rate };
}

const JANUARY = { period: 'custom', from: '2026-01-01', to: '2026-01-31' } as const;
const figure = (report: Report, key: string) => report.figures.find((one) => one.key === key)?.value;
const cells = (report: Report, section: string) =>
  report.sections.find((one) => one.key === section)!.rows.map((row) => row.cells);

describe('conversion', () => {
  it('counts whoever came to a stage or past it, and from where deals were lost', async () => {
    const { user, deal } = await workshop();
    await deal({
      amount: '100',
      created: '2026-01-05T12:00:00Z',
      path: ['Enquiry', 'Proposal', 'Won'],
      closed: '2026-01-15T12:00:00Z',
    });
    // Skipped the proposal, and still passed it.
    await deal({
      amount: '100',
      created: '2026-01-06T12:00:00Z',
      path: ['Enquiry', 'Won'],
      closed: '2026-02-15T12:00:00Z',
    });
    await deal({
      amount: '100',
      created: '2026-01-07T12:00:00Z',
      path: ['Enquiry', 'Proposal', 'Lost'],
      closed: '2026-01-09T12:00:00Z',
    });
    await deal({ amount: '100', created: '2026-01-08T12:00:00Z', path: ['Enquiry'] });
    await deal({ amount: '100', created: '2026-02-01T00:00:00Z', path: ['Enquiry'] });
    const report = await user.call(reports.read, {
      params: { report: 'conversion' },
      query: { ...JANUARY, compare: 'previous' },
    });
    expect([figure(report, 'created'), figure(report, 'won'), figure(report, 'rate'), figure(report, 'open')]).toEqual([
      4, 2, 50, 1,
    ]);
    expect(cells(report, 'stages')).toMatchObject([
      { stage: 'Enquiry', reached: 4, share: 100, step: null },
      { stage: 'Proposal', reached: 3, share: 75, step: 75 },
      { stage: 'Won', reached: 2, share: 50, step: 66.7, days: null },
    ]);
    expect(cells(report, 'lost')).toEqual([{ stage: 'Proposal', lost: 1, share: 100 }]);
    expect(report.figures[0]!.previous).toBe(0);
    expect(report.previous).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });
});

describe('won and lost', () => {
  it('adds up exactly, each at the rate of its day, and names currencies without one', async () => {
    const { user, deal, rate } = await workshop();
    await rate('EUR', '2026-01-01', '1.10');
    await rate('EUR', '2026-01-10', '1.20');
    await deal({ amount: '0.1', created: '2026-01-01T12:00:00Z', path: ['Won'], closed: '2026-01-02T12:00:00Z' });
    await deal({ amount: '0.2', created: '2026-01-01T12:00:00Z', path: ['Won'], closed: '2026-01-03T12:00:00Z' });
    await deal({
      amount: '100',
      currency: 'EUR',
      created: '2026-01-01T12:00:00Z',
      path: ['Won'],
      closed: '2026-01-09T12:00:00Z',
    });
    await deal({
      amount: '100',
      currency: 'EUR',
      created: '2026-01-01T12:00:00Z',
      path: ['Won'],
      closed: '2026-01-10T12:00:00Z',
    });
    await deal({
      amount: '7',
      currency: 'CHF',
      created: '2026-01-01T12:00:00Z',
      path: ['Won'],
      closed: '2026-01-10T12:00:00Z',
    });
    await deal({ amount: '50', created: '2026-01-01T12:00:00Z', path: ['Lost'], closed: '2026-01-31T23:59:59Z' });
    await deal({ amount: '50', created: '2026-01-01T12:00:00Z', path: ['Lost'], closed: '2026-02-01T00:00:00Z' });
    const report = await user.call(reports.read, { params: { report: 'outcomes' }, query: JANUARY });
    expect(figure(report, 'wonAmount')).toBe('230.3000');
    expect([figure(report, 'won'), figure(report, 'lost'), figure(report, 'rate')]).toEqual([5, 1, 83.3]);
    expect(report.missing).toEqual(['CHF']);
    expect(cells(report, 'reasons-lost')).toEqual([
      { reason: 'No reason given', count: 1, share: 100, amount: '50.0000' },
    ]);
    const csv = await user.send<string>('GET', '/api/reports/outcomes/csv?period=custom&from=2026-01-01&to=2026-01-31');
    expect(csv.body).toContain('Month,Won (USD),Lost (USD),Deals won,Deals lost,Win rate (%)');
    expect(csv.body).toContain('2026-01-01,230.3000,50.0000,5,1,83.3');
  });
  it('names a currency whose first rate came after what was closed', async () => {
    const { user, deal, rate } = await workshop();
    await rate('EUR', '2026-01-20', '1.10');
    await deal({
      amount: '100',
      currency: 'EUR',
      created: '2026-01-01T12:00:00Z',
      path: ['Won'],
      closed: '2026-01-21T12:00:00Z',
    });
    const read = (report: 'outcomes' | 'sources', more: { compare?: 'previous' } = {}) =>
      user.call(reports.read, { params: { report }, query: { ...JANUARY, ...more } });
    expect(await read('outcomes')).toMatchObject({
      missing: [],
      figures: [{ value: '110.0000' }, { value: 1 }, {}, {}],
    });
    await deal({
      amount: '100',
      currency: 'EUR',
      created: '2025-12-01T12:00:00Z',
      path: ['Won'],
      closed: '2026-01-19T12:00:00Z',
    });
    expect(await read('outcomes', { compare: 'previous' })).toMatchObject({
      missing: ['EUR'],
      figures: [{ value: '110.0000' }, { value: 2 }, {}, {}],
    });
    // Sources count what was created in the period, whenever it was won.
    expect((await read('sources')).missing).toEqual([]);
    await rate('CHF', '2026-03-01', '1.10');
    await deal({
      amount: '7',
      currency: 'CHF',
      created: '2026-01-01T12:00:00Z',
      path: ['Won'],
      closed: '2026-02-10T12:00:00Z',
    });
    expect((await read('sources', { compare: 'previous' })).missing).toEqual(['CHF']);
  });
  it('names currencies that only the period before had, where its money is shown', async () => {
    const { user, deal } = await workshop();
    await deal({
      amount: '9',
      currency: 'CHF',
      created: '2025-11-01T12:00:00Z',
      path: ['Won'],
      closed: '2025-12-20T12:00:00Z',
    });
    await deal({
      amount: '9',
      currency: 'JPY',
      created: '2025-11-01T12:00:00Z',
      path: ['Lost'],
      closed: '2025-12-20T12:00:00Z',
    });
    await deal({ amount: '9', currency: 'GBP', created: '2025-12-01T12:00:00Z', path: ['Enquiry'] });
    const missing = async (compare: 'none' | 'previous') =>
      Object.fromEntries(
        await Promise.all(
          REPORTS.map(
            async (report) =>
              [
                report,
                (await user.call(reports.read, { params: { report }, query: { ...JANUARY, compare } })).missing,
              ] as const,
          ),
        ),
      );
    // Opportunities that are open have no part in what was won, and reports without money miss no rate.
    const none = {
      conversion: [],
      velocity: [],
      outcomes: [],
      sources: [],
      activity: [],
      cohorts: [],
      accuracy: ['GBP'],
      people: ['GBP'],
    };
    expect(await missing('none')).toEqual(none);
    expect(await missing('previous')).toEqual({
      ...none,
      velocity: ['CHF'],
      outcomes: ['CHF', 'JPY'],
      people: ['CHF', 'GBP'],
    });
  });
  it('counts by days of the workspace, not of UTC', async () => {
    const { user, deal, workspaceId } = await workshop();
    await asSystem(() => query(`update workspaces set time_zone = 'America/Los_Angeles' where id = $1`, [workspaceId]));
    await deal({ amount: '5', created: '2026-01-01T12:00:00Z', path: ['Won'], closed: '2026-02-01T05:00:00Z' });
    const report = await user.call(reports.read, { params: { report: 'outcomes' }, query: JANUARY });
    expect(figure(report, 'wonAmount')).toBe('5.0000');
    expect(cells(report, 'months')).toMatchObject([{ month: '2026-01-01', won: 1 }]);
  });
});

describe('velocity and cohorts', () => {
  it('multiplies what is open, the win rate and the mean, and divides by the days to win', async () => {
    const { user, deal } = await workshop();
    await deal({ amount: '1000', created: '2026-01-01T00:00:00Z', path: ['Won'], closed: '2026-01-11T00:00:00Z' });
    await deal({ amount: '3000', created: '2026-01-01T00:00:00Z', path: ['Won'], closed: '2026-01-31T00:00:00Z' });
    await deal({ amount: '500', created: '2026-01-01T00:00:00Z', path: ['Lost'], closed: '2026-01-12T00:00:00Z' });
    await deal({ amount: '500', created: '2025-12-12T00:00:00Z', path: ['Enquiry'] });
    const report = await user.call(reports.read, { params: { report: 'velocity' }, query: JANUARY });
    expect([figure(report, 'average'), figure(report, 'cycle'), figure(report, 'open')]).toEqual(['2000.0000', 20, 1]);
    // 1 open × 2/3 × 2000 ÷ 20 days.
    expect(figure(report, 'velocity')).toBe('66.6667');
    const cohorts = await user.call(reports.read, {
      params: { report: 'cohorts' },
      query: { period: 'custom', from: '2025-12-01', to: '2026-01-31' },
    });
    expect(cells(cohorts, 'cohorts')).toMatchObject([
      { month: '2025-12-01', created: 1, m0: 0 },
      { month: '2026-01-01', created: 3, m0: 66.7, m1: 66.7 },
    ]);
    const held = await user.call(reports.read, {
      params: { report: 'cohorts' },
      query: { ...JANUARY, compare: 'previous' },
    });
    expect(held.figures).toMatchObject([
      { value: 3, previous: 1 },
      { value: 66.7, previous: 0 },
    ]);
  });
});

describe('costs of channels', () => {
  it('count by their days, at the rate of the last, and say what a lead and a win cost and what came back', async () => {
    const { user, deal, rate, workspaceId } = await workshop();
    const colleague = await system.signedIn({ workspaceId });
    const cost = (source: string, from: string, to: string, amount: string, currency = 'USD') =>
      user.call(channelCosts.create, { body: { source, from, to, amount, currency } });
    // Fifteen of its thirty days are in January.
    await cost('Fair', '2026-01-17', '2026-02-15', '600');
    await rate('EUR', '2026-01-01', '1.10');
    await rate('EUR', '2026-01-15', '1.20');
    await cost('Fair', '2026-01-10', '2026-01-12', '100', 'EUR');
    const ads = await cost('Ads', '2026-01-01', '2026-01-31', '50');
    for (const source of ['Fair', 'Fair', 'Web', 'Fair'])
      await user.call(leads.create, { body: { lastName: 'Lead', source } });
    await asSystem(() =>
      execute(`update leads set created_at = '2026-01-05T12:00:00Z' where workspace_id = $1`, [workspaceId]),
    );
    await deal({
      amount: '1640',
      created: '2026-01-02T00:00:00Z',
      path: ['Won'],
      closed: '2026-03-01T00:00:00Z',
      source: 'Fair',
    });
    await deal({
      amount: '9',
      created: '2026-01-02T00:00:00Z',
      path: ['Won'],
      closed: '2026-01-03T00:00:00Z',
      source: 'Web',
    });
    const read = (more: object = {}) =>
      user.call(reports.read, { params: { report: 'sources' }, query: { ...JANUARY, ...more } });
    const report = await read();
    expect(cells(report, 'sources')).toMatchObject([
      { source: 'Fair', leads: 3, cost: '410.0000', perLead: '136.67', perWin: '410.00', return: 300 },
      { source: 'Web', leads: 1, cost: null, perLead: null, perWin: null, return: null },
      { source: 'Ads', leads: 0, created: 0, cost: '50.0000', perLead: null, perWin: null, return: -100 },
    ]);
    expect(report.figures.slice(4)).toMatchObject([
      { key: 'cost', value: '460.0000' },
      { value: '153.33' },
      { value: '460.00' },
      { value: 256.5 },
    ]);
    // A channel is paid for as a whole.
    expect((await read({ ownerId: user.userId })).figures).toHaveLength(4);
    expect((await read({ source: 'Ads' })).figures[4]).toMatchObject({ value: '50.0000' });
    await user.call(channelCosts.update, { params: { id: ads.id }, body: { currency: 'CHF', version: ads.version } });
    const unknown = await read();
    expect(unknown.missing).toEqual(['CHF']);
    expect(unknown.figures[4]).toMatchObject({ value: '410.0000' });

    expect(
      (await user.tryCall(channelCosts.update, { params: { id: ads.id }, body: { amount: '1', version: ads.version } }))
        .status,
    ).toBe(409);
    for (const [field, value] of [
      ['to', '2025-12-31'],
      ['to', '2031-01-01'],
      ['currency', 'XYZ'],
      ['amount', '0'],
    ] as const) {
      expect(
        (await user.tryCall(channelCosts.update, { params: { id: ads.id }, body: { [field]: value, version: 2 } }))
          .body,
      ).toMatchObject({ code: 'validation', fields: [{ field }] });
    }
    expect((await colleague.tryCall(channelCosts.remove, { params: { id: ads.id } })).status).toBe(403);
    expect(await colleague.call(channelCosts.list)).toMatchObject({
      editable: false,
      items: [{ source: 'Fair', to: '2026-02-15' }, { source: 'Ads' }, { source: 'Fair' }],
    });
    await user.call(channelCosts.remove, { params: { id: ads.id } });
    expect((await read()).missing).toEqual([]);
  });

  it('is offered until the day up to which reports go, wherever the browser is: so are rates, and what the board calls overdue', async () => {
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      const { user, pipeline, workspaceId } = await workshop();
      await asSystem(() => query('update workspaces set time_zone = $2 where id = $1', [workspaceId, zone]));
      const days = async () => [
        (await user.call(channelCosts.list)).today,
        (await user.call(exchangeRates.list)).today,
        (await user.call(opportunities.board, { query: { pipelineId: pipeline } })).today,
        (await user.call(reports.read, { params: { report: 'sources' }, query: { period: 'this_month' } })).period.to,
      ];
      // Midnight there may come between two calls.
      await vi.waitFor(
        async () => {
          const today = dayAt(new Date(), zone);
          expect(await days()).toEqual([today, today, today, expect.toSatisfy((to: string) => to >= today)]);
        },
        { timeout: 20_000 },
      );
    }
  });
});

describe('every report', () => {
  it('answers for an empty workspace, for a narrowed one, and never of another workspace', async () => {
    const [{ user, pipeline, deal }, other] = [await workshop(), await workshop()];
    await other.deal({
      amount: '1',
      created: '2026-01-02T00:00:00Z',
      path: ['Won'],
      closed: '2026-01-03T00:00:00Z',
      source: 'Fair',
    });
    for (const report of [
      'conversion',
      'velocity',
      'outcomes',
      'sources',
      'activity',
      'cohorts',
      'accuracy',
      'people',
    ] as const) {
      const answer = await user.call(reports.read, {
        params: { report },
        query: { ...JANUARY, pipelineId: pipeline, ownerId: user.userId, source: 'Fair', compare: 'year' },
      });
      for (const { value, unit } of answer.figures) expect([0, '0.0000', null], `${report} ${unit}`).toContain(value);
    }
    expect(
      (await user.tryCall(reports.read, { params: { report: 'conversion' }, query: { pipelineId: other.pipeline } }))
        .status,
    ).toBe(404);
    expect(
      (
        await user.tryCall(reports.read, {
          params: { report: 'outcomes' },
          query: { period: 'custom', from: '2026-02-01', to: '2026-01-01' },
        })
      ).body,
    ).toMatchObject({ code: 'validation', fields: [{ field: 'to' }] });
    await deal({
      amount: '9',
      created: '2026-01-02T00:00:00Z',
      path: ['Won'],
      closed: '2026-01-03T00:00:00Z',
      source: 'Web',
    });
    const sources = await user.call(reports.read, { params: { report: 'sources' }, query: JANUARY });
    expect(cells(sources, 'sources')).toMatchObject([
      { source: 'Web', leads: 0, created: 1, won: 1, amount: '9.0000', rate: 100 },
    ]);
    const people = await user.call(reports.read, { params: { report: 'people' }, query: JANUARY });
    expect(cells(people, 'people')).toMatchObject([
      { person: 'Ada', wonAmount: '9.0000', goal: null, won: 1, rate: 100 },
    ]);
  });
});

describe('forecast accuracy', () => {
  it('holds what was expected in the first week of a month against what came', async () => {
    const { user, deal, workspaceId } = await workshop();
    await deal({
      amount: '1000',
      created: '2026-01-01T00:00:00Z',
      path: ['Enquiry'],
      expected: '2026-02-20',
      probability: 40,
    });
    await deal({ amount: '200', created: '2026-01-01T00:00:00Z', path: ['Won'], closed: '2026-02-01T12:00:00Z' });
    for (const now of ['2026-02-02T12:00:00Z', '2026-02-02T18:00:00Z', '2026-02-20T12:00:00Z'])
      await inWorkspace(workspaceId, null, () => takeSnapshot(new Date(now)));
    await deal({ amount: '300', created: '2026-01-01T00:00:00Z', path: ['Won'], closed: '2026-02-25T12:00:00Z' });
    const report = await user.call(reports.read, {
      params: { report: 'accuracy' },
      query: { period: 'custom', from: '2026-01-01', to: '2026-02-28' },
    });
    expect(cells(report, 'months')).toEqual([
      { month: '2026-01-01', expected: null, won: '0.0000', off: null, taken: null },
      { month: '2026-02-01', expected: '600.0000', won: '500.0000', off: 20, taken: '2026-02-02' },
    ]);
    expect(figure(report, 'error')).toBe(20);
  });

  it('is kept once a day of each workspace that has something to forecast, whatever is wrong with another', async () => {
    const [one, other] = [await workshop(), await workshop()];
    for (const { deal } of [one, other])
      await deal({ amount: '1000', created: '2026-01-01T00:00:00Z', path: ['Enquiry'], expected: '2026-05-20' });
    const [first] = [one.workspaceId, other.workspaceId].sort();
    // In the one that is looked at first, a zone that this machine does not know.
    await asSystem(() => query(`update workspaces set time_zone = 'Mars/Phobos' where id = $1`, [first]));
    for (const at of ['2026-05-01T12:00:00Z', '2026-05-01T18:00:00Z', '2026-05-02T12:00:00Z'])
      await asSystem(() => takeSnapshots(new Date(at)));
    const rows = await asSystem(() =>
      query<{ day: string }>(
        'select distinct taken_on::text as day from forecast_snapshots where workspace_id = any($1) order by 1',
        [[one.workspaceId, other.workspaceId]],
      ),
    );
    await asSystem(() => query(`update workspaces set time_zone = 'UTC' where id = $1`, [first]));
    expect(rows).toEqual([{ day: '2026-05-01' }, { day: '2026-05-02' }]);
  });
});

describe('kept reports', () => {
  it("are one's own until they are shared, and then changed by their owner", async () => {
    const { user, workspaceId } = await workshop();
    const member = await system.signedIn({ workspaceId });
    const kept = await member.call(savedReports.create, {
      body: { name: 'Mine', report: 'outcomes', question: { period: 'this_year', compare: 'year' } },
    });
    expect((await user.call(savedReports.list)).items).toEqual([]);
    const shared = await member.call(savedReports.update, {
      params: { id: kept.id },
      body: { shared: true, version: 1 },
    });
    expect(shared).toMatchObject({ shared: true, version: 2, editable: true });
    expect((await user.call(savedReports.list)).items).toMatchObject([{ name: 'Mine', editable: true }]);
    const third = await system.signedIn({ workspaceId });
    expect(
      (await third.tryCall(savedReports.update, { params: { id: kept.id }, body: { name: 'Theirs', version: 2 } }))
        .status,
    ).toBe(403);
    expect(
      (await member.tryCall(savedReports.update, { params: { id: kept.id }, body: { name: 'Late', version: 1 } })).body
        .code,
    ).toBe('stale');
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    expect((await stranger.tryCall(savedReports.remove, { params: { id: kept.id } })).status).toBe(404);
    await member.call(savedReports.remove, { params: { id: kept.id } });
  });

  it('go out by mail when they are due, once, with their table', async () => {
    const { user, deal } = await workshop();
    await deal({ amount: '42', created: '2026-01-01T12:00:00Z', path: ['Won'], closed: '2026-01-02T12:00:00Z' });
    const outsider = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const body = {
      name: 'Wins',
      report: 'outcomes',
      question: JANUARY,
      schedule: { every: 'week', day: 1, hour: 8, recipients: [user.userId] },
    } satisfies BodyIn<typeof savedReports.create>;
    expect(
      (
        await user.tryCall(savedReports.create, {
          body: { ...body, schedule: { ...body.schedule, recipients: [outsider.userId] } },
        })
      ).body,
    ).toMatchObject({ code: 'validation' });
    const kept = await user.call(savedReports.create, { body });
    const due = new Date(Date.parse(kept.nextAt!) + 1000);
    await asSystem(() => sendDue(due));
    await asSystem(() => sendDue(due));
    const mails = () =>
      asSystem(() =>
        query<{ text: string; attachments: unknown[] }>(
          `select text, attachments from mail_outbox where subject like 'Wins: %'`,
        ),
      );
    await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(1);
    const [mail] = await mails();
    expect(mail!.text).toContain('Won: $42.00');
    expect(mail!.attachments).toHaveLength(1);
    const after = (await user.call(savedReports.list)).items[0]!;
    expect(Date.parse(after.nextAt!) - Date.parse(kept.nextAt!)).toBeGreaterThanOrEqual(6.9 * 86_400_000);
    await runRecurring('crm.forecast_snapshots');
  });

  it('say that their pipeline was deleted, on the page and by mail, instead of nought', async () => {
    const { user } = await workshop();
    const question = { ...JANUARY, pipelineId: newId() };
    for (const report of REPORTS) {
      expect(await user.tryCall(reports.read, { params: { report }, query: question })).toMatchObject({
        status: 404,
        body: { message: 'The pipeline was not found.' },
      });
    }
    const kept = await user.call(savedReports.create, {
      body: {
        name: 'Of old',
        report: 'outcomes',
        question,
        schedule: { every: 'day', hour: 8, recipients: [user.userId] },
      },
    });
    await asSystem(() => sendDue(new Date(Date.parse(kept.nextAt!) + 1000)));
    const mails = () =>
      asSystem(() =>
        query<{ subject: string; text: string }>(
          `select subject, text from mail_outbox where subject like 'Of old: %'`,
        ),
      );
    await expect
      .poll(mails, { timeout: 20_000 })
      .toMatchObject([{ subject: 'Of old: no figures', text: expect.stringContaining('was deleted') as string }]);
  });

  it('wait when their owner left: those who run the workspace are told once and take them over, a hand-over lets them go on', async () => {
    const { user, workspaceId } = await workshop();
    const [leaver, heir] = [await system.signedIn({ workspaceId }), await system.signedIn({ workspaceId })];
    const keep = (name: string) =>
      leaver.call(savedReports.create, {
        body: {
          name,
          report: 'outcomes',
          question: { period: 'last_month', compare: 'year' },
          schedule: { every: 'day', hour: 8, recipients: [user.userId] },
        },
      });
    const [taken, handed] = [await keep('Taken'), await keep('Handed')];
    await asSystem(() => query('update users set active = false where id = $1', [leaver.userId]));
    const next = (id: string) =>
      asSystem(
        async () => (await query<{ at: string }>('select next_at as at from saved_reports where id = $1', [id]))[0]!.at,
      );
    const look = async (id: string) => {
      const at = await next(id);
      await asSystem(() => sendDue(new Date(Date.parse(at) + 1000)));
      return Date.parse(await next(id)) - Date.parse(at);
    };
    const sent = async (name: string) =>
      (
        await asSystem(() =>
          query(`select 1 from jobs where workspace_id = $1 and kind = 'crm.report_mail' and payload->>'name' = $2`, [
            workspaceId,
            name,
          ]),
        )
      ).length;
    const told = async () =>
      (await user.call(notifications.list)).items
        .filter(({ kind }) => kind === 'report_waits')
        .map(({ title, href }) => ({ title, href }));
    // It waits an hour for a hand-over before anyone is told.
    expect(await look(taken.id)).toBe(3_601_000);
    expect(await told()).toEqual([]);
    await look(taken.id);
    await look(taken.id);
    expect([await sent('Taken'), await sent('Handed')]).toEqual([0, 0]);
    expect((await told()).toSorted((a, b) => a.title.localeCompare(b.title))).toEqual(
      ['Handed', 'Taken'].map((name) => ({
        title: `The report “${name}” is no longer sent`,
        href: `/analytics?report=outcomes&period=last_month&compare=year&saved=${(name === 'Taken' ? taken : handed).id}`,
      })),
    );
    expect((await heir.call(savedReports.list)).items).toEqual([]);
    expect((await heir.tryCall(savedReports.update, { params: { id: taken.id }, body: { version: 1 } })).status).toBe(
      404,
    );
    expect((await user.call(savedReports.list)).items).toMatchObject([
      { name: 'Handed', waiting: true, nextAt: null, editable: true },
      { name: 'Taken', waiting: true },
    ]);
    expect(await user.call(savedReports.update, { params: { id: taken.id }, body: { version: 1 } })).toMatchObject({
      waiting: false,
      owner: { id: user.userId },
      nextAt: expect.any(String) as string,
    });
    expect(
      await inWorkspace(workspaceId, user.userId, () => handOver('saved-reports', leaver.userId, heir.userId, 10)),
    ).toBe(1);
    expect((await heir.call(savedReports.list)).items).toMatchObject([
      { name: 'Handed', waiting: false, editable: true, owner: { id: heir.userId } },
    ]);
    await look(handed.id);
    expect([await sent('Taken'), await sent('Handed')]).toEqual([1, 1]);
    const [job] = await asSystem(() =>
      query<{ by: string }>(
        `select created_by as by from jobs
          where workspace_id = $1 and kind = 'crm.report_mail' and payload->>'name' = 'Handed'`,
        [workspaceId],
      ),
    );
    expect(job!.by).toBe(heir.userId);
  });

  it('of no one wait too, and none is sent where the app is off', async () => {
    const { user, workspaceId } = await workshop();
    const kept = await user.call(savedReports.create, {
      body: {
        name: 'Nobody’s',
        report: 'people',
        question: { period: 'last_month' },
        shared: true,
        schedule: { every: 'day', hour: 8, recipients: [user.userId] },
      },
    });
    const state = () =>
      asSystem(
        async () =>
          (
            await query<{ sent: string | null; waits: string | null }>(
              'select last_sent_at as sent, waiting_since as waits from saved_reports where id = $1',
              [kept.id],
            )
          )[0]!,
      );
    const due = () =>
      asSystem(async () => {
        const [row] = await query<{ at: string }>('select next_at as at from saved_reports where id = $1', [kept.id]);
        await sendDue(new Date(Date.parse(row!.at) + 1000));
      });
    await asSystem(() => query(`update workspaces set apps_off = array['reports'] where id = $1`, [workspaceId]));
    await due();
    expect(await state()).toEqual({ sent: null, waits: null });
    await asSystem(() => query(`update workspaces set apps_off = '{}' where id = $1`, [workspaceId]));
    await inWorkspace(workspaceId, user.userId, () => handOver('saved-reports', user.userId, null, 10));
    await due();
    expect(await state()).toEqual({ sent: null, waits: expect.any(String) as string });
  });
});
