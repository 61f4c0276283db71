import { type BoundRoute, route } from '../../../server/http/route.ts';
import { phone } from '../contract.ts';
import { createAgent, listAgents, readAgent, removeAgent, updateAgent } from './agents.ts';
import { listCalls, readCall, removeCall } from './calls.ts';
import { placeCall } from './place.ts';
import { releaseCall, sayOnCall, takeCall } from './take-call.ts';
import { readStatus } from './status.ts';

export const phoneRoutes: BoundRoute[] = [
  route(phone.status, ({ caller }) => readStatus(caller)),
  route(phone.agents, async () => ({ items: await listAgents() })),
  route(phone.createAgent, ({ caller, body }) => createAgent(caller, body)),
  route(phone.agent, ({ params }) => readAgent(params.id)),
  route(phone.updateAgent, ({ caller, params, body }) => updateAgent(caller, params.id, body)),
  route(phone.removeAgent, ({ caller, params }) => removeAgent(caller, params.id)),
  route(phone.calls, ({ query }) => listCalls(query)),
  route(phone.place, ({ body }) => placeCall(body)),
  route(phone.call, ({ params }) => readCall(params.id)),
  route(phone.take, ({ caller, params }) => takeCall(caller, params.id)),
  route(phone.say, ({ caller, params, body }) => sayOnCall(caller, params.id, body.text)),
  route(phone.release, ({ caller, params, body }) => releaseCall(caller, params.id, body.next)),
  route(phone.removeCall, ({ caller, params }) => removeCall(caller, params.id)),
];
