/** Changes by a workflow name it as their cause: in timelines, recent activity, messages, and conflicts. */
import { beforeEach, expect, it } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { until, workflowTests } from '../../../testing/workflows.ts';
import { activities, companies, contacts, leads, opportunities } from '../../crm/contract.ts';
import { recordCalls } from '../../../records/contract.ts';
import { dashboard } from '../../crm/contract/dashboard.ts';
import { notifications } from '../../notifications/contract.ts';
import { workflows } from '../contract.ts';

const here = workflowTests();
const { publish, runOf } = here;
let ada: typeof here.admin;
beforeEach(() => {
  ada = here.admin;
});

const timelineOf = async (kind: 'contact' | 'activity', id: string) =>
  (await ada.call(recordCalls(kind).timeline.list, { params: { id } })).items;

it('tells that a workflow did it, by its name, also when it was deleted since', async () => {
  const bob = await here.system.signedIn({ role: 'opus_team', workspaceId: ada.workspaceId, name: 'Bob' });
  const flow = await publish(
    [
      { id: 't', kind: 'tag', add: ['greeted'] },
      {
        id: 'c',
        kind: 'create',
        record: 'activity',
        fields: { type: 'call', subject: 'Say hello', ownerId: bob.userId },
      },
      { id: 'd', kind: 'update', target: 'c', fields: { status: 'done' } },
      { id: 'n', kind: 'notify', to: 'admins', title: 'Greeted' },
    ],
    { kind: 'event', types: ['contact.created'] },
    'Greet',
  );
  const grace = await ada.call(contacts.create, { body: { firstName: 'Grace', ownerId: bob.userId } });
  const run = await runOf(flow.id, 'succeeded');
  const greet = { kind: 'workflow', id: run.id, name: 'Greet' };
  const entries = await timelineOf('contact', grace.id);
  expect(entries.find(({ kind }) => kind === 'created')).toMatchObject({ by: { id: ada.userId } });
  expect(entries.find(({ kind }) => kind === 'created')).not.toHaveProperty('through');
  expect(entries.find(({ kind }) => kind === 'updated')).toMatchObject({
    by: null,
    through: greet,
    changes: [{ field: 'tags' }],
  });
  expect(entries.find(({ kind }) => kind === 'activity')).toMatchObject({
    activity: { subject: 'Say hello' },
    through: greet,
  });
  const { id: callId } = entries.find(({ kind }) => kind === 'activity')!.activity!;
  expect((await timelineOf('activity', callId)).map(({ kind, through }) => [kind, through?.name])).toEqual(
    expect.arrayContaining([['created', 'Greet']]),
  );
  expect((await ada.call(dashboard.recent)).items[0]).toMatchObject({ subject: 'Say hello', through: greet });
  // The bell: what was given, what was said, what became of a watched record.
  await until(async () =>
    expect(
      await asSystem(() =>
        query('select 1 from watch_news where user_id = $1 and record_id = $2', [bob.userId, grace.id]),
      ),
    ).toHaveLength(1),
  );
  await asSystem(() => execute(`update watch_news set last_at = now() - interval '1 hour'`));
  await runRecurring('crm.watch_news');
  const heard = (await bob.call(notifications.list)).items.map(({ title, body }) => [title, body ?? '']);
  expect(heard).toContainEqual(['Grace', 'The workflow “Greet” changed tags.']);
  expect(heard.find(([title]) => title === 'Assigned to you: Say hello')?.[1]).toContain('By the workflow “Greet”.');
  expect((await ada.call(notifications.list)).items.find(({ title }) => title === 'Greeted')!.body).toBe(
    'From workflow “Greet”.',
  );
  // Where two edits meet, too.
  const stale = await ada.tryCall(contacts.update, {
    params: { id: grace.id },
    body: { version: grace.version, tags: ['mine'] },
  });
  expect(stale.body).toMatchObject({
    code: 'stale',
    details: {
      changed: expect.arrayContaining([
        expect.objectContaining({ field: 'tags', by: null, through: greet }),
      ]) as unknown,
    },
  });
  await ada.call(workflows.remove, { params: { id: flow.id } });
  expect((await timelineOf('contact', grace.id)).find(({ kind }) => kind === 'updated')).toMatchObject({
    through: greet,
  });
  expect(
    (await bob.call(recordCalls('contact').timeline.list, { params: { id: grace.id } })).items.find(
      ({ kind }) => kind === 'updated',
    ),
  ).toMatchObject({ through: { name: 'Greet' } });
});

it('names the person who completed it, though a workflow had made it', async () => {
  const flow = await publish(
    [{ id: 'c', kind: 'create', record: 'activity', fields: { subject: 'Think', ownerId: ada.userId } }],
    { kind: 'manual', record: null },
    'Plan',
  );
  await ada.call(workflows.start, { params: { id: flow.id }, body: {} });
  const run = await runOf(flow.id, 'succeeded');
  const { id } = run.steps[0]!.output as { id: string };
  await ada.call(activities.complete, { params: { id }, body: {} });
  const [recent] = (await ada.call(dashboard.recent)).items;
  expect(recent).toMatchObject({ subject: 'Think', by: { id: ada.userId } });
  expect(recent).not.toHaveProperty('through');
});

it('says of a record which workflow made it and changed it last, until a person does', async () => {
  const { id: flow } = await publish(
    [
      { id: 'l', kind: 'create', record: 'lead', fields: { firstName: 'Grace' } },
      { id: 'o', kind: 'create', record: 'opportunity', fields: { name: 'Desks' } },
      { id: 'k', kind: 'create', record: 'contact', fields: { firstName: 'Ada', companyName: 'Acme' } },
      { id: 't', kind: 'tag', target: 'k', add: ['new'] },
    ],
    { kind: 'manual', record: null },
    'Maker',
  );
  await ada.call(workflows.start, { params: { id: flow }, body: {} });
  const run = await runOf(flow, 'succeeded');
  const idOf = (step: number) => (run.steps[step]!.output as { id: string }).id;
  const through = { kind: 'workflow', id: run.id, name: 'Maker' };
  const whole = { createdBy: null, updatedBy: null, createdThrough: through, updatedThrough: through };
  expect(await ada.call(leads.get, { params: { id: idOf(0) } })).toMatchObject(whole);
  expect(await ada.call(opportunities.get, { params: { id: idOf(1) } })).toMatchObject(whole);
  const contact = await ada.call(contacts.get, { params: { id: idOf(2) } });
  expect(contact).toMatchObject(whole);
  expect(await ada.call(companies.get, { params: { id: contact.company!.id } })).toMatchObject(whole);
  const changed = await ada.call(contacts.update, {
    params: { id: contact.id },
    body: { version: contact.version, title: 'Countess' },
  });
  expect(changed).toMatchObject({ createdThrough: through, updatedBy: ada.userId });
  expect(changed).not.toHaveProperty('updatedThrough');
  const own = await ada.call(contacts.create, { body: { firstName: 'Own' } });
  expect(own).not.toHaveProperty('createdThrough');
});
