import type * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../../../kernel/endpoint.ts';
import { asSystem, execute, inWorkspace, query } from '../../../../server/db/index.ts';
import { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { settings } from '../../../identity/contract/settings.ts';
import { notifications } from '../../../notifications/contract.ts';
import {
  type Board,
  closeReasons,
  companies,
  contacts,
  exchangeRates,
  forecasting,
  type NewOpportunity,
  opportunities,
  type Opportunity,
  opportunityBulkCalls,
  type Pipeline,
  pipelines,
  salesGoals,
} from '../../contract.ts';
import { recordCalls } from '../../../../records/contract.ts';
import { MERGE_CALLS } from '../../contract.ts';
import { sumsCall, type SumsQuery } from '../../../../records/contract/column-totals.ts';
import { customFields } from '../../../../records/contract/views.ts';
import { sumsOf } from '../../../../records/server/list/column-totals.ts';
import { opportunityKind } from './kind.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type User = Awaited<ReturnType<TestSystem['signedIn']>>;
const owner = async (): Promise<User> =>
  system.signedIn({ workspaceId: await system.clientWorkspace(), workspaceRole: 'owner' });
const make = (user: TestClient, body: Partial<z.input<typeof NewOpportunity>> = {}) =>
  user.call(opportunities.create, { body: { name: 'Acme renewal', amount: '100', ...body } });
const pipelineOf = async (user: TestClient): Promise<Pipeline> => (await user.call(pipelines.list)).items[0]!;
const stageId = (pipeline: Pipeline, name: string) => pipeline.stages.find((stage) => stage.name === name)!.id;
const names = (board: Board, id: string) =>
  board.columns.find((column) => column.stageId === id)!.cards.map((card) => card.name);
const withoutId = (body: unknown) => ({ ...(body as ErrorBody), requestId: '' });

describe('an opportunity', () => {
  it('begins in the first open stage with what is known, and makes the usual pipeline where there is none', async () => {
    const user = await owner();
    const made = await make(user, { companyName: 'Acme', tags: ['a', 'A'], amount: '12500.05' });
    expect(made).toMatchObject({
      version: 1,
      amount: '12500.0500',
      currency: 'USD',
      stage: { name: 'Qualified', outcome: 'open' },
      state: 'open',
      probability: 10,
      forecast: 'pipeline',
      ownerId: user.userId,
      company: { name: 'Acme' },
      tags: ['a'],
      rotting: false,
      closedAt: null,
      lines: [],
      people: [],
    });
    expect((await user.call(pipelines.list)).items).toHaveLength(1);
    const refused = await user.tryCall(opportunities.create, {
      body: {
        name: 'X',
        currency: 'XXX',
        ownerId: made.id,
        contactId: made.id,
        companyId: made.id,
        custom: { gone: 1 },
        people: [{ contactId: made.id }],
      },
    });
    expect(refused.body.fields?.map((field) => field.field).sort()).toEqual([
      'companyId',
      'contactId',
      'currency',
      'custom.gone',
      'ownerId',
      'people.0.contactId',
    ]);
    for (const body of [
      { name: '' },
      { name: 'X', amount: '-5' },
      { name: 'X', amount: '1e5' },
      { name: 'X', probability: 101 },
      { name: 'X', stageId: made.id },
    ]) {
      expect((await user.tryCall(opportunities.create, { body: body })).status).toBe(400);
    }
  });

  it('makes no company for a key that may write opportunities alone', async () => {
    const user = await owner();
    await make(user, { companyName: 'Acme' });
    const { key } = await user.call(settings.createApiKey, {
      body: { name: 'one', scopes: ['opportunities:write', 'opportunities:read'] },
    });
    const { key: both } = await user.call(settings.createApiKey, {
      body: { name: 'both', scopes: ['opportunities:write', 'contacts:write'] },
    });
    const send = (sent: string, method: string, path: string, body: object) =>
      new TestClient(() => system.url).send<Opportunity & ErrorBody>(method, path, {
        headers: { authorization: `Bearer ${sent}` },
        body,
      });
    const made = await send(key, 'POST', '/api/opportunities', { name: 'Known', companyName: 'ACME' });
    expect(made).toMatchObject({ status: 201, body: { company: { name: 'Acme' } } });
    const { id, version, stage } = made.body;
    const refusal = {
      status: 403,
      body: { code: 'forbidden', message: 'This API key lacks the scope contacts:write.' },
    };
    expect(await send(key, 'POST', '/api/opportunities', { name: 'New', companyName: 'Engines' })).toMatchObject(
      refusal,
    );
    expect(await send(key, 'PUT', `/api/opportunities/${id}`, { version, companyName: 'Engines' })).toMatchObject(
      refusal,
    );
    expect(
      await send(key, 'POST', `/api/opportunities/${id}/move`, {
        version,
        stageId: stage.id,
        set: { companyName: 'Engines' },
      }),
    ).toMatchObject(refusal);
    expect((await user.call(companies.list)).items.map(({ name }) => name)).toEqual(['Acme']);
    expect(await send(both, 'PUT', `/api/opportunities/${id}`, { version, companyName: 'Engines' })).toMatchObject({
      status: 200,
      body: { company: { name: 'Engines' } },
    });
  });

  it('is worth the sum of its lines while it has any, rounded line by line', async () => {
    const user = await owner();
    const made = await make(user, {
      amount: undefined,
      currency: 'EUR',
      lines: [
        { product: 'Retainer', quantity: '2.5', unitPrice: '80' },
        { product: 'Set-up', quantity: '10', unitPrice: '99.90', discount: '12.5', tax: '19' },
      ],
    });
    expect(made).toMatchObject({
      amount: '1074.1300',
      totals: { list: '1199.00', discount: '124.87', net: '1074.13', tax: '166.08', gross: '1240.21' },
      lines: [{ net: '200.00' }, { net: '874.13', quantity: '10', discount: '12.5' }],
    });
    const refused = await user.tryCall(opportunities.update, {
      params: { id: made.id },
      body: { amount: '5', version: 1 },
    });
    expect(refused.body.fields).toEqual([
      { field: 'amount', message: 'The amount is the sum of its lines. Change the lines instead.' },
    ]);
    const yen = await user.call(opportunities.update, {
      params: { id: made.id },
      body: { currency: 'JPY', version: 1 },
    });
    expect(yen).toMatchObject({ amount: '1074.0000', version: 2 });
    const without = await user.call(opportunities.update, {
      params: { id: made.id },
      body: { lines: [], amount: '5', version: 2 },
    });
    expect(without).toMatchObject({ amount: '5.0000', lines: [] });
    await make(user, { name: 'Other', amount: undefined, lines: [{ product: 'Retainer', unitPrice: '95' }] });
    expect((await user.call(opportunities.products, { query: { search: 'RET' } })).items).toEqual([
      { product: 'Retainer', unitPrice: '95', currency: 'USD', tax: '0' },
    ]);
  });

  it('is in the sums of its list: exact, of all that match, for each currency, with fields of one’s own', async () => {
    const user = await owner();
    const other = await owner();
    await user.call(customFields.create, { body: { object: 'opportunity', label: 'Seats', kind: 'number' } });
    await make(user, { name: 'One', amount: '0.1', tags: ['hot'], custom: { seats: 2 } });
    await make(user, { name: 'Two', amount: '0.2', tags: ['hot'], custom: { seats: 0.5 } });
    await make(user, { name: 'Three', amount: '99999999999.99', currency: 'EUR' });
    await make(other, { amount: '7' });
    const sums = async (query: Partial<z.input<typeof SumsQuery>> = {}) =>
      user.call(sumsCall('opportunity'), { query: { columns: 'amount,custom.seats,name,gone,custom.gone', ...query } });
    expect(await sums()).toEqual({
      complete: true,
      items: [
        { column: 'amount', currency: 'USD', sum: '0.3', count: 2 },
        { column: 'amount', currency: 'EUR', sum: '99999999999.99', count: 1 },
        { column: 'custom.seats', currency: null, sum: '2.5', count: 2 },
      ],
    });
    const hot = JSON.stringify({
      match: 'all',
      conditions: [
        { field: 'tags', op: 'any_of', value: ['hot'] },
        { field: 'amount', op: 'gt', value: 0.1 },
      ],
    });
    expect((await sums({ filter: hot })).items).toEqual([
      { column: 'amount', currency: 'USD', sum: '0.2', count: 1 },
      { column: 'custom.seats', currency: null, sum: '0.5', count: 1 },
    ]);
    expect(await sums({ search: 'Three', columns: 'amount' })).toEqual({
      complete: true,
      items: [{ column: 'amount', currency: 'EUR', sum: '99999999999.99', count: 1 }],
    });
    expect(await sums({ trash: '1' })).toEqual({ complete: true, items: [] });
    const upTo = (most: number) =>
      inWorkspace(user.workspaceId, user.userId, () => sumsOf(opportunityKind, { columns: 'amount' }, most));
    expect([(await upTo(3)).complete, await upTo(2)]).toEqual([true, { complete: false, items: [] }]);
  });

  it('has a main contact, whose company it takes, and others with their parts; they move with a merge', async () => {
    const user = await owner();
    const ada = await user.call(contacts.create, {
      body: { firstName: 'Ada', lastName: 'King', companyName: 'Engines' },
    });
    const bob = await user.call(contacts.create, { body: { firstName: 'Bob', lastName: 'Ray' } });
    const twin = await user.call(contacts.create, { body: { firstName: 'Bobby', lastName: 'Ray' } });
    const made = await make(user, {
      contactId: ada.id,
      people: [
        { contactId: bob.id, role: 'Finance' },
        { contactId: ada.id, role: 'Decides' },
      ],
    });
    expect(made.company).toMatchObject({ name: 'Engines' });
    expect(made.people).toEqual([
      { contact: { id: ada.id, name: 'Ada King' }, role: 'Decides', main: true },
      { contact: { id: bob.id, name: 'Bob Ray' }, role: 'Finance', main: false },
    ]);
    expect((await user.call(opportunities.list, { query: { contactId: bob.id } })).items).toHaveLength(1);
    await user.call(MERGE_CALLS.contact.merge, {
      body: { keepId: twin.id, keepVersion: 1, mergeId: bob.id, mergeVersion: 1 },
    });
    expect(
      (await user.call(opportunities.get, { params: { id: made.id } })).people.map((person) => person.contact.name),
    ).toEqual(['Ada King', 'Bobby Ray']);
  });

  it('refuses a stale save, says who changed what, and loses nothing [S7.26]', async () => {
    const user = await owner();
    const made = await make(user);
    await user.call(opportunities.update, { params: { id: made.id }, body: { nextStep: 'Call', version: 1 } });
    const stale = await user.tryCall(opportunities.update, {
      params: { id: made.id },
      body: { nextStep: 'Write', version: 1 },
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect(stale.body.details).toMatchObject({
      current: { nextStep: 'Call', version: 2 },
      changed: [{ field: 'nextStep', from: '', to: 'Call', by: { id: user.userId } }],
    });
    expect(
      (await user.tryCall(opportunities.update, { params: { id: made.id }, body: { nextStep: 'Write' } })).status,
    ).toBe(400);
    expect(
      (await user.call(opportunities.update, { params: { id: made.id }, body: { nextStep: 'Call', version: 2 } }))
        .version,
    ).toBe(2);
  });

  it('goes to the trash and comes back; only an admin deletes it for good [S7.26]', async () => {
    const user = await owner();
    const { id } = await make(user, { lines: [{ product: 'X', unitPrice: '1' }], amount: undefined });
    await user.call(recordCalls('opportunity').notes.create, { params: { id }, body: { text: 'Remember' } });
    await user.call(opportunities.remove, { params: { id } });
    expect((await user.tryCall(opportunities.get, { params: { id } })).status).toBe(404);
    expect((await user.call(opportunities.get, { params: { id }, query: { trash: '1' } })).deletedAt).not.toBeNull();
    expect((await user.tryCall(opportunities.purge, { body: { ids: [id] } })).status).toBe(403);
    expect((await user.call(opportunities.restore, { params: { id } })).lines).toHaveLength(1);
    const admin = await system.signedIn({ workspaceId: user.workspaceId, role: 'admin' });
    expect((await admin.call(opportunities.purge, { body: { ids: [id] } })).purged).toBe(0);
    await user.call(opportunities.remove, { params: { id } });
    expect((await admin.call(opportunities.purge, { body: { ids: [id] } })).purged).toBe(1);
    expect(
      await asSystem(() =>
        query(
          'select 1 from opportunity_stays where opportunity_id = $1 union all select 1 from record_notes where record_id = $1',
          [id],
        ),
      ),
    ).toEqual([]);
  });

  it('of another workspace answers exactly as an absent one', async () => {
    const [one, other] = [await owner(), await owner()];
    const made = await make(one);
    const pipeline = await pipelineOf(one);
    const absent = '01900000-0000-7000-8000-000000000000';
    for (const endpoint of [
      opportunities.get,
      opportunities.remove,
      opportunities.restore,
      opportunities.neighbours,
      opportunities.history,
      pipelines.counts,
    ] as const) {
      const [foreign, gone] = [
        await other.tryCall(endpoint, { params: { id: endpoint === pipelines.counts ? pipeline.id : made.id } }),
        await other.tryCall(endpoint, { params: { id: absent } }),
      ];
      expect(foreign.status).toBe(404);
      expect(withoutId(foreign.body)).toEqual(withoutId(gone.body));
    }
    await make(other);
    const theirs = await pipelineOf(other);
    for (const [endpoint, body] of [
      [opportunities.update, { name: 'Mine', version: 1 }],
      [opportunities.reopen, { version: 1 }],
      [opportunities.move, { stageId: theirs.stages[1]!.id, version: 1 }],
    ] as const) {
      expect((await other.tryCall(endpoint, { params: { id: made.id }, body: body })).status).toBe(404);
    }
    expect((await other.tryCall(opportunities.board, { query: { pipelineId: pipeline.id } })).status).toBe(404);
    expect((await other.call(opportunities.list, { query: { search: 'acme' } })).items).toHaveLength(1);
    expect(
      (await other.tryCall(opportunities.create, { body: { name: 'X', stageId: pipeline.stages[0]!.id } })).status,
    ).toBe(400);
    // Standing after a stranger's card means nothing: it goes on top.
    const mine = await make(other);
    await other.call(opportunities.move, {
      params: { id: mine.id },
      body: { stageId: theirs.stages[0]!.id, afterId: made.id, version: 1 },
    });
  });
});

describe('the board', () => {
  it('keeps the order in which people arrange it, and moves change one record only', async () => {
    const user = await owner();
    for (const name of ['C', 'B', 'A']) await make(user, { name });
    const pipeline = await pipelineOf(user);
    const [first, second] = [stageId(pipeline, 'Qualified'), stageId(pipeline, 'Meeting held')];
    const read = () => user.call(opportunities.board, { query: { pipelineId: pipeline.id } });
    const card = async (name: string) =>
      (await read()).columns.flatMap((column) => column.cards).find((one) => one.name === name)!;
    expect(names(await read(), first)).toEqual(['A', 'B', 'C']);
    const place = async (name: string, stage: string, after: string | null) =>
      user.call(opportunities.move, {
        params: { id: (await card(name)).id },
        body: {
          stageId: stage,
          afterId: after === null ? null : (await card(after)).id,
          version: (await card(name)).version,
        },
      });
    expect((await place('A', first, 'B')).version).toBe(1);
    expect(names(await read(), first)).toEqual(['B', 'A', 'C']);
    expect((await place('A', second, null)).version).toBe(2);
    await place('C', second, 'A');
    await place('B', second, 'A');
    expect(names(await read(), second)).toEqual(['A', 'B', 'C']);
    const board = await read();
    expect(board.columns.find((column) => column.stageId === second)).toMatchObject({
      count: 3,
      sum: { currency: 'USD', amount: '300.00', missing: [] },
      weighted: { amount: '75.00' },
    });
    const stale = await user.tryCall(opportunities.move, {
      params: { id: (await card('A')).id },
      body: { stageId: first, version: 1 },
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect(
      names(
        await user.call(opportunities.board, { query: { pipelineId: pipeline.id, search: 'b', limit: 1 } }),
        second,
      ),
    ).toEqual(['B']);
  });

  it('stays in order when two people drop into the same gap at once', async () => {
    const user = await owner();
    const made = await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => make(user, { name })));
    const pipeline = await pipelineOf(user);
    const target = stageId(pipeline, 'Meeting held');
    await Promise.all(
      made.map((one) =>
        user.call(opportunities.move, { params: { id: one.id }, body: { stageId: target, version: 1 } }),
      ),
    );
    const ranks = await asSystem(() =>
      query<{ rank: string }>('select rank from opportunities where stage_id = $1', [target]),
    );
    expect(new Set(ranks.map((row) => row.rank)).size).toBe(6);
  });

  it('gives places out again where two are the same', async () => {
    const user = await owner();
    const made = [await make(user, { name: 'A' }), await make(user, { name: 'B' }), await make(user, { name: 'C' })];
    const pipeline = await pipelineOf(user);
    await asSystem(() => execute(`update opportunities set rank = 'a0' where workspace_id = $1`, [user.workspaceId]));
    await user.call(opportunities.move, {
      params: { id: made[2]!.id },
      body: { stageId: pipeline.stages[0]!.id, afterId: made[0]!.id, version: 1 },
    });
    expect(
      names(await user.call(opportunities.board, { query: { pipelineId: pipeline.id } }), pipeline.stages[0]!.id),
    ).toEqual(['A', 'C', 'B']);
  });

  it('refuses what a stage demands, names the fields, and takes them with the move', async () => {
    const user = await owner();
    const made = await make(user, { amount: undefined });
    const pipeline = await pipelineOf(user);
    const negotiation = stageId(pipeline, 'Negotiation');
    const refused = await user.tryCall(opportunities.move, {
      params: { id: made.id },
      body: { stageId: negotiation, version: 1 },
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      message: '“Negotiation” needs an amount and an expected close date.',
      details: { stageId: negotiation, missing: ['amount', 'expectedClose'] },
    });
    expect(refused.body.fields?.map((field) => field.field)).toEqual(['amount', 'expectedClose']);
    expect((await user.call(opportunities.get, { params: { id: made.id } })).stage.name).toBe('Qualified');
    const moved = await user.call(opportunities.move, {
      params: { id: made.id },
      body: { stageId: negotiation, version: 1, set: { amount: '500', expectedClose: '2027-01-31' } },
    });
    expect(moved).toMatchObject({
      version: 2,
      amount: '500.0000',
      expectedClose: '2027-01-31',
      probability: 75,
      forecast: 'commit',
      stage: { name: 'Negotiation' },
    });
    expect((await user.tryCall(opportunities.create, { body: { name: 'X', stageId: negotiation } })).status).toBe(400);
  });

  it('closes with a reason and opens again where it was', async () => {
    const user = await owner();
    const made = await make(user);
    const pipeline = await pipelineOf(user);
    const { items } = await user.call(closeReasons.save, {
      body: {
        reasons: [
          { outcome: 'lost', label: 'Price' },
          { outcome: 'won', label: 'Fit' },
        ],
      },
    });
    const [price, fit] = ['Price', 'Fit'].map((label) => items.find((reason) => reason.label === label)!.id);
    const proposal = await user.call(opportunities.move, {
      params: { id: made.id },
      body: { stageId: stageId(pipeline, 'Proposal sent'), version: 1 },
    });
    const lost = stageId(pipeline, 'Lost');
    expect(
      (
        await user.tryCall(opportunities.move, {
          params: { id: made.id },
          body: { stageId: lost, version: proposal.version, set: { closeReasonId: fit! } },
        })
      ).body.fields?.[0]?.field,
    ).toBe('closeReasonId');
    const closed = await user.call(opportunities.move, {
      params: { id: made.id },
      body: {
        stageId: lost,
        version: proposal.version,
        set: { closeReasonId: price!, closeNote: 'Cheaper elsewhere' },
      },
    });
    expect(closed).toMatchObject({
      state: 'lost',
      probability: 0,
      closeReason: { name: 'Price' },
      closeNote: 'Cheaper elsewhere',
    });
    expect(closed.closedAt).not.toBeNull();
    const opened = await user.call(opportunities.reopen, {
      params: { id: made.id },
      body: { version: closed.version },
    });
    expect(opened).toMatchObject({
      state: 'open',
      stage: { name: 'Proposal sent' },
      closedAt: null,
      closeReason: null,
      closeNote: '',
      probability: 50,
    });
    expect(
      (await user.tryCall(opportunities.reopen, { params: { id: made.id }, body: { version: opened.version } })).status,
    ).toBe(409);
    const history = await user.call(opportunities.history, { params: { id: made.id } });
    expect(history.stays.map((stay) => stay.stageName)).toEqual([
      'Qualified',
      'Proposal sent',
      'Lost',
      'Proposal sent',
    ]);
    expect(history.stays.map((stay) => stay.leftAt === null)).toEqual([false, false, false, true]);
    expect(history.stays[0]!.movedBy).toMatchObject({ id: user.userId });
    const { items: told } = await user.call(recordCalls('opportunity').timeline.list, { params: { id: made.id } });
    expect(told.map((entry) => entry.kind)).toEqual(['updated', 'updated', 'updated', 'created']);
    expect(told[0]!.changes).toContainEqual({ field: 'stage', from: 'Lost', to: 'Proposal sent' });
  });

  it('adds up currencies at the rate of the workspace and names what it could not', async () => {
    const user = await owner();
    await make(user, { amount: '100', currency: 'EUR' });
    await make(user, { amount: '50', currency: 'CHF' });
    await make(user, { amount: '10' });
    const pipeline = await pipelineOf(user);
    await user.call(exchangeRates.save, { body: { currency: 'EUR', day: '2020-01-01', rate: '2' } });
    await user.call(exchangeRates.save, { body: { currency: 'EUR', day: '2026-01-01', rate: '1.1' } });
    const column = (await user.call(opportunities.board, { query: { pipelineId: pipeline.id } })).columns[0]!;
    expect(column.sum).toEqual({ currency: 'USD', amount: '120.00', missing: ['CHF'] });
    expect(column.amounts.map((one) => one.currency).sort()).toEqual(['CHF', 'EUR', 'USD']);
    expect(
      (await user.tryCall(exchangeRates.save, { body: { currency: 'USD', day: '2026-01-01', rate: '1' } })).status,
    ).toBe(400);
    const member = await system.signedIn({ workspaceId: user.workspaceId });
    expect(
      (await member.tryCall(exchangeRates.save, { body: { currency: 'EUR', day: '2026-01-01', rate: '9' } })).status,
    ).toBe(403);
  });
});

describe('lists of opportunities', () => {
  it('are searched, filtered, sorted and paged without a gap, and narrowed to a license [S7.19]', async () => {
    const user = await owner();
    for (let n = 1; n <= 5; n++)
      await make(user, {
        name: `Deal ${n}`,
        amount: String(n * 10),
        companyName: n % 2 ? 'Óscar & Sons' : 'Other',
        expectedClose: n === 3 ? '2020-01-01' : null,
        tags: n > 3 ? ['big'] : [],
      });
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await user.call(opportunities.list, {
        query: { sort: '-amount', limit: 2, ...(cursor ? { cursor } : {}) },
      });
      seen.push(...page.items.map((item) => item.name));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(seen).toEqual(['Deal 5', 'Deal 4', 'Deal 3', 'Deal 2', 'Deal 1']);
    const list = async (query: object) =>
      (await user.call(opportunities.list, { query: { sort: 'name', ...query } })).items.map((item) => item.name);
    const filter = (field: string, op: string, value?: unknown) =>
      list({ filter: JSON.stringify({ match: 'all', conditions: [{ field, op, value }] }) });
    expect(await list({ search: 'oscar deal 3' })).toEqual(['Deal 3']);
    expect(await filter('amount', 'gte', 40)).toEqual(['Deal 4', 'Deal 5']);
    expect(await filter('tags', 'any_of', ['big'])).toEqual(['Deal 4', 'Deal 5']);
    expect(await filter('overdue', 'true')).toEqual(['Deal 3']);
    expect(await filter('owner', 'any_of', ['me'])).toHaveLength(5);
    expect(await filter('forecast', 'any_of', ['pipeline'])).toHaveLength(5);
    expect(await filter('state', 'none_of', ['open'])).toEqual([]);
    expect(await list({ sort: 'expectedClose,-amount' })).toEqual(['Deal 3', 'Deal 5', 'Deal 4', 'Deal 2', 'Deal 1']);
    expect((await user.tryCall(opportunities.list, { query: { sort: 'nope' } })).status).toBe(400);
    const license = '01900000-0000-7000-8000-000000000001';
    await asSystem(() =>
      execute('insert into business_licenses (id, workspace_id, name) values ($1, $2, $3) on conflict do nothing', [
        license,
        user.workspaceId,
        'License',
      ]),
    );
    await make(user, { name: 'Licensed', businessLicenseId: license });
    expect(
      (await user.call(opportunities.contextList, { query: { businessLicenseId: license } })).items.map(
        (item) => item.name,
      ),
    ).toEqual(['Licensed']);
    expect((await user.call(opportunities.contextList)).items).toHaveLength(6);
    const csv = await user.send<string>(
      'GET',
      '/api/opportunities/export?columns=name,amount,currency,company&sort=name',
    );
    expect(csv.body.replace('\uFEFF', '').split('\r\n').slice(0, 2)).toEqual([
      'Name,Amount,Currency,Company',
      'Deal 1,10.00,USD,Óscar & Sons',
    ]);
    const [anna, ben] = [
      await user.call(contacts.create, { body: { firstName: 'Anna', emails: [{ value: 'anna@x.example' }] } }),
      await user.call(contacts.create, { body: { firstName: 'Ben' } }),
    ];
    const { id } = await make(user, {
      name: 'Whole',
      amount: undefined,
      contactId: anna.id,
      businessLicenseId: license,
      people: [{ contactId: anna.id, role: 'Decides' }, { contactId: ben.id }],
      lines: [{ product: 'Seat', quantity: '3', unitPrice: '5' }],
    });
    const whole = await user.send<string>(
      'GET',
      `/api/opportunities/export?ids=${id}&columns=name,pipeline,contactEmail,contacts,products,businessLicense,contactId`,
    );
    expect(whole.body.split('\r\n').slice(1, 3)).toEqual([
      `Whole,Sales,anna@x.example,Anna <anna@x.example> (Decides); Ben,3 × Seat,License,${anna.id}`,
      '',
    ]);
    const without = await user.send<string>('GET', `/api/opportunities/export?except=${id}&columns=name&sort=name`);
    expect(without.body.split('\r\n').slice(1, -1)).toEqual([
      'Deal 1',
      'Deal 2',
      'Deal 3',
      'Deal 4',
      'Deal 5',
      'Licensed',
    ]);
    expect((await user.send('GET', '/api/opportunities/export?ids=1,2')).status).toBe(400);
  });

  it('know what is stuck in its stage', async () => {
    const user = await owner();
    const { id } = await make(user, { name: 'Old' });
    await make(user, { name: 'New' });
    await asSystem(() =>
      execute(`update opportunities set stage_entered_at = now() - interval '20 days' where id = $1`, [id]),
    );
    const stuck = () =>
      user.call(opportunities.list, {
        query: { filter: JSON.stringify({ match: 'all', conditions: [{ field: 'rotting', op: 'true' }] }) },
      });
    expect((await stuck()).items).toMatchObject([{ name: 'Old', rotting: true }]);
    await user.call(recordCalls('opportunity').notes.create, { params: { id }, body: { text: 'Called' } });
    expect((await stuck()).items).toEqual([]);
  });

  it('are changed many at once, and put back', async () => {
    const user = await owner();
    const made = [await make(user, { name: 'A', tags: ['x'] }), await make(user, { name: 'B' })];
    const selection = { ids: made.map((one) => one.id) };
    const batch = await user.call(opportunityBulkCalls.run, {
      body: { selection, action: { kind: 'edit', set: { source: 'Fair', expectedClose: '2027-01-01' } } },
    });
    expect(batch).toMatchObject({ state: 'done', changed: 2 });
    expect(await user.call(opportunities.get, { params: { id: made[0]!.id } })).toMatchObject({
      source: 'Fair',
      expectedClose: '2027-01-01',
      tags: ['x'],
      amount: '100.0000',
      stage: { name: 'Qualified' },
    });
    await user.call(opportunityBulkCalls.undo, { params: { batchId: batch.id! } });
    expect(await user.call(opportunities.get, { params: { id: made[0]!.id } })).toMatchObject({
      source: '',
      expectedClose: null,
    });
    expect(
      (
        await user.tryCall(opportunityBulkCalls.run, {
          body: { selection, action: { kind: 'assign', ownerId: made[0]!.id } },
        })
      ).status,
    ).toBe(400);
  });
});

describe('changes elsewhere', () => {
  it('reach opportunities: a company by its new name, an owner by a notification', async () => {
    const user = await owner();
    const other = await system.signedIn({ workspaceId: user.workspaceId });
    const made = await make(user, { name: 'Renewal', companyName: 'Old Name' });
    await user.call(companies.update, { params: { id: made.company!.id }, body: { name: 'Brandnew', version: 1 } });
    await expect
      .poll(async () => (await user.call(opportunities.list, { query: { search: 'brandnew renewal' } })).items.length, {
        timeout: 20_000,
      })
      .toBe(1);
    await user.call(opportunities.update, { params: { id: made.id }, body: { ownerId: other.userId, version: 1 } });
    await expect
      .poll(async () => (await other.call(notifications.list)).items.map((item) => item.title), { timeout: 20_000 })
      .toContain('Opportunity assigned to you: Renewal');
    expect((await user.call(notifications.list)).items).toEqual([]);
  });
});

describe('the forecast', () => {
  it('shows what was won and what may be, in the months of the zone, against the goals', async () => {
    const user = await owner();
    await asSystem(() =>
      execute(`update workspaces set time_zone = 'America/Los_Angeles' where id = $1`, [user.workspaceId]),
    );
    const won = await make(user, { name: 'Won', amount: '300' });
    const pipeline = await pipelineOf(user);
    await user.call(opportunities.move, {
      params: { id: won.id },
      body: { stageId: stageId(pipeline, 'Won'), version: 1 },
    });
    // Still October in Los Angeles.
    await asSystem(() =>
      execute(`update opportunities set closed_at = '2026-11-01T05:00:00Z' where id = $1`, [won.id]),
    );
    await make(user, { name: 'Open', amount: '200', expectedClose: '2026-11-30', forecast: 'best' });
    // Open opportunities of an archived pipeline count on the dashboard and in the list behind the figure.
    const { id: away } = await user.call(pipelines.create, { body: { name: 'Away' } });
    await make(user, { name: 'Undated', amount: '7', pipelineId: away });
    await user.call(pipelines.archive, { params: { id: away } });
    await user.call(salesGoals.save, {
      body: {
        goals: [
          { ownerId: null, month: '2026-10-01', amount: '1000' },
          { ownerId: user.userId, month: '2026-11-01', amount: '50.5' },
        ],
      },
    });
    const forecast = await user.call(forecasting.forecast, { query: { from: '2026-10-01', months: 2 } });
    expect(forecast.total.months).toMatchObject([
      { won: '300.00', wonCount: 1, goal: '1000' },
      { won: '0.00', best: '200.00', weighted: '20.00', goal: '50.5', openCount: 1 },
    ]);
    expect(forecast.total.undated.pipeline).toBe('7.00');
    expect(forecast.owners).toHaveLength(1);
    const member = await system.signedIn({ workspaceId: user.workspaceId });
    expect(
      (
        await member.tryCall(salesGoals.save, {
          body: { goals: [{ ownerId: null, month: '2026-10-01', amount: '1' }] },
        })
      ).status,
    ).toBe(403);
    await member.call(salesGoals.save, {
      body: { goals: [{ ownerId: member.userId, month: '2026-10-01', amount: '1' }] },
    });
    expect((await user.call(salesGoals.list, { query: { from: '2026-10-01', months: 1 } })).items).toHaveLength(2);
    await user.call(salesGoals.save, { body: { goals: [{ ownerId: null, month: '2026-10-01', amount: null }] } });
    expect((await user.call(salesGoals.list, { query: { from: '2026-10-01', months: 1 } })).items).toHaveLength(1);
  });
});
