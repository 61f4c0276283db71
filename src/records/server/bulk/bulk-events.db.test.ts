/** Timelines, watchers, workflows, and webhooks get the same events for a manual change, a bulk change, and an undo. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asSystem, query } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import {
  activities,
  activityBulkCalls,
  companies,
  companyBulk,
  contacts,
  leadBulk,
  leads,
  opportunities,
  opportunityBulkCalls,
  pipelines,
} from '../../../domains/crm/contract.ts';
import { bulk, type BulkCalls } from '../../contract.ts';

let system: TestSystem;
let user: Awaited<ReturnType<TestSystem['signedIn']>>;
beforeAll(async () => {
  system = await startTestSystem();
  user = await system.signedIn({ workspaceId: await system.clientWorkspace(), workspaceRole: 'owner' });
});
afterAll(() => system.destroy());

type Fields = Record<string, unknown>;
interface Kind {
  calls: { create: unknown; get: unknown; update: unknown; remove: unknown; restore: unknown };
  bulk: BulkCalls;
  blank: Fields;
  /** Where two must not be called the same. */
  other?: Fields;
  /** In bulk, by hand where that is said otherwise, and what it comes to besides. */
  edits: readonly { set: Fields; byHand?: Fields; acts?: string[] }[];
}

const now = '2026-03-01T10:00:00.000Z';
const KINDS: Record<string, Kind> = {
  contact: {
    calls: contacts,
    bulk,
    blank: { lastName: 'Lovelace' },
    edits: [{ set: { source: 'Fair', title: 'Countess' } }, { set: { source: '' } }],
  },
  company: {
    calls: companies,
    bulk: companyBulk,
    blank: { name: 'Engines' },
    other: { name: 'Looms' },
    edits: [{ set: { industry: 'Steam' } }, { set: { industry: '' } }],
  },
  lead: {
    calls: leads,
    bulk: leadBulk,
    blank: { lastName: 'Byron' },
    edits: [
      { set: { status: 'working' } },
      { set: { status: 'unqualified', statusReason: 'No budget' } },
      { set: { status: 'new' } },
    ],
  },
  opportunity: {
    calls: opportunities,
    bulk: opportunityBulkCalls,
    blank: { name: 'Engine' },
    edits: [{ set: { nextStep: 'Call', expectedClose: '2026-03-31' } }, { set: { nextStep: '' } }],
  },
  activity: {
    calls: activities,
    bulk: activityBulkCalls,
    blank: { type: 'task', subject: 'Call' },
    edits: [
      { set: { priority: 'high' } },
      { set: { status: 'done' }, byHand: { doneAt: now }, acts: ['completed'] },
      { set: { status: 'open' }, byHand: { doneAt: null }, acts: ['reopened'] },
      { set: { status: 'done', type: 'call' }, byHand: { doneAt: now, type: 'call' }, acts: ['completed'] },
    ],
  },
};

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Collects the record's events since the last call, without times. */
function listener(kind: string, id: string) {
  let after = '0';
  return async () => {
    const rows = await asSystem(() =>
      query<{ id: string; type: string; data: Fields }>(
        'select id::text as id, type, data from events where subject_type = $1 and subject_id = $2 and id > $3::bigint order by events.id',
        [kind, id, after],
      ),
    );
    after = rows.at(-1)?.id ?? after;
    return rows.map(({ type, data }) => {
      const { batchId, changes, ...said } = JSON.parse(JSON.stringify(data).replace(INSTANT, 'then')) as Fields & {
        changes?: { field: string }[];
      };
      return {
        type,
        said,
        isMany: batchId !== undefined,
        changes: changes?.toSorted((a, b) => a.field.localeCompare(b.field)),
      };
    });
  };
}

