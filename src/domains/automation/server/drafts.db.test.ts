/** Permissions for workflows, rules for drafts, and the options of their steps. */
import { beforeEach, describe, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { until, workflowTests } from '../../../testing/workflows.ts';
import { approvals } from '../../approvals/contract.ts';
import { companies, contacts, opportunities, pipelines } from '../../crm/contract.ts';
import { customFields } from '../../../records/contract.ts';
import { workflowRuns, workflows } from '../contract.ts';

const here = workflowTests();
const { draft, publish, runOf } = here;
type Client = typeof here.admin;
let ada: Client;
beforeEach(() => {
  ada = here.admin;
});
const newContact = (firstName: string) => ada.call(contacts.create, { body: { firstName } });

describe('the door', () => {
  it('is for administrators, and another workspace finds nothing behind it', async () => {
    const workflow = await publish([{ id: 't', kind: 'tag', add: ['x'] }]);
    const { id } = workflow;
    await newContact('One');
    const run = await runOf(id, 'succeeded');
    const user = await here.system.signedIn({ workspaceId: ada.workspaceId });
    const stranger = await here.system.signedIn({ role: 'admin', workspaceId: await here.system.clientWorkspace() });
    const calls = (client: Client) => [
      client.tryCall(workflows.get, { params: { id } }),
      client.tryCall(workflows.update, { params: { id }, body: { version: 1 } }),
      client.tryCall(workflows.publish, { params: { id }, body: { version: 1 } }),
      client.tryCall(workflows.setState, { params: { id }, body: { version: 1, on: false } }),
      client.tryCall(workflows.remove, { params: { id } }),
      client.tryCall(workflows.restore, { params: { id } }),
      client.tryCall(workflows.versions, { params: { id } }),
      client.tryCall(workflows.renewHook, { params: { id } }),
      client.tryCall(workflows.dryRun, { params: { id }, body: {} }),
      client.tryCall(workflows.start, { params: { id }, body: {} }),
      client.tryCall(workflowRuns.get, { params: { id: run.id } }),
      client.tryCall(workflowRuns.cancel, { params: { id: run.id } }),
      client.tryCall(workflowRuns.replay, { params: { id: run.id } }),
    ];
    expect(new Set((await Promise.all(calls(user))).map((answer) => answer.status))).toEqual(new Set([403]));
    expect(new Set((await Promise.all(calls(stranger))).map((answer) => answer.status))).toEqual(new Set([404]));
    expect((await stranger.call(workflows.list)).items).toEqual([]);
    expect((await stranger.call(workflowRuns.list)).items).toEqual([]);
  });

  it('refuses drafts that are not whole, and stale ones', async () => {
    const { id } = await ada.call(workflows.create, { body: { name: 'Half' } });
    const refused = await ada.tryCall(workflows.publish, { params: { id }, body: { version: 1 } });
    expect([refused.status, refused.body.fields?.[0]?.field]).toEqual([400, 'trigger']);
    await ada.call(workflows.update, { params: { id }, body: { version: 1, name: 'Other' } });
    expect(
      (await ada.tryCall(workflows.update, { params: { id }, body: { version: 1, name: 'Again' } })).body.code,
    ).toBe('stale');
  });

  it('tells when its schedule comes next, on the workspace’s clocks, before it is published and before it has a step', async () => {
    await asSystem(() =>
      execute(`update workspaces set time_zone = 'America/New_York' where id = $1`, [ada.workspaceId]),
    );
    const { id, upcoming } = await draft([], { kind: 'schedule', cron: '0 9 * * *', zone: 'Europe/Berlin' });
    expect(upcoming).toMatchObject({ timeZone: 'America/New_York' });
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });
    expect(upcoming!.at.map((at) => clock.format(new Date(at)))).toEqual(['09:00', '09:00', '09:00']);
    expect(upcoming!.at.toSorted()).toEqual(upcoming!.at);
    expect(Date.parse(upcoming!.at[0]!)).toBeGreaterThan(Date.now());
    const broken = await ada.call(workflows.update, {
      params: { id },
      body: {
        version: 2,
        draft: { trigger: { kind: 'schedule', cron: '0 25 * * *', zone: 'Europe/Berlin' }, steps: [] },
      },
    });
    expect(broken).toMatchObject({
      upcoming: null,
      problems: [
        { field: 'steps' },
        { field: 'trigger.cron', message: expect.stringContaining('cannot be read') as string },
      ],
    });
    expect((await draft([])).upcoming).toBeNull();
  });

  it('offers those fields of each kind only that its steps can fill in and change', async () => {
    await ada.call(customFields.create, { body: { object: 'opportunity', label: 'Seats', kind: 'number' } });
    await ada.call(customFields.create, { body: { object: 'opportunity', label: 'Sure', kind: 'boolean' } });
    await ada.call(customFields.create, {
      body: { object: 'opportunity', label: 'Regions', kind: 'multi', options: ['North', 'South'] },
    });
    await ada.call(customFields.create, {
      body: { object: 'opportunity', label: 'Twice', kind: 'formula', formula: '{seats} * 2' },
    });
    // The first one brings the first pipeline.
    await ada.call(opportunities.create, { body: { name: 'First' } });
    const { records } = await ada.call(workflows.catalogue);
    const acme = await ada.call(companies.create, { body: { name: 'Acme' } });
    const grace = await newContact('Grace');
    const [pipeline] = (await ada.call(pipelines.list)).items;
    const values: Record<string, string> = {
      stageId: pipeline!.stages[1]!.id,
      companyName: 'Acme',
      companyId: acme.id,
      contactId: grace.id,
      ownerId: ada.userId,
      amount: '12.5',
      email: 'new@example.com',
      phone: '+14155550100',
      website: 'https://new.example',
      expectedClose: '2031-01-31',
      forecast: 'commit',
      status: 'open',
      type: 'call',
      priority: 'high',
      dueInDays: '2',
      'custom.seats': '5',
      'custom.sure': 'yes',
      'custom.regions': 'South, North',
      country: 'NO',
    };
    const filled = (fields: { key: string }[], more: Record<string, string>) =>
      Object.fromEntries(fields.map(({ key }) => [key, more[key] ?? values[key] ?? 'Some text']));
    for (const { kind, createFields, changeFields } of records) {
      expect([...createFields, ...changeFields].map(({ key }) => key)).not.toContain('custom.twice');
      const { id } = await publish(
        [
          {
            id: 'make',
            kind: 'create',
            record: kind,
            fields: filled(createFields, { name: `A ${kind}`, ...(kind === 'lead' && { status: 'new' }) }),
          },
          {
            id: 'change',
            kind: 'update',
            target: 'make',
            fields: filled(changeFields, kind === 'lead' ? { status: 'working' } : {}),
          },
        ],
        { kind: 'manual', record: null },
        kind,
      );
      await ada.call(workflows.start, { params: { id }, body: {} });
      const { state, error } = await until(async () => {
        const [run] = (await ada.call(workflowRuns.list, { query: { workflowId: id } })).items;
        expect(['succeeded', 'failed']).toContain(run?.state);
        return run!;
      });
      expect({ kind, state, error }).toEqual({ kind, state: 'succeeded', error: null });
    }
    // A blank text empties a field, also one that holds no text.
    const deal = (await ada.call(opportunities.list)).items[0]!;
    expect(deal).toMatchObject({
      forecast: 'commit',
      expectedClose: '2031-01-31',
      custom: { seats: 5, sure: true, regions: ['South', 'North'], twice: 10 },
    });
    const { id } = await publish(
      [{ id: 'empty', kind: 'update', fields: { forecast: '', expectedClose: '', nextStep: '' } }],
      { kind: 'manual', record: 'opportunity' },
    );
    await ada.call(workflows.start, { params: { id }, body: { record: { kind: 'opportunity', id: deal.id } } });
    await runOf(id, 'succeeded');
    expect(await ada.call(opportunities.get, { params: { id: deal.id } })).toMatchObject({
      expectedClose: null,
      nextStep: '',
    });
  });

  it('every starter can be published as it stands', async () => {
    await asSystem(() => execute(`update workspaces set time_zone = 'Europe/Berlin' where id = $1`, [ada.workspaceId]));
    const { templates, timeZone } = await ada.call(workflows.catalogue);
    expect([
      timeZone,
      ...templates.flatMap(({ draft }) => (draft.trigger?.kind === 'schedule' ? [draft.trigger['zone']] : [])),
    ]).toEqual(['Europe/Berlin', 'Europe/Berlin']);
    for (const { name, draft } of templates) {
      const { id, problems } = await ada.call(workflows.create, { body: { name, draft } });
      expect({ name, problems }).toEqual({ name, problems: [] });
      expect(await ada.call(workflows.publish, { params: { id }, body: { version: 1 } })).toMatchObject({
        changed: false,
        state: 'on',
      });
    }
    const { items } = await ada.call(workflows.list, { query: { limit: 3 } });
    const rest = await ada.call(workflows.list, {
      query: { limit: 3, cursor: (await ada.call(workflows.list, { query: { limit: 3 } })).next! },
    });
    expect([...items, ...rest.items].map((one) => one.name)).toEqual(
      templates.map((one) => one.name).sort((one, other) => one.localeCompare(other)),
    );
  });

  it('a deleted workflow comes back switched off', async () => {
    const { id } = await publish([{ id: 'w', kind: 'delay', wait: { kind: 'for', amount: 1, unit: 'days' } }]);
    await newContact('One');
    const run = await runOf(id, 'waiting');
    await ada.call(workflows.remove, { params: { id } });
    expect((await ada.tryCall(workflows.get, { params: { id } })).status).toBe(404);
    const [row] = await inWorkspace(ada.workspaceId, null, () =>
      query<{ state: string }>('select state from workflow_runs where id = $1', [run.id]),
    );
    expect(row!.state).toBe('cancelled');
    expect((await ada.call(workflows.restore, { params: { id } })).state).toBe('off');
  });

  it('with more levels than anything has is refused, not walked', async () => {
    const { id } = await draft([]);
    const raw = `{"version":2,"draft":{"trigger":null,"steps":[{"id":"x","kind":"webhook","deep":${'{"headers":'.repeat(5_000)}1${'}'.repeat(5_000)}}]}}`;
    const answer = await ada.send('PUT', `/api/workflows/${id}`, {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'bad_request', message: 'The body has too many levels.' },
    });
  });

  it('asks under a title that is cut between signs: the database takes no half of one', async () => {
    const { id } = await publish(
      [{ id: 'a', kind: 'approval', title: `${'a'.repeat(201)}{{run.workflow}}`, approved: [], rejected: [] }],
      { kind: 'manual', record: null },
      '😀'.repeat(60),
    );
    await ada.call(workflows.start, { params: { id }, body: {} });
    await runOf(id, 'waiting');
    expect((await ada.call(approvals.list)).items.map(({ title }) => title)).toEqual([
      `${'a'.repeat(201)}${'😀'.repeat(49)}`,
    ]);
  });
});
