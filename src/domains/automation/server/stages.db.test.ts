import { beforeEach, describe, expect, it } from 'vitest';
import { until, workflowTests } from '../../../testing/workflows.ts';
import { closeReasons, companies, opportunities, type OpportunityFields, pipelines } from '../../crm/contract.ts';
import { customFields, RECORD_CALLS } from '../../../records/contract.ts';
import { notifications } from '../../notifications/contract.ts';
import { type Run, workflowRuns, workflows } from '../contract.ts';

const here = workflowTests();
let ada: typeof here.admin;
beforeEach(() => {
  ada = here.admin;
});

const byHand = { kind: 'manual', record: 'opportunity' };
const draft = (steps: object[], trigger: object = byHand) => here.draft(steps, trigger);
const publish = (steps: object[], trigger: object = byHand, name?: string) => here.publish(steps, trigger, name);

async function stagesHere() {
  const { id, version, stages } = (await ada.call(pipelines.list)).items[0]!;
  const idOf = (name: string) => stages.find((stage) => stage.name === name)!.id;
  return { pipeline: { id, version, stages }, idOf };
}

const newDeal = (more: Partial<OpportunityFields> = {}) =>
  ada.call(opportunities.create, { body: { name: 'Ten desks', ...more } });

/** Runs it on a deal, until it is over. */
async function runOn(workflowId: string, dealId: string): Promise<Run> {
  const { id } = await ada.call(workflows.start, {
    params: { id: workflowId },
    body: { record: { kind: 'opportunity', id: dealId } },
  });
  return over(id);
}

const over = (id: string) =>
  until(async () => {
    const run = await ada.call(workflowRuns.get, { params: { id } });
    expect(['succeeded', 'failed']).toContain(run.state);
    return run;
  });

const dryRunOn = async (id: string, dealId: string) =>
  (await ada.call(workflows.dryRun, { params: { id }, body: { record: { kind: 'opportunity', id: dealId } } }))
    .steps[0]!;