it.each(Object.keys(KINDS))('tells of the kind %s in bulk what it tells by hand', async (kind) => {
  const { calls, bulk: many, blank, other: second = blank, edits } = KINDS[kind]! as Kind & { calls: typeof contacts };
  const make = async (fields: Fields) => (await user.call(calls.create, { body: { ownerId: null, ...fields } })).id;
  const [one, other] = [await make(blank), await make(second)];
  const [byHand, inBulk] = [listener(kind, one), listener(kind, other)];
  expect((await byHand()).map(({ type }) => type)).toEqual((await inBulk()).map(({ type }) => type));
  const run = async (action: Fields) =>
    (await user.call(many.run, { body: { selection: { ids: [other] }, action } as never })).id!;
  const byHandChanged = async (fields: Fields) =>
    user.call(calls.update, {
      params: { id: one },
      body: { version: (await user.call(calls.get, { params: { id: one } })).version, ...fields },
    });
  for (const { set, byHand: fields = set, acts = [] } of [
    ...edits,
    { set: { ownerId: user.userId } },
    { set: { ownerId: null } },
  ]) {
    await byHandChanged(fields);
    await run({ kind: 'edit', set });
    const told = await byHand();
    expect(told.map(({ type }) => type)).toEqual(['updated', ...acts].map((act) => `${kind}.${act}`));
    expect(await inBulk()).toEqual(told.map((event) => ({ ...event, isMany: true })));
  }
  await user.call(calls.remove, { params: { id: one } });
  await run({ kind: 'delete' });
  await user.call(calls.restore, { params: { id: one } });
  await run({ kind: 'restore' });
  const types = (await byHand()).map(({ type }) => type);
  expect(types).toEqual([`${kind}.deleted`, `${kind}.restored`]);
  expect((await inBulk()).map(({ type }) => type)).toEqual(types);
});

it('tells that what was completed in bulk is open again, and done again, when that is undone', async () => {
  const { id } = await user.call(activities.create, { body: { type: 'task', subject: 'Think' } });
  const told = listener('activity', id);
  await told();
  const set = (status: string) =>
    user.call(activityBulkCalls.run, { body: { selection: { ids: [id] }, action: { kind: 'edit', set: { status } } } });
  const undo = (batchId: string) => user.call(activityBulkCalls.undo, { params: { batchId } });
  await undo((await set('done')).id!);
  expect((await told()).map(({ type }) => type)).toEqual([
    'activity.updated',
    'activity.completed',
    'activity.updated',
    'activity.reopened',
  ]);
  await set('done');
  await undo((await set('open')).id!);
  expect((await told()).map(({ type }) => type).slice(2)).toEqual([
    'activity.updated',
    'activity.reopened',
    'activity.updated',
    'activity.completed',
  ]);
});

it('tells of opportunities whose stage or pipeline goes away what a move by hand tells, but for those in the trash', async () => {
  const [from, to] = [
    await user.call(pipelines.create, { body: { name: 'Leaving' } }),
    await user.call(pipelines.create, { body: { name: 'Staying' } }),
  ];
  const entries = from.stages.map(({ id, name, color, probability, outcome }) => ({
    id,
    name,
    color,
    probability,
    outcome,
  }));
  const [first, second] = from.stages;
  const make = async (stageId: string) =>
    (await user.call(opportunities.create, { body: { name: 'Deal', stageId, forecast: 'commit' } })).id;
  const [byHand, swept, trashed] = [await make(second!.id), await make(second!.id), await make(second!.id)];
  await user.call(opportunities.remove, { params: { id: trashed } });
  const heard = [byHand, swept, trashed].map((id) => listener('opportunity', id));
  for (const told of heard) await told();
  const ofHand = async (stageId: string) => {
    await user.call(opportunities.move, {
      params: { id: byHand },
      body: { stageId, version: (await user.call(opportunities.get, { params: { id: byHand } })).version },
    });
    return heard[0]!();
  };
  const expected = await ofHand(first!.id);
  expect(expected.map(({ type }) => type)).toContain('opportunity.stage_changed');
  await user.call(pipelines.update, {
    params: { id: from.id },
    body: { stages: entries.filter(({ id }) => id !== second!.id), moveTo: { [second!.id]: first!.id }, version: 1 },
  });
  expect(await heard[1]!()).toEqual(expected);
  expect((await heard[2]!()).map(({ type }) => type)).toEqual(['opportunity.updated']);
  const goal = to.stages.find(({ outcome }) => outcome === 'open')!;
  // The stage of the other pipeline is called the same.
  const across = await ofHand(goal.id);
  expect(across).toMatchObject([
    {
      type: 'opportunity.updated',
      changes: [{ field: 'pipeline', from: 'Leaving', to: 'Staying' }, { field: 'stage' }],
    },
    { type: 'opportunity.stage_changed' },
  ]);
  expect((await user.call(opportunities.get, { params: { id: byHand } })).pipelineId).toBe(to.id);
  await user.call(pipelines.remove, { params: { id: from.id }, query: { moveTo: goal.id } });
  expect(await heard[1]!()).toEqual(across);
});

