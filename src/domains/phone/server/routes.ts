import { type BoundRoute, route } from '../../../server/http/route.ts';
import { phone } from '../contract.ts';
import { createAgent, listAgents, readAgent, removeAgent, updateAgent } from './agents.ts';
import { listCalls, readCall, removeCall } from './calls.ts';
import { readStatus } from './status.ts';

export const phoneRoutes: BoundRoute[] = [
  route(phone.status, ({ caller }) => readStatus(caller)),
  route(phone.agents, async () => ({ items: await listAgents() })),
  route(phone.createAgent, ({ caller, body }) => createAgent(caller, body)),
  route(phone.agent, ({ params }) => readAgent(params.id)),
  route(phone.updateAgent, ({ caller, params, body }) => updateAgent(caller, params.id, body)),
  route(phone.removeAgent, ({ caller, params }) => removeAgent(caller, params.id)),
  route(phone.calls, ({ query }) => listCalls(query)),
  route(phone.call, ({ params }) => readCall(params.id)),
  route(phone.removeCall, ({ caller, params }) => removeCall(caller, params.id)),
];
