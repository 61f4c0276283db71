import { beforeEach, describe, expect, it } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { wake } from '../../../server/jobs/queue.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { eventsHandled } from '../../../testing/subscribers.ts';
import { until, workflowTests } from '../../../testing/workflows.ts';
import { approvals } from '../../approvals/contract.ts';
import { companies, contacts } from '../../crm/contract.ts';
import { customFields } from '../../../records/contract.ts';
import { MERGE_CALLS } from '../../crm/contract.ts';
import { type API_SCOPES } from '../../identity/contract/settings.ts';
import { notifications } from '../../notifications/contract.ts';
import { workflowRuns, workflows } from '../contract.ts';
import { SCHEDULES } from './triggers.ts';
import { WAKE } from './worker.ts';

const here = workflowTests();
const { draft, publish, runOf } = here;
let ada: typeof here.admin;
beforeEach(() => {
  ada = here.admin;
});

const created = { kind: 'event', types: ['contact.created'] };
const newContact = (firstName: string, more: object = {}) =>
  ada.call(contacts.create, { body: { firstName, ...more } });

const handled = () => eventsHandled('automation.triggers');

describe('a workflow', () => {
  it('starts when what it waits for happens, does its steps in order, and keeps what went in and came out', async () => {
    const { id } = await publish([
      { id: 'tag', kind: 'tag', add: ['new'] },
      {
        id: 'call',
        kind: 'create',
        record: 'activity',
        fields: { type: 'call', subject: 'Call {{record.firstName}}', dueInDays: '1' },
      },
      { id: 'tell', kind: 'notify', to: 'admins', title: '{{record.name}} came', body: 'Call {{steps.call.id}}' },
    ]);
    const grace = await newContact('Grace', { lastName: 'Hopper' });
    const run = await runOf(id, 'succeeded');
    expect(run).toMatchObject({
      title: 'Grace Hopper',
      startedBy: { kind: 'event', type: 'contact.created' },
      subject: { type: 'contact', id: grace.id },
      stepsDone: 3,
    });
    expect(run.steps.map((step) => [step.stepId, step.state])).toEqual([
      ['tag', 'done'],
      ['call', 'done'],
      ['tell', 'done'],
    ]);
    expect(run.steps[1]).toMatchObject({
      input: { record: 'activity', fields: { subject: 'Call Grace' } },
      output: { kind: 'activity' },
    });
    expect((await ada.call(contacts.get, { params: { id: grace.id } })).tags).toEqual(['new']);
    const [news] = await asSystem(() =>
      query<{ title: string }>(`select title from notifications where user_id = $1 and kind = 'workflow_news'`, [
        ada.userId,
      ]),
    );
    expect(news!.title).toBe('Grace Hopper came');
  });

  it('takes the way that fits, and goes on below the branch', async () => {
    const { id } = await publish([
      {
        id: 'b',
        kind: 'branch',
        otherwise: [{ id: 'no', kind: 'tag', add: ['plain'] }],
        paths: [
          {
            id: 'vip',
            name: 'VIP',
            when: { record: { match: 'all', conditions: [{ field: 'tags', op: 'any_of', value: ['vip'] }] } },
            steps: [{ id: 'yes', kind: 'tag', add: ['treat-well'] }],
          },
        ],
      },
      { id: 'after', kind: 'tag', add: ['seen'] },
    ]);
    const vip = await newContact('Vip', { tags: ['vip'] });
    expect((await runOf(id, 'succeeded')).steps.map((step) => step.stepId)).toEqual(['b', 'yes', 'after']);
    const plain = await newContact('Plain');
    await until(async () =>
      expect((await ada.call(contacts.get, { params: { id: plain.id } })).tags).toEqual(['plain', 'seen']),
    );
    expect((await ada.call(contacts.get, { params: { id: vip.id } })).tags.sort()).toEqual([
      'seen',
      'treat-well',
      'vip',
    ]);
  });

  it('starts only for records that match, and for fields that changed', async () => {
    const { id } = await publish([{ id: 't', kind: 'tag', add: ['moved'] }], {
      kind: 'event',
      types: ['contact.updated'],
      changed: ['city'],
      filter: { match: 'all', conditions: [{ field: 'city', op: 'is', value: 'Oslo' }] },
    });
    const one = await newContact('One');
    const other = await ada.call(contacts.update, { params: { id: one.id }, body: { version: 1, title: 'CEO' } });
    const bergen = await ada.call(contacts.update, {
      params: { id: one.id },
      body: { version: other.version, address: { city: 'Bergen' } },
    });
    // A filter speaks of the record as it is when the event is looked at.
    await handled();
    await ada.call(contacts.update, {
      params: { id: one.id },
      body: { version: bergen.version, address: { city: 'Oslo' } },
    });
    await runOf(id, 'succeeded');
    expect((await ada.call(workflowRuns.list, { query: { workflowId: id } })).items).toHaveLength(1);
  });

  it('is paused, and whoever published it is told, when its condition names a field that was deleted', async () => {
    const size = await ada.call(customFields.create, { body: { object: 'contact', label: 'Size', kind: 'number' } });
    const filter = { match: 'all', conditions: [{ field: `custom.${size.key}`, op: 'gte', value: 5 }] };
    const { id } = await publish([{ id: 't', kind: 'tag', add: ['big'] }], { ...created, filter }, 'Big ones');
    await ada.call(customFields.remove, { params: { id: size.id } });
    await newContact('One');
    await handled();
    expect(await ada.call(workflows.get, { params: { id } })).toMatchObject({
      state: 'paused',
      pausedReason: expect.stringContaining('There is no field'),
    });
    expect((await ada.call(notifications.list)).items[0]).toMatchObject({
      kind: 'workflow_trouble',
      title: 'The workflow “Big ones” was paused',
    });
  });

  it('waits as long as it should, over a restart', async () => {
    const { id } = await publish([
      { id: 'w', kind: 'delay', wait: { kind: 'for', amount: 2, unit: 'days' } },
      { id: 't', kind: 'tag', add: ['later'] },
    ]);
    const one = await newContact('Patient');
    const waiting = await runOf(id, 'waiting');
    expect(Date.parse(waiting.wakeAt!) - Date.now()).toBeGreaterThan(1.9 * 86_400_000);
    await here.system.restart();
    await asSystem(() =>
      execute(`update workflow_runs set wake_at = now() - interval '1 second' where id = $1`, [waiting.id]),
    );
    await runRecurring(WAKE);
    await runOf(id, 'succeeded');
    expect((await ada.call(contacts.get, { params: { id: one.id } })).tags).toEqual(['later']);
  });

  it('goes on with what its record became by a merge @long', async () => {
    const winner = await newContact('Grace', { lastName: 'Hopper' });
    await handled();
    const { id } = await publish([
      { id: 'firm', kind: 'create', record: 'company', fields: { name: 'Engines' } },
      { id: 'w', kind: 'delay', wait: { kind: 'for', amount: 2, unit: 'hours' } },
      { id: 't', kind: 'tag', add: ['welcome'] },
      { id: 'u', kind: 'update', target: 'firm', fields: { industry: '{{record.lastName}}' } },
    ]);
    const works = await ada.call(companies.create, { body: { name: 'Works' } });
    const later = await newContact('Grace');
    const { steps } = await runOf(id, 'waiting');
    const firm = (steps[0]!.output as { id: string }).id;
    await ada.call(MERGE_CALLS.contact.merge, {
      body: { keepId: winner.id, keepVersion: 1, mergeId: later.id, mergeVersion: 1 },
    });
    await ada.call(MERGE_CALLS.company.merge, {
      body: { keepId: works.id, keepVersion: 1, mergeId: firm, mergeVersion: 1 },
    });
    await asSystem(() =>
      execute('update workflow_runs set wake_at = now() - make_interval(secs => 1) where workflow_id = $1', [id]),
    );
    await runRecurring(WAKE);
    await runOf(id, 'succeeded');
    expect((await ada.call(contacts.get, { params: { id: winner.id } })).tags).toEqual(['welcome']);
    expect((await ada.call(companies.get, { params: { id: works.id } })).industry).toBe('Hopper');
  });

  it('asks a person and goes the way that they choose; no one in time is a no', async () => {
    const { id } = await publish([
      {
        id: 'ask',
        kind: 'approval',
        title: 'Take {{record.firstName}}?',
        approved: [{ id: 'y', kind: 'tag', add: ['taken'] }],
        rejected: [{ id: 'n', kind: 'tag', add: ['refused'] }],
      },
    ]);
    const decide = async (name: string, act: 'approve' | 'reject') => {
      const contact = await newContact(name);
      await runOf(id, 'waiting');
      const { items } = await ada.call(approvals.list, { query: { tab: 'outgoing' } });
      expect(items[0]).toMatchObject({ title: `Take ${name}?`, origin: { label: 'Workflow “A workflow”' } });
      await ada.call(approvals[act], { params: { id: items[0]!.id }, body: { version: items[0]!.version } });
      // A refusal may be taken back for a moment; here no one does.
      if (act === 'reject') {
        await until(async () =>
          expect(
            await asSystem(() =>
              query(
                `select 1 from workflow_runs where workflow_id = $1 and state = 'waiting' and wake_at is not null`,
                [id],
              ),
            ),
          ).toHaveLength(1),
        );
        await asSystem(() =>
          execute(
            `update workflow_runs set wake_at = now() - make_interval(secs => 1) where workflow_id = $1 and state = 'waiting'`,
            [id],
          ),
        );
        await runRecurring(WAKE);
      }
      await runOf(id, 'succeeded');
      // No one takes back what the run has gone on with.
      expect(await ada.call(approvals.get, { params: { id: items[0]!.id } })).toMatchObject({ undoable: false });
      expect((await ada.tryCall(approvals.undo, { params: { id: items[0]!.id } })).status).toBe(409);
      return (await ada.call(contacts.get, { params: { id: contact.id } })).tags;
    };
    expect(await decide('Ann', 'approve')).toEqual(['taken']);
    expect(await decide('Bob', 'reject')).toEqual(['refused']);
  });

  it('sends a mail only when it was let through, as it was changed', async () => {
    const { id } = await publish([
      { id: 'm', kind: 'mail', to: '{{record.emails.0.value}}', subject: 'Hello {{record.firstName}}', text: 'Hi' },
    ]);
    await newContact('Mary', { emails: [{ value: 'mary@client.example' }] });
    await runOf(id, 'waiting');
    const {
      items: [asked],
    } = await ada.call(approvals.list, { query: { tab: 'outgoing' } });
    expect(asked).toMatchObject({ kind: 'mail.send', content: { to: ['mary@client.example'], subject: 'Hello Mary' } });
    const count = () => asSystem(() => query<{ n: number }>('select count(*)::int as n from mail_outbox'));
    const [before] = await count();
    await ada.call(approvals.approve, {
      params: { id: asked!.id },
      body: { version: asked!.version, content: { ...asked!.content, subject: 'Good morning' } },
    });
    // The moment in which the decision can be taken back is over.
    await asSystem(() =>
      execute(`update pgboss.job set start_after = now() where name = 'approvals.run' and state = 'created'`),
    );
    wake('approvals.run');
    const run = await runOf(id, 'succeeded');
    expect(run.steps[0]!.output).toMatchObject({
      approved: true,
      messages: [{ to: 'mary@client.example', state: 'queued' }],
    });
    await expect.poll(async () => (await count())[0]!.n, { timeout: 20_000 }).toBe(before!.n + 1);
  });

  it('shows no one who decides on a call the secrets that it carries, and lets them go nowhere else', async () => {
    const { id } = await publish([
      {
        id: 'call',
        kind: 'webhook',
        url: 'https://example.com/hook',
        headers: [
          { name: 'Authorization', value: 'Bearer hush' },
          { name: 'X-Kind', value: 'plain' },
          { name: 'DD-API-KEY', value: 'hush' },
          { name: 'X-Auth', value: 'hush' },
        ],
        body: 'one',
      },
    ]);
    await newContact('Grace');
    const run = await runOf(id, 'waiting');
    expect(run.steps[0]!.input).toMatchObject({
      headers: { authorization: '••••', 'x-kind': 'plain', 'dd-api-key': '••••', 'x-auth': '••••' },
    });
    const [asked] = (await ada.call(approvals.list, { query: { tab: 'outgoing' } })).items;
    const content = asked!.content as { url: string; headers: Record<string, string> };
    expect(content.headers).toEqual({
      authorization: '••••',
      'x-kind': 'plain',
      'dd-api-key': '••••',
      'x-auth': '••••',
    });
    expect((await ada.call(approvals.list, { query: { tab: 'outgoing', search: 'hush' } })).items).toEqual([]);
    const elsewhere = await ada.tryCall(approvals.edit, {
      params: { id: asked!.id },
      body: { version: asked!.version, content: { ...content, url: 'https://evil.example/hook' } },
    });
    expect(elsewhere).toMatchObject({
      status: 400,
      body: {
        message: expect.stringContaining('a secret for https://example.com') as string,
        fields: [{ field: 'content.url' }],
      },
    });
    const edited = await ada.call(approvals.edit, {
      params: { id: asked!.id },
      body: { version: asked!.version, content: { ...content, url: 'https://example.com/other', body: 'two' } },
    });
    expect(edited.content).toMatchObject({ url: 'https://example.com/other', headers: content.headers, body: 'two' });
    const [kept] = await asSystem(() =>
      query<{ content: object }>('select content from approvals where id = $1', [asked!.id]),
    );
    expect(kept!.content).toMatchObject({
      url: 'https://example.com/other',
      headers: { authorization: { sealed: expect.stringMatching(/^v1\./) as string }, 'x-kind': 'plain' },
      body: 'two',
    });
    expect(JSON.stringify(await ada.call(approvals.history, { params: { id: asked!.id } }))).not.toContain('hush');
    await ada.call(workflowRuns.cancel, { params: { id: run.id } });
  });

  it('keeps the version that a run started with', async () => {
    const first = await publish([
      { id: 'w', kind: 'delay', wait: { kind: 'for', amount: 1, unit: 'hours' } },
      { id: 't', kind: 'tag', add: ['old'] },
    ]);
    const one = await newContact('One');
    const run = await runOf(first.id, 'waiting');
    const { version } = await ada.call(workflows.update, {
      params: { id: first.id },
      body: { version: first.version, draft: { trigger: created, steps: [{ id: 't', kind: 'tag', add: ['new'] }] } },
    });
    await ada.call(workflows.publish, { params: { id: first.id }, body: { version } });
    await asSystem(() =>
      execute('update workflow_runs set wake_at = now() - make_interval(secs => 1) where id = $1', [run.id]),
    );
    await runRecurring(WAKE);
    await runOf(first.id, 'succeeded');
    expect((await ada.call(contacts.get, { params: { id: one.id } })).tags).toEqual(['old']);
    expect(
      (await ada.call(workflows.versions, { params: { id: first.id } })).items.map(({ number }) => number),
    ).toEqual([2, 1]);
  });

  it('is published with a key only by one that may write what it writes', async () => {
    const byKey = async (
      more: (typeof API_SCOPES)[number][],
      { trigger, steps }: { trigger: object; steps: object[] },
    ) => here.publishByKey(await draft(steps, trigger), ...more);
    const create = {
      trigger: { kind: 'manual', record: null },
      steps: [
        {
          id: 'a',
          kind: 'approval',
          title: 'Make it?',
          approved: [{ id: 'b', kind: 'create', record: 'lead', fields: { firstName: 'Ada' } }],
          rejected: [],
        },
      ],
    };
    const change = {
      trigger: { kind: 'event', types: ['opportunity.won'] },
      steps: [{ id: 'a', kind: 'tag', add: ['won'] }],
    };
    const tell = { trigger: created, steps: [{ id: 'a', kind: 'notify', to: 'admins', title: 'Look' }] };
    expect(await byKey(['contacts:write'], create)).toMatchObject({
      status: 403,
      body: { message: 'This API key lacks the scope leads:write.' },
    });
    expect((await byKey(['leads:write'], create)).status).toBe(200);
    expect(await byKey(['leads:write'], change)).toMatchObject({
      status: 403,
      body: { message: 'This API key lacks the scope opportunities:write.' },
    });
    expect((await byKey(['opportunities:write'], change)).status).toBe(200);
    expect((await byKey([], tell)).status).toBe(200);
  });

  it('can be replayed and canceled', async () => {
    const { id } = await publish([{ id: 'w', kind: 'delay', wait: { kind: 'for', amount: 1, unit: 'hours' } }]);
    await newContact('One');
    const run = await runOf(id, 'waiting');
    expect((await ada.tryCall(workflowRuns.replay, { params: { id: run.id } })).status).toBe(409);
    expect((await ada.call(workflowRuns.cancel, { params: { id: run.id } })).state).toBe('cancelled');
    expect((await ada.tryCall(workflowRuns.cancel, { params: { id: run.id } })).status).toBe(409);
    const again = await ada.call(workflowRuns.replay, { params: { id: run.id } });
    expect(again).toMatchObject({ startedBy: { kind: 'replay' }, subject: run.subject });
  });

  it('takes back what it waits to have let through when it is canceled, or its workflow is deleted', async () => {
    const { id } = await publish([{ id: 'm', kind: 'mail', to: 'mary@client.example', subject: 'Hello', text: 'Hi' }]);
    const askedBy = async (name: string) => {
      await newContact(name);
      const run = await runOf(id, 'waiting');
      return { run, asked: (await ada.call(approvals.list, { query: { tab: 'outgoing' } })).items[0]! };
    };
    const decide = ({ id: asked, version }: { id: string; version: number }) =>
      ada.tryCall(approvals.approve, { params: { id: asked }, body: { version } });
    const one = await askedBy('One');
    await ada.call(workflowRuns.cancel, { params: { id: one.run.id } });
    expect(await ada.call(approvals.get, { params: { id: one.asked.id } })).toMatchObject({
      state: 'expired',
      reason: 'The workflow run was canceled.',
      undoable: false,
    });
    expect((await decide(one.asked)).status).toBe(409);
    // Refused a moment ago: the run would have gone on without it, and goes nowhere now.
    const refused = await askedBy('Refused');
    await ada.call(approvals.reject, { params: { id: refused.asked.id }, body: { version: refused.asked.version } });
    await ada.call(workflowRuns.cancel, { params: { id: refused.run.id } });
    expect((await ada.tryCall(approvals.undo, { params: { id: refused.asked.id } })).body).toMatchObject({
      code: 'conflict',
      message: 'This is rejected and the automation has continued without it.',
    });
    // In the moment in which the decision can be taken back.
    const two = await askedBy('Two');
    expect((await decide(two.asked)).status).toBe(200);
    await ada.call(workflows.remove, { params: { id } });
    expect(await ada.call(approvals.get, { params: { id: two.asked.id } })).toMatchObject({
      state: 'expired',
      reason: 'The workflow was deleted.',
    });
  });

  it('passes over whoever has left when people take turns', async () => {
    const bob = await here.system.signedIn({ role: 'opus_team', workspaceId: ada.workspaceId });
    const { id } = await publish([{ id: 'a', kind: 'assign', owners: [ada.userId, bob.userId] }]);
    await asSystem(() => execute('delete from memberships where user_id = $1', [bob.userId]));
    const owners = [];
    for (const name of ['One', 'Two']) {
      const contact = await newContact(name);
      await until(async () =>
        expect((await ada.call(workflowRuns.list, { query: { workflowId: id } })).items[0]).toMatchObject({
          subject: { id: contact.id },
          state: 'succeeded',
        }),
      );
      owners.push((await ada.call(contacts.get, { params: { id: contact.id } })).ownerId);
    }
    expect(owners).toEqual([ada.userId, ada.userId]);
  });

  it('that fails says at which step and why, and tells who published it', async () => {
    const { id } = await publish([
      { id: 't', kind: 'tag', add: ['x'] },
      { id: 'm', kind: 'mail', to: '{{record.emails.0.value}}', subject: 'Hello', text: 'Hi' },
    ]);
    await newContact('Nomail');
    const run = await runOf(id, 'failed');
    expect(run).toMatchObject({ error: 'Enter a recipient.', stepId: 'm' });
    expect(run.steps.map((step) => step.state)).toEqual(['done', 'failed']);
    await until(async () => {
      const [news] = await asSystem(() =>
        query<{ title: string }>(`select title from notifications where user_id = $1 and kind = 'workflow_trouble'`, [
          ada.userId,
        ]),
      );
      expect(news?.title).toBe('The workflow “A workflow” failed');
    });
  });

  it('fails at once where a name is taken, which no waiting frees', async () => {
    const { id } = await publish([{ id: 'firm', kind: 'create', record: 'company', fields: { name: 'Taken Works' } }], {
      kind: 'manual',
      record: null,
    });
    for (const state of ['succeeded', 'failed']) {
      const run = await ada.call(workflows.start, { params: { id }, body: { data: {} } });
      await expect
        .poll(async () => (await ada.call(workflowRuns.get, { params: { id: run.id } })).state, {
          timeout: 20_000,
          interval: 50,
        })
        .toBe(state);
    }
  });

  it('that fails after who published it has left tells the administrators', async () => {
    const { id } = await publish([
      { id: 'm', kind: 'mail', to: '{{record.emails.0.value}}', subject: 'Hello', text: 'Hi' },
    ]);
    const bob = await here.system.signedIn({ role: 'admin', workspaceId: ada.workspaceId });
    await asSystem(async () => {
      await execute('update workflow_versions set published_by = $2 where workflow_id = $1', [id, bob.userId]);
      await execute('update users set active = false where id = $1', [bob.userId]);
    });
    await newContact('Nomail');
    await runOf(id, 'failed');
    await until(async () =>
      expect(
        await asSystem(() =>
          query(`select 1 from notifications where user_id = $1 and kind = 'workflow_trouble'`, [ada.userId]),
        ),
      ).toHaveLength(1),
    );
  });
});