it('tells of an activity that is completed or opened again by its own button what a change of it tells', async () => {
  const make = async () => (await user.call(activities.create, { body: { type: 'call', subject: 'Ring' } })).id;
  const [byButton, byForm] = [await make(), await make()];
  const [button, form] = [listener('activity', byButton), listener('activity', byForm)];
  await button();
  await form();
  await user.call(activities.complete, { params: { id: byButton }, body: { outcome: 'connected', doneAt: now } });
  await user.call(activities.update, {
    params: { id: byForm },
    body: { version: 1, outcome: 'connected', doneAt: now },
  });
  const completed = await button();
  expect(completed.map(({ type }) => type)).toEqual(['activity.updated', 'activity.completed']);
  expect(await form()).toEqual(completed);
  await user.call(activities.reopen, { params: { id: byButton } });
  await user.call(activityBulkCalls.run, {
    body: { selection: { ids: [byForm] }, action: { kind: 'edit', set: { status: 'open' } } },
  });
  const reopened = await button();
  expect(reopened.map(({ type, changes }) => [type, changes?.map(({ field }) => field)])).toEqual([
    ['activity.updated', ['doneAt', 'outcome']],
    ['activity.reopened', undefined],
  ]);
  expect(await form()).toEqual(reopened.map((event) => ({ ...event, isMany: true })));
  expect(await user.call(activities.get, { params: { id: byForm } })).toMatchObject({ outcome: '', status: 'open' });
  // A canceled activity is otherwise unchanged.
  await user.call(activities.cancel, { params: { id: byButton } });
  await button();
  await user.call(activities.reopen, { params: { id: byButton } });
  expect((await button()).map(({ type }) => type)).toEqual(['activity.reopened']);
});

it('brings an outcome back with the undo of an opening in bulk, and finds what it wrote', async () => {
  const grace = await user.call(contacts.create, { body: { lastName: 'Hopper' } });
  const { id } = await user.call(activities.create, {
    body: { type: 'call', subject: 'Ring', contactId: grace.id, doneAt: now, outcome: 'connected' },
  });
  const set = async (action: Fields) =>
    (await user.call(activityBulkCalls.run, { body: { selection: { ids: [id] }, action } as never })).id!;
  const found = async (search: string) =>
    (await user.call(activities.list, { query: { search } })).items.map((one) => one.id);
  const opening = await set({ kind: 'edit', set: { status: 'open' } });
  expect(await found('connected')).toEqual([]);
  await user.call(activityBulkCalls.undo, { params: { batchId: opening } });
  expect(await user.call(activities.get, { params: { id } })).toMatchObject({ outcome: 'connected', status: 'done' });
  expect(await found('connected')).toEqual([id]);
  await set({ kind: 'addTags', tags: ['zebra'] });
  expect(await found('zebra')).toEqual([id]);
  // Done with many others it was done with its contact, too.
  await set({ kind: 'edit', set: { status: 'open' } });
  await set({ kind: 'edit', set: { status: 'done' } });
  const { lastActivityAt } = await user.call(contacts.get, { params: { id: grace.id } });
  expect(lastActivityAt).toBe((await user.call(activities.get, { params: { id } })).doneAt);
});
