/** Values in steps: chosen from existing ones, checked before publishing, and filled in from the run. */
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayAt } from '../../../kernel/days.ts';
import { asSystem, execute } from '../../../server/db/index.ts';
import { TestClient } from '../../../testing/client.ts';
import { workflowTests } from '../../../testing/workflows.ts';
import { activities, companies, contacts, opportunities, pipelines } from '../../crm/contract.ts';
import { customFields } from '../../../records/contract.ts';
import { type Run, workflowRuns, workflows } from '../contract.ts';

const here = workflowTests();
const { draft, publish, ended, problemsOf } = here;
let ada: typeof here.admin;
beforeEach(() => {
  ada = here.admin;
});

const byHand = (record: string | null) => ({ kind: 'manual', record });

async function run(steps: object[], data: Record<string, unknown> = {}): Promise<Run> {
  const { id } = await publish(steps, byHand(null));
  await ada.call(workflows.start, { params: { id }, body: { data } });
  return ended(id);
}

describe('what a step offers', () => {
  it('comes with the choices of each field', async () => {
    await ada.call(customFields.create, {
      body: { object: 'lead', label: 'Tier', kind: 'select', options: ['Gold', 'Silver'] },
    });
    // The first one brings the first pipeline.
    await ada.call(opportunities.create, { body: { name: 'Deal' } });
    const { records } = await ada.call(workflows.catalogue);
    const of = (kind: string) => records.find((one) => one.kind === kind)!;
    const field = (kind: string, key: string) =>
      [...of(kind).createFields, ...of(kind).changeFields].find((one) => one.key === key);
    expect(field('lead', 'status')).toMatchObject({
      kind: 'select',
      options: [{ value: 'new' }, { value: 'working' }, { value: 'qualified' }, { value: 'unqualified' }],
    });
    expect(field('lead', 'custom.tier')).toMatchObject({
      kind: 'select',
      options: [{ value: 'Gold' }, { value: 'Silver' }],
    });
    expect(field('contact', 'ownerId')).toMatchObject({ kind: 'reference', choices: 'owners' });
    expect(field('opportunity', 'expectedClose')).toMatchObject({ kind: 'day' });
    expect(field('opportunity', 'stageId')!.options!.length).toBeGreaterThan(2);
    // One can wait for a change of it and ask for it, too.
    expect(of('lead').changes).toContainEqual({ key: 'custom.tier', label: 'Tier' });
    expect(of('lead').filterFields).toContainEqual(expect.objectContaining({ field: 'custom.tier', kind: 'select' }));
  });

  it('waits for a field of one’s own of an activity, and not for another one', async () => {
    for (const label of ['Room', 'Floor'])
      await ada.call(customFields.create, { body: { object: 'activity', label, kind: 'text' } });
    const { id } = await publish([{ id: 't', kind: 'tag', add: ['roomy'] }], {
      kind: 'event',
      types: ['activity.updated'],
      changed: ['custom.room'],
    });
    const one = await ada.call(activities.create, { body: { type: 'task', subject: 'Sit', custom: { floor: '1' } } });
    const two = await ada.call(activities.update, {
      params: { id: one.id },
      body: { version: one.version, custom: { floor: '2' } },
    });
    await ada.call(activities.update, {
      params: { id: one.id },
      body: { version: two.version, custom: { room: 'A' } },
    });
    await ended(id);
    const { items } = await ada.call(workflowRuns.list, { query: { workflowId: id } });
    expect(items).toHaveLength(1);
    expect((await ada.call(workflowRuns.get, { params: { id: items[0]!.id } })).trigger).toMatchObject({
      changed: expect.arrayContaining(['custom.room']) as string[],
    });
  });
});

