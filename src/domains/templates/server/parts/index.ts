/** Every part of a template by name, and the workspace that they meet. */
import { dayAt } from '../../../../kernel/days.ts';
import { query } from '../../../../server/db/index.ts';
import type { Viewer } from '../../../crm/index.ts';
import type { Part, TemplateContent } from '../../contract/content.ts';
import { examplesPart } from './examples.ts';
import { fieldsPart, keysHere } from './fields.ts';
import { assignmentPart, formsPart, scorePart } from './leads.ts';
import type { PartWork, Place } from './part.ts';
import { namesHere, pipelinesPart, reasonsPart } from './pipelines.ts';
import { viewsPart } from './views.ts';
import { plansPart, workflowsPart } from './workflows.ts';

/** Items go from one function of a part to another only, so a list of all parts needs no names for them. */
const some = <Item>(work: PartWork<Item>) => work as unknown as PartWork<unknown>;

const WORK: Readonly<Record<Part, PartWork<unknown>>> = {
  fields: some(fieldsPart),
  pipelines: some(pipelinesPart),
  closeReasons: some(reasonsPart),
  examples: some(examplesPart),
  views: some(viewsPart),
  scoreRules: some(scorePart),
  assignmentRules: some(assignmentPart),
  forms: some(formsPart),
  plans: some(plansPart),
  workflows: some(workflowsPart),
};

export const workOf = (part: Part): PartWork<unknown> => WORK[part];

/** The present workspace, as a template meets it. */
export async function placeOf(
  content: TemplateContent,
  viewer: Viewer,
  made: Map<string, string> = new Map(),
): Promise<Place> {
  const people = await query<{ id: string; role: string }>(
    'select id, workspace_role as role from workspace_people where active order by name, id limit 500',
  );
  const [workspace] = await query<{ zone: string }>('select time_zone as zone from present_workspace');
  const timeZone = workspace?.zone ?? 'UTC';
  return {
    viewer,
    made,
    owners: people.filter(({ role }) => role === 'owner').map(({ id }) => id),
    everyone: people.map(({ id }) => id),
    names: await namesHere(),
    keys: await keysHere(content),
    timeZone,
    today: dayAt(new Date(), timeZone),
  };
}

/** Records that the examples of an earlier stamping became, by key. */
export async function madeBefore(installId: string | undefined): Promise<Map<string, string>> {
  if (!installId) return new Map();
  const rows = await query<{ key: string; record_id: string; kind: string }>(
    `select key, record_id, kind from template_stamps
      where install_id = $1 and part = 'examples' and state in ('made', 'present') and record_id is not null`,
    [installId],
  );
  const living = await query<{ id: string }>(
    ['contacts', 'companies', 'leads', 'opportunities', 'activities']
      .map((table) => `select id from ${table} where id = any($1) and deleted_at is null`)
      .join(' union all '),
    [rows.map((row) => row.record_id)],
  );
  const ids = new Set(living.map((row) => row.id));
  return new Map(rows.filter((row) => ids.has(row.record_id)).map((row) => [row.key, row.record_id]));
}
