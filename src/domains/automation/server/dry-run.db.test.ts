/** A dry run names people, records, fields, and stages, and shows nothing that does not exist. */
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayAt, dayWords } from '../../../kernel/days.ts';
import { asSystem, execute } from '../../../server/db/index.ts';
import { workflowTests } from '../../../testing/workflows.ts';
import { companies, contacts, opportunities, pipelines } from '../../crm/contract.ts';
import { customFields } from '../../../records/contract.ts';
import { workflows } from '../contract.ts';

const here = workflowTests();
let ada: typeof here.admin;
beforeEach(() => {
  ada = here.admin;
});

const byHand = (record: string | null) => ({ kind: 'manual', record });

async function dry(steps: object[], record?: { kind: 'contact' | 'opportunity'; id: string }) {
  const { id, problems } = await here.draft(steps, byHand(record?.kind ?? null));
  expect(problems).toEqual([]);
  return (await ada.call(workflows.dryRun, { params: { id }, body: record ? { record } : {} })).steps;
}

describe('a dry run', () => {
  it('calls fields by their labels, and what they hold as a person reads it', async () => {
    await asSystem(() => execute(`update workspaces set currency = 'EUR' where id = $1`, [ada.workspaceId]));
    const bob = await here.system.signedIn({ workspaceId: ada.workspaceId, name: 'Bob Builder' });
    const acme = await ada.call(companies.create, { body: { name: 'Acme' } });
    await ada.call(customFields.create, { body: { object: 'opportunity', label: 'Paid up front', kind: 'boolean' } });
    await ada.call(customFields.create, {
      body: { object: 'opportunity', label: 'Regions', kind: 'multi', options: ['North', 'South'] },
    });
    await ada.call(opportunities.create, { body: { name: 'First' } });
    const stage = (await ada.call(pipelines.list)).items[0]!.stages[1]!;
    const [create] = await dry([
      {
        id: 'o',
        kind: 'create',
        record: 'opportunity',
        fields: {
          name: 'Desks',
          amount: '1200',
          companyId: acme.id,
          ownerId: bob.userId,
          stageId: stage.id,
          expectedClose: '2031-03-05',
          forecast: 'best',
          'custom.paid_up_front': 'yes',
          'custom.regions': 'South, North',
          nextStep: '',
        },
      },
    ]);
    expect(create).toMatchObject({ would: 'Creates an opportunity.', problem: null });
    expect(create!.fields).toEqual([
      { label: 'Name', value: 'Desks', kind: 'text' },
      { label: 'Amount', value: '1200', kind: 'money', currency: 'EUR' },
      { label: 'Company', value: 'Acme', kind: 'text' },
      { label: 'Expected close', value: '2031-03-05', kind: 'day' },
      { label: 'Forecast', value: 'Best case', kind: 'text' },
      { label: 'Owner', value: 'Bob Builder', kind: 'text' },
      { label: 'Stage', value: stage.name, kind: 'text' },
      { label: 'Paid up front', value: 'yes', kind: 'text' },
      { label: 'Regions', value: 'South, North', kind: 'text' },
    ]);
    const grace = await ada.call(contacts.create, { body: { firstName: 'Grace', lastName: 'Hopper' } });
    const [change, give, call, tell, wait] = await dry(
      [
        { id: 'u', kind: 'update', fields: { title: 'Admiral of {{record.firstName}}', companyId: acme.id, city: '' } },
        { id: 'a', kind: 'assign', owners: [bob.userId] },
        {
          id: 'c',
          kind: 'create',
          record: 'activity',
          fields: { type: 'call', subject: 'Call her', dueInDays: '2', priority: 'high' },
        },
        { id: 'n', kind: 'notify', to: [bob.userId, ada.userId], title: 'Look', body: 'At her' },
        { id: 'w', kind: 'delay', wait: { kind: 'moment', at: '{{today | plus: "3"}}' } },
      ],
      { kind: 'contact', id: grace.id },
    );
    expect(change).toMatchObject({
      would: 'Changes Title, Company and City.',
      fields: [
        { label: 'Title', value: 'Admiral of Grace' },
        { label: 'Company', value: 'Acme' },
        { label: 'City', value: '' },
      ],
    });
    expect(give).toMatchObject({ would: 'Assigns the record to Bob Builder.', fields: [] });
    expect(call).toMatchObject({
      would: 'Creates an activity.',
      fields: [
        { label: 'Type', value: 'Call' },
        { label: 'Subject', value: 'Call her' },
        { label: 'Due', kind: 'instant' },
        { label: 'Priority', value: 'High' },
        { label: 'Contact', value: 'Grace Hopper' },
      ],
    });
    expect(Date.parse(call!.fields[2]!.value) - Date.now()).toBeGreaterThan(1.9 * 86_400_000);
    expect(tell!.would).toMatch(/^Notifies (?=.*Bob Builder)(?=.*Test Person).*: “Look”\.$/);
    expect(tell!.fields).toEqual([{ label: 'Text', value: 'At her', kind: 'text' }]);
    const today = dayAt(new Date(), 'UTC');
    expect(
      [today, addDays(today, -1)].map((day) => `Waits until ${dayWords(addDays(day, 3))}, 00:00 (UTC).`),
    ).toContain(wait!.would);
  });

  it('goes on with what a step would make, though it is not there', async () => {
    const [bob, eve] = [
      await here.system.signedIn({ workspaceId: ada.workspaceId, name: 'Bob' }),
      await here.system.signedIn({ workspaceId: ada.workspaceId, name: 'Eve' }),
    ];
    await ada.call(opportunities.create, { body: { name: 'First' } });
    const { stages } = (await ada.call(pipelines.list)).items[0]!;
    const steps = await dry([
      { id: 'c', name: 'Somebody', kind: 'create', record: 'contact', fields: { firstName: 'Grace' } },
      { id: 'o', kind: 'create', record: 'opportunity', fields: { name: 'Desks', contactId: '{{steps.c.id}}' } },
      { id: 'u', kind: 'update', target: 'c', fields: { title: 'Admiral' } },
      { id: 't', kind: 'tag', target: 'c', add: ['new'] },
      { id: 'a', kind: 'assign', target: 'o', owners: [bob.userId, eve.userId] },
      { id: 'g', kind: 'stage', target: 'o', stageId: stages.find(({ outcome }) => outcome === 'won')!.id },
    ]);
    expect(steps.map(({ problem }) => problem)).toEqual([null, null, null, null, null, null]);
    expect(steps[1]!.fields[1]).toEqual({ label: 'Contact', value: 'the new contact of “Somebody”', kind: 'text' });
    expect(steps.slice(2).map(({ would }) => would)).toEqual([
      'Changes Title of the new contact of “Somebody”.',
      'Adds the tags new to the new contact of “Somebody”.',
      expect.stringMatching(/^Assigns the new opportunity to (?:Bob|Eve)\.$/),
      'Marks the new opportunity as won: moves it to “Won” of “Sales”.',
    ]);
    expect((await ada.call(contacts.list)).items).toEqual([]);
  });
});

