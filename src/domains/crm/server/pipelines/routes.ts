import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { closeReasons, pipelines } from '../../contract/pipelines.ts';
import { ifMatch } from '../../../../records/server/if-match.ts';
import { mayManage, requireManager } from '../../../../records/server/access/managers.ts';
import {
  archivePipeline,
  countStages,
  createPipeline,
  orderPipelines,
  removePipeline,
  updatePipeline,
} from './edit.ts';
import { listPipelines } from './pipelines.ts';
import { listReasons, saveReasons } from './reasons.ts';

export const pipelineRoutes: readonly BoundRoute[] = [
  route(pipelines.list, async ({ query, caller }) => ({
    items: await listPipelines(query.archived === '1'),
    editable: await mayManage(caller),
  })),
  route(pipelines.create, async ({ body, caller }) => {
    await requireManager(caller);
    return createPipeline(body);
  }),
  route(pipelines.update, async ({ params, body, caller, request }) => {
    await requireManager(caller);
    return updatePipeline(params.id, body, ifMatch(request));
  }),
  route(pipelines.order, async ({ body, caller }) => {
    await requireManager(caller);
    await orderPipelines(body.ids);
  }),
  route(pipelines.archive, async ({ params, caller }) => {
    await requireManager(caller);
    return archivePipeline(params.id, true);
  }),
  route(pipelines.unarchive, async ({ params, caller }) => {
    await requireManager(caller);
    return archivePipeline(params.id, false);
  }),
  route(pipelines.remove, async ({ params, query, caller }) => {
    await requireManager(caller);
    await removePipeline(params.id, query.moveTo);
  }),
  route(pipelines.counts, async ({ params }) => ({ stages: await countStages(params.id) })),
  route(closeReasons.list, async () => ({ items: await listReasons() })),
  route(closeReasons.save, async ({ body, caller }) => {
    await requireManager(caller);
    return { items: await saveReasons(body.reasons) };
  }),
];
