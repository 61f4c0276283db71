import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { cancelAnyJob, enqueue, retryAnyJob } from '../../../server/jobs/jobs.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';

import { workflows } from '../../automation/contract.ts';
import { contacts, leads, opportunities, pipelines, scoreRules } from '../../crm/contract.ts';
import { customFields, views } from '../../../records/contract.ts';
import { type Install, installs, library, PARTS, templates } from '../contract.ts';
import { runs } from '../../../testing/runs.ts';
import { stampJob } from './stamp-job.ts';
import { undoJob } from './undo-job.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const admin = () => system.signedIn({ role: 'admin', workspaceRole: 'owner' });
type Admin = Awaited<ReturnType<typeof admin>>;

/** Waits until a stamping or an undoing is through. */
async function settled(boss: Admin, id: string): Promise<Install> {
  let found: Install | undefined;
  await expect
    .poll(
      async () => {
        found = await boss.call(installs.get, { params: { id } });
        return found.state;
      },
      { timeout: 30_000, interval: 50 },
    )
    .toMatch(/^(done|undone|failed)$/);
  return found!;
}

async function applied(boss: Admin, ref: string, workspaceId: string, parts = [...PARTS]): Promise<Install> {
  const { id } = await boss.call(installs.apply, { params: { ref }, body: { workspaceId, parts } });
  return settled(boss, id);
}

async function undone(boss: Admin, id: string, insist: string[] = []): Promise<Install> {
  await boss.call(installs.undo, { params: { id }, body: { insist } });
  return settled(boss, id);
}

const TABLES = {
  custom_fields: '',
  pipelines: '',
  stages: '',
  close_reasons: '',
  saved_views: '',
  lead_score_rules: '',
  lead_assignment_rules: '',
  lead_forms: '',
  workflows: 'and deleted_at is null',
  companies: '',
  contacts: '',
  contact_keys: '',
  leads: '',
  opportunities: '',
  opportunity_stays: '',
  activities: '',
  record_notes: '',
};

/** Everything that templates can touch, as it stands in the tables. */
async function inside(workspaceId: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [table, and] of Object.entries(TABLES))
    found[table] = await asSystem(() =>
      query(
        `select to_jsonb(t) - 'score' - 'score_reasons' as row from ${table} t where workspace_id = $1 ${and}
          order by t::text`,
        [workspaceId],
      ),
    );
  return found;
}

/** Table and column that name what a part makes. */
const NAMED: Readonly<Record<string, readonly [string, string]>> = {
  fields: ['custom_fields', 'label'],
  views: ['saved_views', 'name'],
  scoreRules: ['lead_score_rules', 'label'],
};

const failures = ({ stamps }: Install) =>
  stamps.filter(({ state }) => state === 'failed').map(({ part, label, note }) => `${part} ${label}: ${note}`);