describe('a draft', () => {
  it('is not published while it chooses what is not offered any more; the step and the field are named', async () => {
    const tier = await ada.call(customFields.create, {
      body: { object: 'lead', label: 'Tier', kind: 'select', options: ['Gold', 'Silver'] },
    });
    await ada.call(customFields.create, {
      body: { object: 'lead', label: 'Regions', kind: 'multi', options: ['North, East', 'South'] },
    });
    const trigger = {
      kind: 'event',
      types: ['lead.created'],
      filter: { match: 'all', conditions: [{ field: 'custom.tier', op: 'any_of', value: ['Gold'] }] },
    };
    const steps = [
      { id: 'u', name: 'Mark it', kind: 'update', fields: { 'custom.tier': 'Gold', 'custom.regions': 'North, East' } },
    ];
    expect(await problemsOf(steps, trigger)).toEqual([]);
    await ada.call(customFields.update, {
      params: { id: tier.id },
      body: { version: tier.version, options: ['Silver'] },
    });
    expect(await problemsOf(steps, trigger)).toEqual([
      ['u', 'fields.custom.tier', '“Gold” is no longer an option for Tier. Choose another one.'],
      [undefined, 'trigger.filter', '“Gold” is no longer an option for Tier. Choose another one.'],
    ]);
    const { id, version } = await draft(steps, trigger);
    expect(await ada.tryCall(workflows.publish, { params: { id }, body: { version } })).toMatchObject({
      status: 400,
      body: {
        message: 'Step 1 (“Mark it”): “Gold” is no longer an option for Tier. Choose another one.',
        fields: [{ field: 'step u.fields.custom.tier' }, { field: 'trigger.filter' }],
      },
    });
    // A variable is looked at when it is filled in.
    expect(
      await problemsOf([{ id: 'u', kind: 'update', fields: { 'custom.tier': '{{record.source}}' } }], {
        kind: 'event',
        types: ['lead.created'],
      }),
    ).toEqual([]);
  });

  it('is not published while it names people who have left, records that are gone, or words where something else belongs', async () => {
    const bob = await here.system.signedIn({ role: 'opus_team', workspaceId: ada.workspaceId, name: 'Bob Gone' });
    const acme = await ada.call(companies.create, { body: { name: 'Acme' } });
    const steps = [
      { id: 'a', kind: 'assign', owners: [ada.userId, bob.userId] },
      { id: 'n', kind: 'notify', to: [bob.userId], title: 'Look' },
      { id: 'u', kind: 'update', fields: { companyId: acme.id } },
      {
        id: 'c',
        kind: 'create',
        record: 'activity',
        fields: { subject: 'Call', ownerId: bob.userId, priority: 'high' },
      },
    ];
    const onContact = { kind: 'event', types: ['contact.created'] };
    expect(await problemsOf(steps, onContact)).toEqual([]);
    await asSystem(() => execute('delete from memberships where user_id = $1', [bob.userId]));
    await ada.call(companies.remove, { params: { id: acme.id } });
    expect(await problemsOf(steps, onContact)).toEqual([
      ['u', 'fields.companyId', '“Acme” no longer exists. Choose another one for Company.'],
      ['c', 'fields.ownerId', expect.stringMatching(/no longer a member.*Owner/)],
      ['a', 'owners', expect.stringContaining('no longer a member')],
      ['n', 'to', expect.stringContaining('no longer a member')],
    ]);
    expect(
      await problemsOf(
        [
          {
            id: 'c',
            kind: 'create',
            record: 'activity',
            fields: { subject: 'Call', dueInDays: 'soon', type: 'dance' },
          },
          {
            id: 'o',
            kind: 'create',
            record: 'opportunity',
            fields: { name: 'Deal', expectedClose: '3/4/2030', amount: 'lots' },
          },
          { id: 'l', kind: 'update', target: 'c', fields: { status: '' } },
        ],
        byHand(null),
      ),
    ).toEqual([
      ['c', 'fields.type', '“dance” is no longer an option for Type. Choose another one.'],
      ['c', 'fields.dueInDays', 'Due in days must be a number.'],
      ['o', 'fields.amount', 'Amount must be a number.'],
      ['o', 'fields.expectedClose', 'Expected close must be a date, such as 2030-12-31.'],
      ['l', 'fields.status', 'Status is required.'],
    ]);
    const mine = {
      kind: 'event',
      types: ['contact.created'],
      filter: { match: 'all', conditions: [{ field: 'owner', op: 'any_of', value: ['me'] }] },
    };
    expect(await problemsOf([{ id: 't', kind: 'tag', add: ['x'] }], mine)).toEqual([
      [undefined, 'trigger.filter', expect.stringContaining('“Me” has no meaning in a workflow')],
    ]);
    // A value set for a contact does not exist on an opportunity.
    expect(
      await problemsOf([{ id: 'u', kind: 'update', fields: { title: 'CEO' } }], {
        kind: 'event',
        types: ['opportunity.created'],
      }),
    ).toEqual([['u', 'fields.title', 'A step can’t change the field “title” of an opportunity.']]);
  });
});