describe('a step that moves an opportunity', () => {
  it('brings it to the stage as a person would, says beforehand what it would do, and keeps what it did', async () => {
    const deal = await newDeal({ amount: '500' });
    const { idOf } = await stagesHere();
    const { id } = await publish([{ id: 'go', kind: 'stage', stageId: idOf('Proposal sent') }]);
    expect(await dryRunOn(id, deal.id)).toMatchObject({
      would: 'Moves the opportunity to “Proposal sent” of “Sales”.',
      problem: null,
    });
    expect((await ada.call(opportunities.get, { params: { id: deal.id } })).version).toBe(deal.version);
    expect((await runOn(id, deal.id)).steps[0]).toMatchObject({
      state: 'done',
      output: { stage: 'Proposal sent', pipeline: 'Sales', outcome: 'open', changed: 1 },
    });
    expect(await ada.call(opportunities.get, { params: { id: deal.id } })).toMatchObject({
      stage: { name: 'Proposal sent' },
      probability: 50,
      version: deal.version + 1,
    });
    const { items } = await ada.call(RECORD_CALLS.opportunity.timeline.list, { params: { id: deal.id } });
    expect(JSON.stringify(items)).toContain('Proposal sent');
    // A second time there is nothing to do.
    expect(await dryRunOn(id, deal.id)).toMatchObject({
      would: 'Leaves the opportunity in “Proposal sent” of “Sales”.',
    });
    expect((await runOn(id, deal.id)).steps[0]).toMatchObject({ state: 'done', output: { changed: 0 } });
    expect((await ada.call(opportunities.get, { params: { id: deal.id } })).version).toBe(deal.version + 1);
  });

  it('wins and loses, with a reason, and other workflows hear of it; a workflow does not start itself', async () => {
    await ada.call(closeReasons.save, {
      body: {
        reasons: [
          { outcome: 'lost', label: 'Too dear' },
          { outcome: 'won', label: 'Best offer' },
        ],
      },
    });
    const deal = await newDeal();
    const { idOf } = await stagesHere();
    const heard = await publish(
      [{ id: 't', kind: 'tag', add: ['gone'] }],
      { kind: 'event', types: ['opportunity.lost'] },
      'Hears',
    );
    const itself = await publish(
      [{ id: 'go', kind: 'stage', stageId: idOf('Lost'), reason: 'too dear' }],
      { kind: 'event', types: ['opportunity.updated'] },
      'Loses',
    );
    expect(await dryRunOn(itself.id, deal.id)).toMatchObject({
      would: 'Marks the opportunity as lost: moves it to “Lost” of “Sales”, for the reason “Too dear”.',
    });
    await ada.call(opportunities.update, {
      params: { id: deal.id },
      body: { version: deal.version, nextStep: 'Call' },
    });
    await until(async () =>
      expect(await ada.call(opportunities.get, { params: { id: deal.id } })).toMatchObject({
        state: 'lost',
        closeReason: { name: 'Too dear' },
        tags: ['gone'],
      }),
    );
    expect((await ada.call(workflowRuns.list, { query: { workflowId: heard.id } })).items).toHaveLength(1);
    expect(
      (await ada.call(workflowRuns.list, { query: { workflowId: itself.id, state: 'succeeded' } })).items,
    ).toHaveLength(1);
    // It would lose again what is won below.
    await ada.call(workflows.setState, { params: { id: itself.id }, body: { version: itself.version, on: false } });
    const other = await newDeal();
    const wins = await publish(
      [{ id: 'go', kind: 'stage', stageId: idOf('Won'), reason: 'Best offer' }],
      byHand,
      'Wins',
    );
    await runOn(wins.id, other.id);
    expect(await ada.call(opportunities.get, { params: { id: other.id } })).toMatchObject({
      state: 'won',
      closeReason: { name: 'Best offer' },
    });
    // A reason of the other outcome is none.
    const wrong = await publish(
      [{ id: 'go', kind: 'stage', stageId: idOf('Won'), reason: 'Too dear' }],
      byHand,
      'Wrong',
    );
    expect(await runOn(wrong.id, (await newDeal()).id)).toMatchObject({
      state: 'failed',
      error: 'There is no reason “Too dear” for what was won.',
    });
  });

  it('fails where the stage demands what the opportunity lacks, and where the stage was removed meanwhile', async () => {
    const deal = await newDeal();
    const { pipeline, idOf } = await stagesHere();
    const { id } = await publish([{ id: 'go', kind: 'stage', stageId: idOf('Proposal sent') }]);
    expect(await dryRunOn(id, deal.id)).toMatchObject({ problem: '“Proposal sent” needs an amount.' });
    expect(await runOn(id, deal.id)).toMatchObject({ state: 'failed', error: '“Proposal sent” needs an amount.' });
    expect(await ada.call(opportunities.get, { params: { id: deal.id } })).toMatchObject({
      version: deal.version,
      stage: { name: 'Qualified' },
    });
    const left = pipeline.stages
      .filter(({ name }) => name !== 'Proposal sent')
      .map((stage) => ({
        id: stage.id,
        name: stage.name,
        color: stage.color,
        probability: stage.probability,
        outcome: stage.outcome,
      }));
    await ada.call(pipelines.update, {
      params: { id: pipeline.id },
      body: { version: pipeline.version, stages: left },
    });
    expect(await runOn(id, deal.id)).toMatchObject({ state: 'failed', error: 'This stage no longer exists.' });
    expect((await ada.call(notifications.list)).items.some(({ kind }) => kind === 'workflow_trouble')).toBe(true);
    expect((await ada.call(workflows.get, { params: { id } })).problems).toEqual([
      { stepId: 'go', field: 'stageId', message: 'This stage no longer exists. Choose another one.' },
    ]);
  });

  it('moves an opportunity that an earlier step made, and no other kind of record', async () => {
    await newDeal();
    const { idOf } = await stagesHere();
    const made = await publish(
      [
        { id: 'make', kind: 'create', record: 'opportunity', fields: { name: 'Fresh' } },
        { id: 'go', kind: 'stage', target: 'make', stageId: idOf('Meeting held') },
      ],
      { kind: 'manual', record: null },
    );
    const { id } = await ada.call(workflows.start, { params: { id: made.id }, body: {} });
    expect((await over(id)).state).toBe('succeeded');
    expect((await ada.call(opportunities.list, { query: { search: 'Fresh' } })).items[0]).toMatchObject({
      stage: { name: 'Meeting held' },
    });
    for (const trigger of [
      { kind: 'event', types: ['contact.created'] },
      { kind: 'manual', record: 'company' },
    ]) {
      expect((await draft([{ id: 'go', kind: 'stage', stageId: idOf('Won') }], trigger)).problems).toMatchObject([
        { stepId: 'go', field: 'target', message: expect.stringContaining('Only opportunities have stages.') },
      ]);
    }
    expect((await draft([{ id: 'go', kind: 'stage', stageId: '' }])).problems).toEqual([
      { stepId: 'go', field: 'stageId', message: 'Choose a stage.' },
    ]);
  });

  it('is published by an API key that may write opportunities only', async () => {
    await newDeal();
    const { idOf } = await stagesHere();
    const flow = await draft([{ id: 'go', kind: 'stage', stageId: idOf('Won') }]);
    expect(await here.publishByKey(flow)).toMatchObject({
      status: 403,
      body: { message: 'This API key lacks the scope opportunities:write.' },
    });
    expect((await here.publishByKey(flow, 'opportunities:write')).status).toBe(200);
  });
});

