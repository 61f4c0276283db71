/**
 * Calls an endpoint from inside the server in the name of a caller: with the same checks of rights, apps, API key scopes,
 * and input as over HTTP, and in the caller's scope. Assistants work through this.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointSpec } from '../../kernel/endpoint.ts';
import { inWorkspace } from '../db/context.ts';
import type { Caller } from './caller.ts';
import { authorise, type BoundRoute, type GivenInput, type Input, parseInput } from './route.ts';

/** Whether the caller may make the call at all; finer rules are the service's. */
export function mayCall({ endpoint }: BoundRoute, caller: Caller): boolean {
  try {
    authorise(endpoint, caller);
    return true;
  } catch {
    return false;
  }
}

/**
 * @returns the answer, as the contract promises it
 * @throws AppError as over HTTP
 */
export async function callRoute({ endpoint, handle }: BoundRoute, caller: Caller, given: GivenInput): Promise<unknown> {
  if (endpoint.produces || endpoint.consumes)
    throw new Error(`${endpoint.method} ${endpoint.path} moves a file and is only for HTTP`);
  authorise(endpoint, caller);
  const input = {
    ...parseInput(endpoint, given),
    caller,
    request: { headers: {}, method: endpoint.method, url: endpoint.path, caller } as unknown as FastifyRequest,
    reply: NO_REPLY,
  } satisfies Input<EndpointSpec>;
  return inWorkspace(caller.workspaceId, caller.userId, async () => handle(input));
}

/** No one sees the headers and the status that a handler sets. */
const NO_REPLY = { statusCode: 200, header: () => NO_REPLY, code: () => NO_REPLY } as unknown as FastifyReply;