it('a real run says the same of itself: what started it, what each step did, and what came of it', async () => {
  const { userId } = await here.system.signedIn({ workspaceId: ada.workspaceId, name: 'Bob Builder' });
  const acme = await ada.call(companies.create, { body: { name: 'Acme' } });
  const grace = await ada.call(contacts.create, { body: { firstName: 'Grace', lastName: 'Hopper' } });
  const { id } = await here.publish(
    [
      { id: 'u', kind: 'update', fields: { companyId: acme.id, city: '' } },
      { id: 't', kind: 'tag', add: ['vip'] },
      {
        id: 'c',
        name: 'New one',
        kind: 'create',
        record: 'contact',
        fields: { firstName: 'Ada', email: 'ada@example.com', ownerId: userId },
      },
      { id: 'a', kind: 'create', record: 'activity', fields: { subject: 'Call', dueInDays: '1' } },
      { id: 'g', kind: 'tag', target: 'c', add: ['new'] },
      {
        id: 'w',
        kind: 'webhook',
        policy: 'approval',
        method: 'POST',
        url: 'https://example.com/x',
        headers: [{ name: 'X-Api-Key', value: 'hush-hush' }],
        body: 'Hello',
      },
    ],
    { kind: 'event', types: ['contact.updated'], changed: ['source'] },
  );
  await ada.call(contacts.update, {
    params: { id: grace.id },
    body: { version: 1, ownerId: userId, tags: ['vip'], source: 'Fair' },
  });
  const run = await here.runOf(id, 'waiting');
  expect(run.started).toEqual([
    { label: 'Event', value: 'Contact updated', kind: 'text' },
    { label: 'When', value: expect.stringMatching(/^2.*Z$/), kind: 'instant' },
    { label: 'Contact', value: 'Grace Hopper', kind: 'text' },
    { label: 'By', value: 'Test Person', kind: 'text' },
    { label: 'Source', value: 'blank → Fair', kind: 'text' },
    { label: 'Owner', value: expect.stringMatching(/→ Bob Builder$/), kind: 'text' },
    { label: 'Tags', value: 'blank → vip', kind: 'text' },
  ]);
  expect(run.steps.map(({ did, came }) => [did, came])).toEqual([
    ['Changes Company and City.', ''],
    ['Adds the tags vip.', 'No change needed.'],
    ['Creates a contact.', ''],
    ['Creates an activity.', ''],
    ['Adds the tags new to the new contact of “New one”.', ''],
    ['Asks for approval to call POST https://example.com/x.', ''],
  ]);
  expect(run.steps[0]!.fields).toEqual([
    { label: 'Company', value: 'Acme', kind: 'text' },
    { label: 'City', value: '', kind: 'text' },
  ]);
  expect(run.steps[2]!.fields).toEqual([
    { label: 'First name', value: 'Ada', kind: 'text' },
    { label: 'Email', value: 'ada@example.com', kind: 'text' },
    { label: 'Owner', value: 'Bob Builder', kind: 'text' },
  ]);
  expect(run.steps[3]!.fields).toMatchObject([
    { label: 'Type', value: 'Task' },
    { label: 'Subject' },
    { label: 'Due', kind: 'instant' },
    { label: 'Contact', value: 'Grace Hopper' },
  ]);
  expect(JSON.stringify([run.started, run.steps])).not.toContain('hush-hush');
});
