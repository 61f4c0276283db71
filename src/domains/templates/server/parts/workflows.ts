/** Workflows, and activity plans, which are workflows too. They are switched on where nothing speaks against it. */
import { fold } from '../../../../kernel/text.ts';
import { query } from '../../../../server/db/index.ts';
import type { Draft } from '../../../automation/contract.ts';
import {
  checkWhole,
  createWorkflow,
  listWorkflows,
  onClocksOf,
  publishWorkflow,
  removeWorkflow,
  updateWorkflow,
} from '../../../automation/index.ts';
import { RECORD_KINDS, type RecordKind } from '../../../../records/contract.ts';
import type { TemplatePlan, TemplateWorkflow } from '../../contract/content.ts';
import { workflowOfPlan } from '../../engine/activity-plan.ts';
import { counted } from '../../engine/contents.ts';
import { customKeysIn, renameCustom, withIds } from '../../engine/portable-names.ts';
import { changedSince, type MadeThing, type PartWork, type Place, type Present, type StampRow, there } from './part.ts';

/** Every workflow by its folded name. */
export async function workflowsHere(): Promise<Map<string, string>> {
  const here = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const page = await listWorkflows({ limit: 100, cursor });
    for (const { id, name } of page.items) here.set(fold(name), id);
    cursor = page.next ?? undefined;
  } while (cursor);
  return here;
}

async function sameName(names: readonly string[]): Promise<Map<string, Present>> {
  const here = await workflowsHere();
  return new Map(names.map(fold).flatMap((key) => (here.has(key) ? [[key, there(here.get(key)!)] as const] : [])));
}

/** The kind of record that a draft is about. */
function recordOf({ trigger }: Draft): RecordKind | undefined {
  const { record, types } = (trigger ?? {}) as { record?: unknown; types?: unknown };
  const name = typeof record === 'string' ? record : Array.isArray(types) ? String(types[0]).split('.')[0] : undefined;
  return RECORD_KINDS.find((kind) => kind === name);
}

async function stamp(name: string, description: string, draft: Draft, on: boolean, place: Place): Promise<MadeThing> {
  const about = recordOf(draft);
  const keys = (about && place.keys.get(about)) ?? new Map<string, string>();
  const fitting = onClocksOf(
    place.timeZone,
    withIds(customKeysIn(draft).length > 0 ? renameCustom(draft, keys) : draft, place),
  );
  let workflow = await createWorkflow(name, fitting);
  if (description) workflow = await updateWorkflow(workflow.id, { version: workflow.version, description });
  const [problem] = on ? (await checkWhole(fitting)).problems : [];
  if (on && !problem) workflow = await publishWorkflow(workflow.id, workflow.version, 'From a template');
  return {
    id: workflow.id,
    version: workflow.version,
    ...(problem && { note: `Left switched off: ${problem.message}` }),
  };
}

async function used(row: StampRow): Promise<string | undefined> {
  const changed = await changedSince('workflows', row, 'deleted_at is null');
  if (changed === undefined || changed) return changed;
  const [runs] = await query<{ n: number }>(
    'select count(*)::int as n from (select 1 from workflow_runs where workflow_id = $1 limit 1000) x',
    [row.record_id],
  );
  return runs!.n > 0 ? `It has run ${counted(runs!.n, 'time')}.` : '';
}

const remove = (row: StampRow) => removeWorkflow(row.record_id);

export const plansPart: PartWork<TemplatePlan> = {
  items: ({ plans }) => plans,
  thing: ({ name, tasks, on }) => ({
    key: fold(name),
    label: name,
    detail: `${counted(tasks.length, 'task')}, ${on ? 'starts by itself' : 'started manually'}`,
  }),
  object: ({ record }) => record,
  present: (items) => sameName(items.map(({ name }) => name)),
  create: (plan, place) => stamp(plan.name, plan.description, workflowOfPlan(plan), true, place),
  used,
  remove,
  yields: true,
};

export const workflowsPart: PartWork<TemplateWorkflow> = {
  items: ({ workflows }) => workflows,
  thing: ({ name, description }) => ({ key: fold(name), label: name, detail: description }),
  object: ({ draft }) => recordOf(draft),
  present: (items) => sameName(items.map(({ name }) => name)),
  create: ({ name, description, draft, on }, place) => stamp(name, description, draft, on, place),
  used,
  remove,
  yields: true,
};
