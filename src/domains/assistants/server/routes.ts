import { type BoundRoute, route } from '../../../server/http/route.ts';
import { ask, assistantRuns, models } from '../contract.ts';
import { listConversations, readConversation, removeConversation } from './ask/conversations.ts';
import { confirm, decline, undo } from './ask/proposals.ts';
import { streamAnswer } from './ask/stream.ts';
import {
  availableModels,
  chooseModels,
  createPrice,
  readConfig,
  removeLimit,
  removePrice,
  setLimit,
  updatePrice,
} from './models/config.ts';
import { hasModel } from './models/targets.ts';
import { tryOut } from './models/try-out.ts';
import { listCalls, readUsage } from './models/usage.ts';
import { readRun } from './runtime/trace.ts';

export const assistantRoutes: BoundRoute[] = [
  route(ask.status, async ({ caller }) => ({ connected: await hasModel(caller.workspaceId) })),
  route(ask.question, ({ body, caller, request, reply }) => streamAnswer(body, caller, request, reply)),
  route(ask.list, ({ caller, query }) => listConversations(caller, query)),
  route(ask.get, ({ caller, params }) => readConversation(params.id, caller)),
  route(ask.remove, ({ caller, params }) => removeConversation(params.id, caller)),
  route(ask.confirm, ({ caller, params }) => confirm(params.id, caller)),
  route(ask.decline, ({ caller, params }) => decline(params.id, caller)),
  route(ask.undo, ({ caller, params }) => undo(params.id, caller)),
  route(assistantRuns.get, ({ caller, params }) => readRun(params.id, caller)),
  route(models.config, readConfig),
  route(models.choose, ({ params, body }) => chooseModels(params.purpose, body.choices)),
  route(models.available, async ({ params, caller }) => ({
    items: await availableModels(params.id, caller.workspaceId),
  })),
  route(models.createPrice, ({ body }) => createPrice(body)),
  route(models.updatePrice, ({ params, body }) => updatePrice(params.id, body)),
  route(models.removePrice, ({ params }) => removePrice(params.id)),
  route(models.limit, ({ body }) => setLimit(body)),
  route(models.removeLimit, ({ params }) => removeLimit(params.id)),
  route(models.usage, ({ query }) => readUsage(query.days)),
  route(models.calls, ({ query }) => listCalls(query)),
  route(models.tryOut, async ({ body, reply }) => {
    const gone = new AbortController();
    reply.raw.on('close', () => gone.abort());
    return { items: await tryOut(body, gone.signal) };
  }),
];