describe('guards', () => {
  it('a workflow does not start itself by what it does', async () => {
    const { id } = await publish([
      { id: 'c', kind: 'create', record: 'contact', fields: { firstName: 'Echo of {{record.firstName}}' } },
    ]);
    await newContact('One');
    await until(async () => expect((await ada.call(workflows.get, { params: { id } })).blocked).toBe(1));
    const { items } = await ada.call(workflowRuns.list, { query: { workflowId: id } });
    expect(items.map((run) => run.state).sort()).toEqual(['blocked', 'succeeded']);
    expect(items.find((run) => run.state === 'blocked')!.error).toContain('loop');
  });

  it('two workflows do not start each other for ever', async () => {
    const make = (name: string) =>
      publish([{ id: 'c', kind: 'create', record: 'contact', fields: { firstName: name } }], created, name);
    const one = await make('Ping');
    const two = await make('Pong');
    await newContact('Start');
    await until(async () =>
      expect(
        (await ada.call(workflows.get, { params: { id: one.id } })).blocked +
          (await ada.call(workflows.get, { params: { id: two.id } })).blocked,
      ).toBe(6),
    );
    const [count] = await asSystem(() =>
      query<{ n: number }>('select count(*)::int as n from contacts where workspace_id = $1', [ada.workspaceId]),
    );
    // Start, its two echoes, and theirs.
    expect(count!.n).toBe(5);
  });

  it('a flood is worked off at the pace that was set', async () => {
    const workflow = await publish([{ id: 't', kind: 'tag', add: ['x'] }]);
    await ada.call(workflows.update, {
      params: { id: workflow.id },
      body: { version: workflow.version, runsPerMinute: 2 },
    });
    for (let n = 0; n < 6; n++) await newContact(`Flood ${n}`);
    await until(async () =>
      expect((await ada.call(workflowRuns.list, { query: { workflowId: workflow.id } })).items).toHaveLength(6),
    );
    await until(async () => {
      const { items } = await ada.call(workflowRuns.list, { query: { workflowId: workflow.id } });
      expect(items.filter((run) => run.state === 'succeeded')).toHaveLength(2);
    });
    const { items } = await ada.call(workflowRuns.list, { query: { workflowId: workflow.id, state: 'queued' } });
    expect(
      items.map((run) => Math.round((Date.parse(run.wakeAt!) - Date.now()) / 30_000)).sort((one, other) => one - other),
    ).toEqual([1, 2, 3, 4]);
  });
});