describe('a run', () => {
  it('fills in days that count from now, and refuses what is no number of days', async () => {
    const today = dayAt(new Date(), 'UTC');
    const done = await run([
      {
        id: 'o',
        kind: 'create',
        record: 'opportunity',
        fields: { name: 'Deal', expectedClose: '{{today | plus: "14"}}' },
      },
    ]);
    expect(done.state).toBe('succeeded');
    const { expectedClose } = (await ada.call(opportunities.list)).items[0]!;
    expect([addDays(today, 14), addDays(dayAt(new Date(), 'UTC'), 14)]).toContain(expectedClose);
    expect(
      await run(
        [
          {
            id: 'c',
            kind: 'create',
            record: 'activity',
            fields: { subject: 'Call', dueInDays: '{{trigger.data.when}}' },
          },
        ],
        { when: 'soon' },
      ),
    ).toMatchObject({ state: 'failed', error: '“soon” is not a number of days.' });
  });

  it('takes a company by its name: the one that is there, or a new one', async () => {
    const acme = await ada.call(companies.create, { body: { name: 'Acme Ltd' } });
    const steps = [
      {
        id: 'c',
        kind: 'create',
        record: 'contact',
        fields: { firstName: 'Grace', companyName: '{{trigger.data.firm}}' },
      },
      {
        id: 'o',
        kind: 'create',
        record: 'opportunity',
        fields: { name: 'Deal', companyName: '{{trigger.data.firm}}', contactId: '{{steps.c.id}}' },
      },
    ];
    expect((await run(steps, { firm: ' acme  LTD ' })).state).toBe('succeeded');
    expect((await ada.call(opportunities.list)).items[0]!.company).toEqual({ id: acme.id, name: 'Acme Ltd' });
    expect((await run(steps, { firm: 'Brand New' })).state).toBe('succeeded');
    const [deal] = (await ada.call(opportunities.list)).items;
    expect(deal!.company!.name).toBe('Brand New');
    const { items } = await ada.call(contacts.list, { query: { search: 'Grace' } });
    expect(items.map(({ company }) => company!.id).sort()).toEqual([acme.id, deal!.company!.id].sort());
    expect((await ada.call(companies.list)).items).toHaveLength(2);
  });

  it('begins an opportunity in the stage that was chosen', async () => {
    await ada.call(opportunities.create, { body: { name: 'First' } });
    const [pipeline] = (await ada.call(pipelines.list)).items;
    const stage = pipeline!.stages.filter(({ outcome }) => outcome === 'open')[1]!;
    expect(
      (await run([{ id: 'o', kind: 'create', record: 'opportunity', fields: { name: 'Deal', stageId: stage.id } }]))
        .state,
    ).toBe('succeeded');
    expect((await ada.call(opportunities.list)).items[0]!.stage.name).toBe(stage.name);
  });

  it('by an API key makes companies only where the key may write them', async () => {
    const flow = await draft(
      [{ id: 'o', kind: 'create', record: 'opportunity', fields: { name: 'Deal', companyName: 'Acme' } }],
      byHand(null),
    );
    expect(await here.publishByKey(flow, 'opportunities:write')).toMatchObject({
      status: 403,
      body: { message: 'This API key lacks the scope contacts:write.' },
    });
    expect((await here.publishByKey(flow, 'opportunities:write', 'contacts:write')).status).toBe(200);
  });
});

describe('a workflow that other systems call', () => {
  it('knows what the last calls brought, for variables and conditions', async () => {
    const { id, hookUrl, hookFields } = await publish(
      [{ id: 'c', kind: 'create', record: 'contact', fields: { firstName: '{{trigger.data.person.name}}' } }],
      { kind: 'hook' },
    );
    expect(hookFields).toEqual([]);
    const response = await new TestClient(() => here.system.url).send('POST', new URL(hookUrl!).pathname, {
      body: { person: { name: 'Ada' }, seats: 5, news: true, tags: ['a', 'b'], 'odd name': 1 },
    });
    expect(response.status).toBe(202);
    await ended(id);
    expect((await ada.call(workflows.get, { params: { id } })).hookFields).toEqual([
      { path: 'news', kind: 'boolean' },
      { path: 'tags.0', kind: 'text' },
      { path: 'seats', kind: 'number' },
      { path: 'person.name', kind: 'text' },
    ]);
  });
});
