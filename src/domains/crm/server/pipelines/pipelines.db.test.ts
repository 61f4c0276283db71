import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, query } from '../../../../server/db/index.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { closeReasons, opportunities, type Pipeline, pipelines } from '../../contract.ts';
import { customFields } from '../../../../records/contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const owner = async () => system.signedIn({ workspaceId: await system.clientWorkspace(), workspaceRole: 'owner' });
const STAGES = [
  { name: 'Begin' },
  { name: 'Middle', probability: 40 },
  { name: 'Yes', outcome: 'won' as const },
  { name: 'No', outcome: 'lost' as const },
];
const create = (user: TestClient, name = 'Sales') => user.call(pipelines.create, { body: { name, stages: STAGES } });
const entries = (pipeline: Pipeline) => pipeline.stages.map((stage) => ({ ...stage, position: undefined }));

describe('pipelines', () => {
  it('are shaped by managers only', async () => {
    const user = await owner();
    const member = await system.signedIn({ workspaceId: user.workspaceId });
    const made = await create(user);
    expect((await member.call(pipelines.list)).editable).toBe(false);
    expect((await user.call(pipelines.list)).editable).toBe(true);
    const params = { id: made.id };
    for (const status of [
      await member.tryCall(pipelines.create, { body: { name: 'Mine' } }),
      await member.tryCall(pipelines.update, { params, body: { name: 'Mine', version: 1 } }),
      await member.tryCall(pipelines.order, { body: { ids: [] } }),
      await member.tryCall(pipelines.archive, { params }),
      await member.tryCall(pipelines.unarchive, { params }),
      await member.tryCall(pipelines.remove, { params }),
      await member.tryCall(closeReasons.save, { body: { reasons: [] } }),
    ])
      expect(status.status).toBe(403);
    const foreign = await owner();
    expect((await foreign.tryCall(pipelines.update, { params, body: { name: 'X', version: 1 } })).status).toBe(404);
    expect((await foreign.tryCall(pipelines.remove, { params })).status).toBe(404);
  });

  it('need a beginning and both ends, and tell their stages apart', async () => {
    const user = await owner();
    const refused = await user.tryCall(pipelines.create, {
      body: {
        name: 'Bad',
        stages: [{ name: 'One' }, { name: 'ONE', requiredFields: ['closeReasonId', 'custom.gone'] }],
      },
    });
    expect(refused.body.fields?.map((field) => field.field)).toEqual([
      'stages',
      'stages',
      'stages.1.name',
      'stages.1.requiredFields',
      'stages.1.requiredFields',
    ]);
    await create(user);
    expect((await user.tryCall(pipelines.create, { body: { name: 'sales' } })).status).toBe(409);
    expect(
      (await user.call(pipelines.create, { body: { name: 'Usual' } })).stages.map((stage) => stage.outcome),
    ).toEqual(['open', 'open', 'open', 'open', 'won', 'lost']);
  });

  it('change as a whole: order, new stages, removed ones with a place for what lies in them', async () => {
    const user = await owner();
    const made = await create(user);
    const [begin, middle, yes, no] = entries(made);
    const deal = await user.call(opportunities.create, { body: { name: 'Deal', stageId: middle!.id } });
    const params = { id: made.id };
    const next = [{ name: 'First', rottingDays: 5, requiredFields: ['amount' as const] }, begin!, yes!, no!].map(
      (stage) => ({ ...stage, requiredFields: stage.requiredFields ?? [] }),
    );
    const homeless = await user.tryCall(pipelines.update, { params, body: { stages: next, version: 1 } });
    expect(homeless.status).toBe(409);
    expect(homeless.body.details).toMatchObject({ stages: [{ id: middle!.id, name: 'Middle', opportunities: 1 }] });
    expect(
      (
        await user.tryCall(pipelines.update, {
          params,
          body: { stages: [begin!, { ...middle!, outcome: 'won' as const }, no!], version: 1 },
        })
      ).body.fields?.[0]?.field,
    ).toBe('stages.1.outcome');
    const saved = await user.call(pipelines.update, {
      params,
      body: { stages: next, moveTo: { [middle!.id]: begin!.id }, version: 1 },
    });
    expect(saved.stages.map((stage) => stage.name)).toEqual(['First', 'Begin', 'Yes', 'No']);
    expect(saved).toMatchObject({
      version: 2,
      stages: [
        { rottingDays: 5, requiredFields: ['amount'] },
        {},
        { probability: 100, forecast: 'commit' },
        { probability: 0 },
      ],
    });
    expect(await user.call(opportunities.get, { params: { id: deal.id } })).toMatchObject({
      stage: { name: 'Begin' },
      version: 2,
    });
    expect(
      (await user.call(opportunities.history, { params: { id: deal.id } })).stays.map((stay) => stay.stageName),
    ).toEqual(['Middle', 'Begin']);
    expect((await user.tryCall(pipelines.update, { params, body: { name: 'X', version: 1 } })).body.code).toBe('stale');
  });

  it('ask no longer for a field that is removed, and can be changed afterwards', async () => {
    const user = await owner();
    const field = await user.call(customFields.create, {
      body: { object: 'opportunity', label: 'Budget', kind: 'number' },
    });
    const made = await create(user);
    const params = { id: made.id };
    const asking = entries(made).map((stage) => ({
      ...stage,
      requiredFields: stage.name === 'Middle' ? ['amount', `custom.${field.key}`] : [],
    }));
    await user.call(pipelines.update, { params, body: { stages: asking, version: 1 } });
    await (
      await system.signedIn({ workspaceId: user.workspaceId, role: 'admin' })
    ).call(customFields.remove, { params: { id: field.id } });
    const now = (await user.call(pipelines.list)).items.find((pipeline) => pipeline.id === made.id)!;
    expect([now.version, now.stages[1]!.requiredFields]).toEqual([3, ['amount']]);
    // A field of the same name is another one.
    expect(
      (await user.call(customFields.create, { body: { object: 'opportunity', label: 'Budget', kind: 'number' } })).key,
    ).toBe(field.key);
    await user.call(opportunities.create, {
      body: { name: 'Deal', stageId: now.stages[1]!.id, amount: '5', currency: 'USD' },
    });
    // Invalid data of earlier versions can be saved, and is removed.
    await asSystem(() =>
      query(`update stages set required_fields = '{custom.gone}' where id = $1`, [now.stages[0]!.id]),
    );
    const left = (await user.call(pipelines.list)).items.find((pipeline) => pipeline.id === made.id)!;
    expect(left.stages[0]!.requiredFields).toEqual(['custom.gone']);
    expect(
      (await user.call(pipelines.update, { params, body: { stages: entries(left), version: 3 } })).stages[0]!
        .requiredFields,
    ).toEqual([]);
  });

  it('are put in order, away and out again, and go only when their opportunities have somewhere to go', async () => {
    const user = await owner();
    const [one, two] = [await create(user), await create(user, 'Renewals')];
    const names = async (archived?: '1') =>
      (await user.call(pipelines.list, { query: archived ? { archived } : {} })).items.map((pipeline) => pipeline.name);
    await user.call(pipelines.order, { body: { ids: [two.id] } });
    expect(await names()).toEqual(['Renewals', 'Sales']);
    await user.call(pipelines.archive, { params: { id: two.id } });
    expect([await names(), await names('1')]).toEqual([['Sales'], ['Sales', 'Renewals']]);
    expect((await user.tryCall(pipelines.archive, { params: { id: one.id } })).status).toBe(409);
    expect((await user.tryCall(pipelines.remove, { params: { id: one.id } })).status).toBe(409);
    await user.call(pipelines.unarchive, { params: { id: two.id } });
    const open = await user.call(opportunities.create, { body: { name: 'Open', pipelineId: one.id } });
    const won = await user.call(opportunities.create, { body: { name: 'Won', stageId: one.stages[2]!.id } });
    const trashed = await user.call(opportunities.create, { body: { name: 'Trashed', pipelineId: one.id } });
    await user.call(opportunities.remove, { params: { id: trashed.id } });
    expect((await user.tryCall(pipelines.remove, { params: { id: one.id } })).body).toMatchObject({
      code: 'conflict',
      details: { opportunities: 3 },
    });
    expect(
      (await user.tryCall(pipelines.remove, { params: { id: one.id }, query: { moveTo: two.stages[2]!.id } })).status,
    ).toBe(400);
    await user.call(pipelines.remove, { params: { id: one.id }, query: { moveTo: two.stages[1]!.id } });
    expect(await names('1')).toEqual(['Renewals']);
    expect((await user.call(opportunities.get, { params: { id: open.id } })).stage).toMatchObject({
      id: two.stages[1]!.id,
    });
    expect(await user.call(opportunities.get, { params: { id: won.id } })).toMatchObject({
      state: 'won',
      stage: { id: two.stages[2]!.id },
      closedAt: won.closedAt,
    });
    expect((await user.call(opportunities.restore, { params: { id: trashed.id } })).stage.id).toBe(two.stages[1]!.id);
  });
});

describe('reasons', () => {
  it('are a list that people keep; what is left out stays on what it was given to', async () => {
    const user = await owner();
    const { items } = await user.call(closeReasons.save, {
      body: {
        reasons: [
          { outcome: 'lost', label: 'Price' },
          { outcome: 'lost', label: 'Timing' },
        ],
      },
    });
    expect(items.map((reason) => [reason.label, reason.archived])).toEqual([
      ['Price', false],
      ['Timing', false],
    ]);
    const again = await user.call(closeReasons.save, {
      body: { reasons: [{ id: items[1]!.id, outcome: 'lost', label: 'Bad timing' }] },
    });
    expect(again.items.map((reason) => [reason.label, reason.archived])).toEqual([
      ['Bad timing', false],
      ['Price', true],
    ]);
    expect(
      (
        await user.tryCall(closeReasons.save, {
          body: {
            reasons: [
              { outcome: 'won', label: 'A' },
              { outcome: 'won', label: 'a' },
            ],
          },
        })
      ).status,
    ).toBe(400);
  });
});