describe('other beginnings', () => {
  it('a schedule starts one run for each time, however many look', async () => {
    const { id, nextAt } = await publish(
      [{ id: 'c', kind: 'create', record: 'contact', fields: { firstName: 'Scheduled' } }],
      { kind: 'schedule', cron: '0 9 * * 1', zone: 'Europe/Berlin' },
    );
    expect(
      new Date(nextAt!).toLocaleTimeString('en-GB', {
        timeZone: 'Europe/Berlin',
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
      }),
    ).toBe('Mon 09:00');
    await asSystem(() => execute(`update workflows set next_at = now() - interval '1 minute' where id = $1`, [id]));
    await Promise.all([runRecurring(SCHEDULES), runRecurring(SCHEDULES)]);
    await runOf(id, 'succeeded');
    expect((await ada.call(workflowRuns.list, { query: { workflowId: id } })).items).toHaveLength(1);
    expect((await ada.call(workflows.get, { params: { id } })).nextAt).toBe(nextAt);
  });

  it('a call from outside starts it, once for each key; a wrong address and one that is off look alike', async () => {
    const workflow = await publish(
      [{ id: 'c', kind: 'create', record: 'contact', fields: { firstName: '{{trigger.data.person.name}}' } }],
      { kind: 'hook' },
    );
    const path = new URL(workflow.hookUrl!).pathname;
    const visitor = here.system.visitor();
    const send = (to = path, headers = {}) =>
      visitor.send('POST', to, { body: { person: { name: 'Zoë' } }, withoutCsrf: true, headers });
    expect((await send(path, { 'idempotency-key': 'k1' })).status).toBe(202);
    expect((await send(path, { 'idempotency-key': 'k1' })).status).toBe(202);
    const run = await runOf(workflow.id, 'succeeded');
    expect(run.steps[0]!.input).toMatchObject({ fields: { firstName: 'Zoë' } });
    expect((await ada.call(workflowRuns.list, { query: { workflowId: workflow.id } })).items).toHaveLength(1);
    expect((await send('/api/hooks/nothing')).status).toBe(404);
    const renewed = await ada.call(workflows.renewHook, { params: { id: workflow.id } });
    expect((await send()).status).toBe(404);
    await ada.call(workflows.setState, { params: { id: workflow.id }, body: { version: renewed.version, on: false } });
    expect((await send(new URL(renewed.hookUrl!).pathname)).status).toBe(404);
  });

  it('a person starts it on a record', async () => {
    const { id } = await publish([{ id: 't', kind: 'tag', add: ['by-hand'] }], { kind: 'manual', record: 'contact' });
    const one = await newContact('One');
    expect((await ada.tryCall(workflows.start, { params: { id }, body: {} })).status).toBe(400);
    await ada.call(workflows.start, { params: { id }, body: { record: { kind: 'contact', id: one.id } } });
    await runOf(id, 'succeeded');
    expect((await ada.call(contacts.get, { params: { id: one.id } })).tags).toEqual(['by-hand']);
  });
});