describe('stamping a template', () => {
  // Some of them are stamped below on the embedded engine, too.
  it.runIf(process.env.TEST_ENGINE === 'postgres')(
    'makes everything that the preview names, without one conflict, in every trade',
    async () => {
      const boss = await admin();
      const { items } = await system.visitor().call(library.list);
      for (const { ref, name } of items) {
        const workspaceId = await system.clientWorkspace(name);
        await system.signedIn({ workspaceId, workspaceRole: 'owner' });
        const before = await boss.call(installs.preview, { params: { ref }, query: { workspaceId } });
        expect([name, before.items.filter(({ state }) => state !== 'create')]).toEqual([name, []]);
        const install = await applied(boss, ref, workspaceId);
        expect([name, install.state, failures(install), install.stamps.filter(({ note }) => note)]).toEqual([
          name,
          'done',
          [],
          [],
        ]);
        expect(install.made).toBe(before.counts.create);
      }
    },
    240_000,
  );

  it('changes nothing when it is done again, and undone leaves the workspace as it was @long', async () => {
    const boss = await admin();
    const workspaceId = await system.clientWorkspace('Round trip');
    const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    await owner.call(contacts.create, { body: { firstName: 'Own', lastName: 'Contact' } });
    const before = await inside(workspaceId);
    const first = await applied(boss, 'dental-practice', workspaceId);
    const stamped = await inside(workspaceId);
    expect((await owner.call(pipelines.list)).items.map(({ name }) => name)).toEqual([
      'New patients',
      'Treatment plans',
    ]);
    expect((await owner.call(opportunities.list)).items.find(({ name }) => name.startsWith('Hannah'))).toMatchObject({
      custom: { insurance_share: 1200, patient_share: 2650 },
      tags: ['example'],
    });
    const second = await applied(boss, 'dental-practice', workspaceId);
    expect(second).toMatchObject({ id: first.id, made: first.made, failed: 0 });
    expect(await inside(workspaceId)).toEqual(stamped);
    const gone = await undone(boss, first.id);
    expect(gone).toMatchObject({ state: 'undone', made: 0, kept: 0, removed: first.made });
    expect(await inside(workspaceId)).toEqual(before);
    const again = await applied(boss, 'dental-practice', workspaceId);
    expect(again.id).not.toBe(first.id);
    expect(again.made).toBe(first.made);
    // The checklist alone stamps nothing, and says of nothing that it has to be stamped again.
    const listed = await boss.call(installs.apply, {
      params: { ref: 'dental-practice' },
      body: { workspaceId, parts: [], onboarding: {} },
    });
    expect(listed).toMatchObject({
      id: again.id,
      state: 'done',
      done: again.done,
      of: again.of,
      finishedAt: again.finishedAt,
    });
    // Examples set nothing off.
    expect(
      (await asSystem(() => query('select 1 from workflow_runs where workspace_id = $1', [workspaceId]))).length,
    ).toBe(0);
  }, 120_000);

  it('keeps what people changed or use since, names why, and gives way where one insists', async () => {
    const boss = await admin();
    const workspaceId = await system.clientWorkspace('Used');
    const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    const { id } = await applied(boss, 'law-firm', workspaceId);
    const [pipeline] = (await owner.call(pipelines.list)).items;
    await owner.call(opportunities.create, {
      body: { name: 'A real matter', stageId: pipeline!.stages[0]!.id, custom: { court_reference: '4 C 12/26' } },
    });
    const [view] = (await owner.call(views.list, { query: { object: 'lead' } })).items;

    const rule = (await owner.call(scoreRules.list)).items.find(({ label }) => label === 'Recommended')!;
    await asSystem(() =>
      query('update lead_score_rules set points = 5, version = version + 1 where id = $1', [rule.id]),
    );
    const example = (await owner.call(leads.list)).items.find(({ name }) => name === 'Julia Marsh')!;
    await owner.call(leads.update, {
      params: { id: example.id },
      body: { version: example.version, about: 'Called her.' },
    });
    const plan = await boss.call(installs.undoPreview, { params: { id } });
    const kept = Object.fromEntries(plan.items.filter((item) => item.kept).map((item) => [item.label, item.kept]));
    expect(kept).toEqual({
      Recommended: 'Someone changed it since.',
      'Julia Marsh': 'Someone changed it since.',
      Matters: 'It holds 1 opportunity.',
      'Court reference': '1 record has a value in it.',
      'Practice area': '1 record has a value in it.',
      'Opposing party': '1 record has a value in it.',
      'Conflict check': '1 record has a value in it.',
      // The pipeline stays, and with it what its stages ask for.
      ...Object.fromEntries(
        ['Fee arrangement', 'Limitation date', 'Matter type'].map((label) => [
          label,
          'A stage of the pipeline “Matters” asks for it.',
        ]),
      ),
    });
    const ruleKey = plan.items.find((item) => item.label === 'Recommended')!;
    const result = await undone(boss, id, [`${ruleKey.part}:${ruleKey.key}`]);
    expect(
      result.stamps
        .filter(({ state }) => state === 'kept')
        .map(({ label }) => label)
        .sort(),
    ).toEqual([
      'Conflict check',
      'Court reference',
      'Fee arrangement',
      'Julia Marsh',
      'Limitation date',
      'Matter type',
      'Matters',
      'Opposing party',
      'Practice area',
    ]);
    expect((await owner.call(opportunities.list)).items.map(({ name }) => name)).toEqual(['A real matter']);
    expect((await owner.call(scoreRules.list)).items).toEqual([]);
    expect((await owner.call(views.list, { query: { object: 'lead' } })).items.map((one) => one.id)).not.toContain(
      view!.id,
    );
    expect((await boss.tryCall(installs.undo, { params: { id }, body: {} })).body.code).toBe('conflict');
  }, 120_000);

  it('keeps fields that people’s own formulas, roll-ups and stages speak of, as its preview says', async () => {
    const boss = await admin();
    const workspaceId = await system.clientWorkspace('Spoken of');
    const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    const { id } = await applied(boss, 'law-firm', workspaceId, ['fields']);
    const own = await Promise.all(
      (['contact', 'opportunity'] as const).map(
        async (object) => (await owner.call(customFields.list, { query: { object } })).items,
      ),
    );
    const fields = own.flat().filter(({ kind }) => kind === 'text' || kind === 'select');
    const read = fields.find(({ object }) => object === 'opportunity')!;
    const asked = fields.findLast(({ object }) => object === 'opportunity')!;
    expect(read.id).not.toBe(asked.id);
    const formula = await owner.call(customFields.create, {
      body: { object: 'opportunity', label: 'Own words', kind: 'formula', formula: `upper({${read.key}})` },
    });
    await owner.call(pipelines.create, {
      body: {
        name: 'Own pipeline',
        stages: [
          { name: 'Open', outcome: 'open', probability: 10, requiredFields: [`custom.${asked.key}`] },
          { name: 'Won', outcome: 'won', probability: 100 },
          { name: 'Lost', outcome: 'lost', probability: 0 },
        ],
      },
    });
    const plan = await boss.call(installs.undoPreview, { params: { id } });
    expect(
      new Map(plan.items.filter(({ kept }) => kept).map(({ label, kept, removable }) => [label, [kept, removable]])),
    ).toEqual(
      new Map([
        [asked.label, ['A stage of the pipeline “Own pipeline” asks for it.', true]],
        [read.label, [`“${formula.label}” is calculated from it.`, false]],
      ]),
    );
    const result = await undone(boss, id);
    expect(new Set(result.stamps.filter(({ state }) => state === 'kept').map(({ label }) => label))).toEqual(
      new Set([asked.label, read.label]),
    );
  }, 60_000);

  it('undone takes away exactly what it made and no one touched, whatever happened in between', async () => {
    const boss = await admin();
    const workspaceId = await system.clientWorkspace('In between');
    const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    let nth = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(99), { maxLength: 4 }), fc.boolean(), async (picks, ownThings) => {
        const { id } = await applied(boss, 'law-firm', workspaceId, ['fields', 'views', 'scoreRules']);
        const made = await asSystem(() =>
          query<{ part: string; id: string }>(
            `select part, record_id as id from template_stamps where install_id = $1 and state = 'made'`,
            [id],
          ),
        );
        const touched = new Set(picks.map((pick) => made[pick % made.length]!.id));
        for (const { part, id: thing } of made.filter((one) => touched.has(one.id))) {
          const [table, column] = NAMED[part]!;
          await asSystem(() =>
            query(`update ${table} set ${column} = $2, version = version + 1 where id = $1`, [
              thing,
              `Touched ${(nth += 1)}`,
            ]),
          );
        }
        if (ownThings) await owner.call(contacts.create, { body: { lastName: `Own ${(nth += 1)}` } });
        const between = await inside(workspaceId);
        await undone(boss, id);
        const gone = new Set(made.map((one) => one.id).filter((one) => !touched.has(one)));
        const left = Object.fromEntries(
          Object.entries(between).map(([table, list]) => [
            table,
            list.filter((one) => !gone.has((one as { row: { id: string } }).row.id)),
          ]),
        );
        expect(await inside(workspaceId)).toEqual(left);
      }),
      { numRuns: runs(4) },
    );
  }, 60_000);

  it('says what is in the way, leaves that out, and uses what is there already', async () => {
    const boss = await admin();
    const workspaceId = await system.clientWorkspace('In the way');
    const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    await owner.call(customFields.create, { body: { object: 'lead', label: 'Wanted treatment', kind: 'number' } });
    await owner.call(customFields.create, {
      body: { object: 'contact', label: 'Insurance', kind: 'select', options: ['Private'] },
    });

    const { items } = await boss.call(installs.preview, { params: { ref: 'dental-practice' }, query: { workspaceId } });
    const state = (label: string) => items.find((item) => item.label === label);
    expect(state('Wanted treatment')).toMatchObject({
      state: 'conflict',
      note: 'There is a field of this name with another kind of value (number).',
    });
    expect(state('Insurance')).toMatchObject({
      state: 'differs',
      note: 'The field that is here does not offer “Statutory”, “Dental plan”, “Self-pay”.',
    });
    expect(state('In pain now')).toMatchObject({ state: 'conflict', note: 'Needs the field “Wanted treatment”.' });
    expect(state('Recall due')).toMatchObject({ state: 'create' });
    const install = await applied(boss, 'dental-practice', workspaceId);
    expect(install.state).toBe('done');
    expect(install.stamps.filter((stamp) => stamp.state === 'failed').map((stamp) => stamp.label)).toEqual(
      items.filter((item) => item.state === 'conflict').map((item) => item.label),
    );
    const only = await boss.call(installs.preview, {
      params: { ref: 'law-firm' },
      query: { workspaceId, parts: 'fields,views' },
    });
    expect(only.items.find(({ label }) => label === 'Letters not signed')).toMatchObject({
      state: 'conflict',
      note: 'Needs the stage “Matters / Engagement letter sent”.',
    });
  }, 60_000);

  it('goes into clients and the own house only, by administrators only', async () => {
    const boss = await admin();
    const workspaceId = await system.clientWorkspace('Walls');
    const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    const ref = 'law-firm';
    expect(
      (await owner.tryCall(installs.apply, { params: { ref }, body: { workspaceId, parts: ['views'] } })).status,
    ).toBe(403);
    expect((await owner.tryCall(templates.get, { params: { ref } })).status).toBe(403);
    expect(
      (
        await boss.tryCall(installs.apply, {
          params: { ref },
          body: { workspaceId: '0192f0c8-7a52-7c30-8d35-4b1f0d7a1111', parts: ['views'] },
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await boss.tryCall(installs.apply, {
          params: { ref: 'no-such-trade' },
          body: { workspaceId, parts: ['views'] },
        })
      ).status,
    ).toBe(404);
    expect((await boss.tryCall(installs.apply, { params: { ref }, body: { workspaceId, parts: [] } })).status).toBe(
      400,
    );
    expect(
      (
        await boss.tryCall(installs.apply, {
          params: { ref },
          body: { workspaceId: await system.operations(), parts: [], onboarding: {} },
        })
      ).status,
    ).toBe(400);
    expect((await system.visitor().call(library.get, { params: { slug: ref } })).content.pipelines[0]!.name).toBe(
      'Matters',
    );
    const { items } = await boss.call(installs.targets, { query: { search: 'walls' } });
    expect(items).toMatchObject([{ id: workspaceId, own: false }]);
    expect((await boss.call(installs.targets)).items[0]).toMatchObject({ own: true });
  });

  it('keeps a pipeline that a workflow of someone’s works with', async () => {
    const boss = await admin();
    const workspaceId = await system.clientWorkspace('Automated');
    const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner', role: 'admin' });
    const { id } = await applied(boss, 'law-firm', workspaceId, ['pipelines']);
    const [pipeline] = (await owner.call(pipelines.list)).items;
    const steps = [
      { id: 'go', name: '', kind: 'stage', target: 'trigger', stageId: pipeline!.stages[1]!.id, reason: '' },
    ];
    await owner.call(workflows.create, {
      body: { name: 'Moves on', draft: { trigger: { kind: 'manual', record: 'opportunity' }, steps } },
    });
    expect((await boss.call(installs.undoPreview, { params: { id } })).items).toMatchObject([
      { label: 'Matters', kept: 'The workflow “Moves on” works with it.', removable: true },
    ]);
    expect(await undone(boss, id)).toMatchObject({ kept: 1, removed: 0 });
    expect((await owner.call(pipelines.list)).items).toHaveLength(1);
  });

  it('stands in no one’s way when its job was stopped, and goes on when that is started again', async () => {
    const boss = await admin();
    const workspaceId = await system.clientWorkspace('Halted');
    await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    const { id } = await applied(boss, 'real-estate-agency', workspaceId, ['pipelines']);
    const job = await inWorkspace(workspaceId, boss.userId, () =>
      enqueue(undoJob, { installId: id, name: 'Real estate' }, { delaySeconds: 3_600 }),
    );
    await asSystem(() =>
      execute(`update template_installs set state = 'undoing', act = 'undo', done_parts = '{}' where id = $1`, [id]),
    );
    const other = () =>
      boss.tryCall(installs.apply, { params: { ref: 'insurance-broker' }, body: { workspaceId, parts: ['fields'] } });
    expect((await other()).status).toBe(409);
    await cancelAnyJob(job);
    expect(await boss.call(installs.get, { params: { id } })).toMatchObject({
      state: 'failed',
      error: 'It was stopped.',
    });
    const second = await other();
    expect(second.status).toBeLessThan(300);
    await settled(boss, (second.body as Install).id);
    await retryAnyJob(job);
    expect((await settled(boss, id)).state).toBe('undone');
    // A stamping that waited for another try meanwhile is out of date: it neither runs nor keeps the workspace busy.
    const late = await inWorkspace(workspaceId, boss.userId, () =>
      enqueue(stampJob, { installId: id, name: 'Real estate' }),
    );
    const stateOf = async () =>
      (await asSystem(() => query<{ state: string }>('select state from jobs where id = $1', [late])))[0]!.state;
    await expect.poll(stateOf, { timeout: 20_000 }).toBe('succeeded');
    const after = await boss.call(installs.get, { params: { id } });
    expect([after.state, after.made]).toEqual(['undone', 0]);
    await asSystem(() => execute(`update jobs set state = 'failed' where id = $1`, [late]));
    await expect(retryAnyJob(late)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('goes on where it was after the server stopped in the middle @long', async () => {
    const boss = await admin();
    const workspaceId = await system.clientWorkspace('Stopped');
    await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    const { id } = await boss.call(installs.apply, {
      params: { ref: 'real-estate-agency' },
      body: { workspaceId, parts: [...PARTS] },
    });
    await system.restart();
    const install = await settled(boss, id);
    expect([install.state, failures(install)]).toEqual(['done', []]);
    expect(new Set(install.stamps.map(({ part, key }) => `${part} ${key}`)).size).toBe(install.stamps.length);
    const counts = await asSystem(() =>
      query<{ n: number }>('select count(*)::int as n from pipelines where workspace_id = $1', [workspaceId]),
    );
    expect(counts[0]!.n).toBe(2);
  }, 60_000);
});
