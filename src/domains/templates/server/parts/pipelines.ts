/** Pipelines with their stages, and the reasons for which opportunities are won and lost. */
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query, withAllRecords } from '../../../../server/db/index.ts';
import type { Pipeline } from '../../../crm/contract.ts';
import {
  addReason,
  createPipeline,
  discardPipeline,
  discardReason,
  listPipelines,
  listReasons,
} from '../../../crm/index.ts';
import type { TemplatePipeline, TemplateReason } from '../../contract/content.ts';
import { counted, pipelineWords } from '../../engine/contents.ts';
import { customKeysIn, pipelineName, renameCustom, stageName } from '../../engine/portable-names.ts';
import { changedSince, type PartWork, there } from './part.ts';

/** Ids of what is here, by the names that templates use. */
export async function namesHere(): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const { id, name, stages } of await listPipelines()) {
    names.set(pipelineName(name), id);
    for (const stage of stages) names.set(stageName(name, stage.name), stage.id);
  }
  return names;
}

function difference(item: TemplatePipeline, found: Pipeline): string {
  if (found.archived) return 'The pipeline of this name is in the archive.';
  const [own, theirs] = [item.stages, found.stages].map((stages) => stages.map(({ name }) => fold(name)).join('|'));
  return own === theirs
    ? ''
    : `The pipeline that is here has other stages: ${found.stages.map(({ name }) => name).join(' → ')}.`;
}

/** Name of a workflow that speaks of the pipeline or of one of its stages: without them it would fail from then on. */
async function workflowAbout(pipelineId: string, except: readonly string[]): Promise<string | undefined> {
  const [found] = await query<{ name: string }>(
    `select w.name from workflows w where w.workspace_id = $1 and w.deleted_at is null and w.id <> all($3) and exists (
       select 1 from (select $2::uuid as id union all select s.id from stages s where s.workspace_id = $1
          and s.pipeline_id = $2) named where position(named.id::text in w.draft::text) > 0
     ) order by w.name, w.id limit 1`,
    [currentWorkspaceId(), pipelineId, except],
  );
  return found?.name;
}

export const pipelinesPart: PartWork<TemplatePipeline> = {
  items: ({ pipelines }) => pipelines,
  thing: (item) => ({ key: fold(item.name), label: item.name, detail: pipelineWords(item) }),
  // A stage only loses a demand for a field that is not there; the pipeline needs none.
  object: () => undefined,
  async present(items) {
    const here = new Map((await listPipelines(true)).map((pipeline) => [fold(pipeline.name), pipeline]));
    return new Map(
      items.flatMap((item) => {
        const found = here.get(fold(item.name));
        return found ? [[fold(item.name), there(found.id, difference(item, found))] as const] : [];
      }),
    );
  },
  async create({ name, stages }, place) {
    const keys = place.keys.get('opportunity') ?? new Map<string, string>();
    const known = stages.map(({ requiredFields, ...stage }) => ({
      ...stage,
      requiredFields: renameCustom(
        requiredFields.filter((field) => customKeysIn(field).every((key) => keys.has(key))),
        keys,
      ),
    }));
    const { id, version } = await createPipeline({ name, stages: known });
    return { id, version };
  },
  async used(stamp, except) {
    const changed = await changedSince('pipelines', stamp);
    if (changed === undefined) return undefined;
    const [row] = await withAllRecords(() =>
      query<{ n: number }>('select count(*)::int as n from opportunities where pipeline_id = $1 and id <> all($2)', [
        stamp.record_id,
        except,
      ]),
    );
    if (row!.n > 0) return `It holds ${counted(row!.n, 'opportunity', 'opportunities')}.`;
    const workflow = await workflowAbout(stamp.record_id, except);
    return workflow === undefined ? changed : `The workflow “${workflow}” works with it.`;
  },
  yields: true,
  remove: (stamp) => discardPipeline(stamp.record_id),
};

const reasonKey = ({ outcome, label }: TemplateReason) => `${outcome}:${fold(label)}`;

export const reasonsPart: PartWork<TemplateReason> = {
  items: ({ closeReasons }) => closeReasons,
  thing: (item) => ({
    key: reasonKey(item),
    label: item.label,
    detail: item.outcome === 'won' ? 'Why it was won' : 'Why it was lost',
  }),
  object: () => undefined,
  async present(items) {
    const here = new Map(
      (await listReasons()).filter(({ archived }) => !archived).map((reason) => [reasonKey(reason), reason.id]),
    );
    return new Map(
      items.flatMap((item) =>
        here.has(reasonKey(item)) ? [[reasonKey(item), there(here.get(reasonKey(item))!)] as const] : [],
      ),
    );
  },
  create: async (item) => ({ id: await addReason(item), version: 1 }),
  async used({ record_id: id, label }, except) {
    const found = (await listReasons()).find((reason) => reason.id === id);
    if (!found) return undefined;
    const [row] = await withAllRecords(() =>
      query<{ n: number }>(
        'select count(*)::int as n from opportunities where close_reason_id = $1 and id <> all($2)',
        [id, except],
      ),
    );
    if (row!.n > 0) return `${counted(row!.n, 'opportunity was', 'opportunities were')} closed for it.`;
    return found.label === label ? '' : 'Someone changed it since.';
  },
  yields: false,
  remove: (stamp) => discardReason(stamp.record_id),
};