describe('a draft', () => {
  it('is not published while it names fields of one’s own that are not there, or fills in what is calculated', async () => {
    await ada.call(companies.create, { body: { name: 'Acme' } });
    await ada.call(customFields.create, { body: { object: 'contact', label: 'Size', kind: 'number' } });
    await ada.call(customFields.create, {
      body: { object: 'contact', label: 'Twice', kind: 'formula', formula: '{size} * 2' },
    });
    const where = (field: string) => ({ match: 'all', conditions: [{ field, op: 'gte', value: 5 }] });
    const onContact = (filter?: object, changed: string[] = []) => ({
      kind: 'event',
      types: ['contact.updated'],
      changed,
      ...(filter && { filter }),
    });
    const fine = [{ id: 't', kind: 'tag', add: ['x'] }];
    expect(await here.problemsOf(fine, onContact(where('custom.size'), ['custom.size']))).toEqual([]);
    expect(await here.problemsOf(fine, onContact(where('custom.gone')))).toEqual([
      [undefined, 'trigger.filter', expect.stringContaining('There is no field')],
    ]);
    expect(await here.problemsOf(fine, onContact(undefined, ['custom.gone']))).toEqual([
      [undefined, 'trigger.changed', 'The field “gone” no longer exists.'],
    ]);
    const branch = {
      id: 'b',
      kind: 'branch',
      otherwise: [],
      paths: [{ id: 'p', name: '', when: { record: where('custom.gone') }, steps: [] }],
    };
    expect(await here.problemsOf([branch], onContact())).toEqual([
      ['b', 'paths.0.when', expect.stringContaining('There is no field')],
    ]);
    expect(
      await here.problemsOf(
        [{ id: 'u', kind: 'update', fields: { 'custom.gone': '1', 'custom.size': '2', 'custom.twice': '3' } }],
        onContact(),
      ),
    ).toEqual([
      ['u', 'fields.custom.gone', 'The field “gone” no longer exists.'],
      ['u', 'fields.custom.twice', 'The field “Twice” is calculated and can’t be set.'],
    ]);
    // A contact's field is not a company's.
    expect(
      await here.problemsOf(
        [{ id: 'c', kind: 'create', record: 'company', fields: { name: 'A', 'custom.size': '1' } }],
        onContact(),
      ),
    ).toEqual([['c', 'fields.custom.size', 'The field “size” no longer exists.']]);
    const { id, version } = await draft(fine, onContact(where('custom.gone')));
    expect(await ada.tryCall(workflows.publish, { params: { id }, body: { version } })).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: [{ field: 'trigger.filter' }] },
    });
  });
});
