import { requireScope } from '../../../server/http/caller.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { KINDS } from '../../../records/contract/kinds.ts';
import { workflowRuns, workflows } from '../contract.ts';
import { catalogue, pastEvents } from './catalogue.ts';
import { dryRun } from './dry-run.ts';
import { getRun, listRuns } from './runs.ts';
import { cancelRun, receiveHook, replayRun, startByHand } from './triggers.ts';
import { kindsWritten } from './written-kinds.ts';
import {
  createWorkflow,
  getWorkflow,
  listVersions,
  listWorkflows,
  publishWorkflow,
  removeWorkflow,
  renewHook,
  restoreWorkflow,
  setWorkflowState,
  updateWorkflow,
} from './workflows.ts';

export function workflowRoutes(): BoundRoute[] {
  return [
    route(workflows.list, ({ query }) => listWorkflows(query)),
    route(workflows.create, ({ body }) => createWorkflow(body.name, body.draft)),
    route(workflows.get, ({ params }) => getWorkflow(params.id)),
    route(workflows.update, ({ params, body }) => updateWorkflow(params.id, body)),
    route(workflows.publish, async ({ params, body, caller }) => {
      // The caller needs the scopes of everything that the workflow may write.
      if (caller.scopes)
        for (const kind of kindsWritten((await getWorkflow(params.id)).draft))
          requireScope(caller, `${KINDS[kind].scope}:write`);
      return publishWorkflow(params.id, body.version, body.note);
    }),
    route(workflows.setState, ({ params, body }) => setWorkflowState(params.id, body.version, body.on)),
    route(workflows.remove, ({ params }) => removeWorkflow(params.id)),
    route(workflows.restore, ({ params }) => restoreWorkflow(params.id)),
    route(workflows.versions, ({ params }) => listVersions(params.id)),
    route(workflows.renewHook, ({ params }) => renewHook(params.id)),
    route(workflows.dryRun, ({ params, body }) => dryRun(params.id, body)),
    route(workflows.start, ({ params, body }) => startByHand(params.id, body.record, body.data)),
    route(workflows.catalogue, () => catalogue()),
    route(workflows.pastEvents, ({ query }) => pastEvents(query.types.split(','))),
    route(workflows.hook, async ({ params, body, request }) => {
      const key = request.headers['idempotency-key'];
      await receiveHook(params.token, body, typeof key === 'string' && key ? key.slice(0, 255) : undefined);
      return { accepted: true as const };
    }),
    route(workflowRuns.list, ({ query }) => listRuns(query)),
    route(workflowRuns.get, ({ params }) => getRun(params.id)),
    route(workflowRuns.cancel, async ({ params }) => {
      await cancelRun(params.id);
      return getRun(params.id);
    }),
    route(workflowRuns.replay, ({ params }) => replayRun(params.id)),
  ];
}
