import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { sync } from '../../contract/sync.ts';
import './on-change.ts';
import {
  createSync,
  decideConflict,
  getSync,
  listConflicts,
  listRuns,
  listSyncs,
  pauseSync,
  readLog,
  removeSync,
  resumeSync,
  runSyncNow,
  syncOptions,
  updateSync,
} from './definitions.ts';

export const syncRoutes: readonly BoundRoute[] = [
  route(sync.list, ({ query }) => listSyncs(query)),
  route(sync.options, ({ query }) => syncOptions(query)),
  route(sync.get, ({ params }) => getSync(params.id)),
  route(sync.create, ({ body, caller }) => createSync(caller, body)),
  route(sync.update, ({ params, body, caller }) => updateSync(caller, params.id, body)),
  route(sync.remove, ({ params, caller }) => removeSync(caller, params.id)),
  route(sync.pause, ({ params, caller }) => pauseSync(caller, params.id)),
  route(sync.resume, ({ params, caller }) => resumeSync(caller, params.id)),
  route(sync.run, ({ params, body, caller }) => runSyncNow(caller, params.id, body.dry)),
  route(sync.runs, ({ params, query }) => listRuns(params.id, query)),
  route(sync.log, ({ params, query }) => readLog(params.id, params.runId, query)),
  route(sync.conflicts, ({ params, query }) => listConflicts(params.id, query)),
  route(sync.decide, ({ params, body, caller }) => decideConflict(caller, params.id, params.conflictId, body.choices)),
];
