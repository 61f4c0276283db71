/** How fresh and complete the knowledge is, as far as the caller may read it. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { hasModel } from '../../assistants/index.ts';
import type { KnowledgeStatus } from '../contract.ts';
import { currentViewer, viewerValues, VISIBLE } from './access.ts';
import { readIndex } from './settings.ts';

const DAYS = 30;

export async function readStatus(): Promise<KnowledgeStatus> {
  const viewer = await currentViewer();
  const values = viewerValues(viewer);
  const { model, settings } = await readIndex();
  const [documents] = await query<
    Pick<
      KnowledgeStatus,
      'documents' | 'passages' | 'waiting' | 'failed' | 'unsure' | 'stale' | 'duplicates' | 'lastReadAt'
    >
  >(
    `select count(*)::int as documents, coalesce(sum(d.passages), 0)::int as passages,
        (count(*) filter (where d.state in ('waiting', 'reading')))::int as waiting,
        (count(*) filter (where d.state = 'failed'))::int as failed,
        (count(*) filter (where d.unsure_pages <> '{}'))::int as unsure,
        (count(*) filter (where d.changed_at < now() - $4::int * interval '1 day'))::int as stale,
        (count(*) filter (where d.sha256 <> '' and exists (select 1 from knowledge_documents o
          join knowledge_sources os on os.id = o.source_id where o.workspace_id = d.workspace_id
          and o.sha256 = d.sha256 and o.id < d.id and (os.id = s.id or os.audience = 'everyone'))))::int as duplicates,
        max(d.read_at) as "lastReadAt"
      from knowledge_documents d join knowledge_sources s on s.id = d.source_id where ${VISIBLE}`,
    [...values, settings.staleDays],
  );
  const [sources] = await query<{ count: number; embedded: number }>(
    `select count(*)::int as count, coalesce(sum((select count(*) from knowledge_vectors v
        join knowledge_passages p on p.id = v.passage_id where p.source_id = s.id and v.model = $4)), 0)::int as embedded
      from knowledge_sources s where ${VISIBLE}`,
    [...values, model],
  );
  const jobs = await query<KnowledgeStatus['jobs'][number]>(
    `select s.id as "sourceId", s.name as "sourceName", coalesce(j.done, 0) as done, j.total, coalesce(j.message, '') as message
      from knowledge_sources s left join jobs j on j.id = s.job_id where ${VISIBLE} and s.state = 'working' order by s.name limit 50`,
    values,
  );
  const workspaceId = currentWorkspaceId();
  return {
    ...documents!,
    sources: sources!.count,
    embedded: sources!.embedded,
    model,
    hasModel: await hasModel(workspaceId),
    gaps: viewer.isManager ? await countGaps(workspaceId) : null,
    questions: await questionFigures(workspaceId),
    daily: await dailyFigures(workspaceId),
    jobs,
  };
}

async function countGaps(workspaceId: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(distinct question_key)::int as count from knowledge_answers where workspace_id = $1 and gap = 'open'`,
    [workspaceId],
  );
  return row!.count;
}

async function questionFigures(workspaceId: string): Promise<KnowledgeStatus['questions']> {
  const [row] = await query<KnowledgeStatus['questions']>(
    `select count(*)::int as asked, (count(*) filter (where state <> 'abstained'))::int as answered,
        (count(*) filter (where state = 'abstained'))::int as abstained,
        (count(*) filter (where helpful))::int as helpful, (count(*) filter (where not helpful))::int as unhelpful
      from knowledge_answers where workspace_id = $1 and created_at >= now() - interval '${DAYS} days'`,
    [workspaceId],
  );
  return row!;
}

const dailyFigures = (workspaceId: string) =>
  query<KnowledgeStatus['daily'][number]>(
    `select to_char(day, 'YYYY-MM-DD') as day, count(a.id)::int as asked,
        (count(a.id) filter (where a.state = 'abstained'))::int as abstained
      from generate_series((now() at time zone 'UTC')::date - ${DAYS - 1}, (now() at time zone 'UTC')::date, interval '1 day') as day
      left join knowledge_answers a on a.workspace_id = $1 and a.created_at >= day at time zone 'UTC'
        and a.created_at < (day + interval '1 day') at time zone 'UTC'
      group by day order by day`,
    [workspaceId],
  );