describe('a dry run', () => {
  it('says what would happen with a past event, and writes nothing', async () => {
    const one = await newContact('Dry', { emails: [{ value: 'dry@x.example' }] });
    const { id } = await ada.call(workflows.create, { body: { name: 'Dry' } });
    await ada.call(workflows.update, {
      params: { id },
      body: {
        version: 1,
        draft: {
          trigger: created,
          steps: [
            {
              id: 'm',
              kind: 'mail',
              to: '{{record.emails.0.value}}',
              subject: 'Hello {{record.firstName}}',
              text: 'Hi',
            },
            { id: 'c', kind: 'create', record: 'contact', fields: { firstName: 'Copy' } },
            { id: 'n', kind: 'notify', to: 'owner', title: 'x' },
          ],
        },
      },
    });
    const { items } = await ada.call(workflows.pastEvents, { query: { types: 'contact.created' } });
    const before = await asSystem(() =>
      query<{ n: number }>(
        'select (select count(*) from contacts) + (select count(*) from approvals) + (select count(*) from events) as n',
      ),
    );
    const dry = await ada.call(workflows.dryRun, { params: { id }, body: { eventId: items[0]!.id } });
    expect(items[0]!.subject!.id).toBe(one.id);
    expect(dry).toMatchObject({
      starts: true,
      steps: [
        {
          stepId: 'm',
          input: { to: ['dry@x.example'], subject: 'Hello Dry' },
          would: 'Asks for approval to send an email to dry@x.example.',
        },
        { stepId: 'c', would: 'Creates a contact.', fields: [{ label: 'First name', value: 'Copy' }] },
        { stepId: 'n' },
      ],
    });
    expect(
      await asSystem(() =>
        query(
          'select (select count(*) from contacts) + (select count(*) from approvals) + (select count(*) from events) as n',
        ),
      ),
    ).toEqual(before);
  });
});
