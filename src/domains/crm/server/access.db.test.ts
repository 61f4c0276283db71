/** Permissions of every call of the CRM, approvals, and automation, tested for each role. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointSpec } from '../../../kernel/endpoint.ts';
import { newId } from '../../../kernel/ids.ts';
import { fillPath } from '../../../kernel/path.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import * as approvals from '../../approvals/contract.ts';
import * as automation from '../../automation/contract.ts';
import * as crm from '../contract.ts';
import { dashboard } from '../contract/dashboard.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

function isEndpoint(value: unknown): value is EndpointSpec {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

/** Every endpoint that a module holds, however deep. */
function endpointsOf(value: unknown, depth = 0): EndpointSpec[] {
  if (isEndpoint(value)) return [value];
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  return Object.values(value).flatMap((inner) => endpointsOf(inner, depth + 1));
}

const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`;
/**
 * Business licenses have no notes, files and timeline of their own: those calls are in the contract of every kind, and
 * bound for the others.
 */
const UNBOUND = /^\w+ \/api\/business-licenses\/\{id\}\/(notes|files|timeline)/;
const ALL = [
  ...new Map(
    [crm, approvals, automation, dashboard]
      .flatMap((contract) => endpointsOf(contract))
      .map((endpoint) => [nameOf(endpoint), endpoint]),
  ).values(),
].filter((endpoint) => !UNBOUND.test(nameOf(endpoint)));

/** Calls for administrators only. Whoever opens or closes a call says so here. */
const FOR_ADMINS = [
  /^(POST|PUT|DELETE) \/api\/approvals\/rules(\/\{id\})?$/,
  / \/api\/workflow/,
  / \/api\/webhook/,
  /^(GET|POST|PUT|DELETE) \/api\/leads\/forms\/./,
  /^POST \/api\/leads\/forms$/,
  /^(POST|PUT|DELETE) \/api\/leads\/(score|assignment)-rules/,
  /^POST \/api\/[a-z-]+\/purge$/,
  /^DELETE \/api\/custom-fields\/\{id\}$/,
];
/** Calls that no one has to sign in for: what visitors of other sites use, and secret addresses. */
const FOR_EVERYBODY = [
  / \/api\/public\//,
  /^POST \/api\/hooks\/\{token\}$/,
  /^(GET|POST) \/api\/invitation$/,
  /^GET \/api\/calendars?\//,
  / \/api\/calendar-feeds\//,
];

const any = (patterns: readonly RegExp[], endpoint: EndpointSpec) =>
  patterns.some((pattern) => pattern.test(nameOf(endpoint)));

/** An address that leads nowhere: what may be called answers something else than who may not. */
function addressOf({ path }: EndpointSpec): string {
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, newId()]));
  return fillPath(path, params);
}

describe('role × call', () => {
  it('covers all of them, and every call for administrators is named here', () => {
    expect(ALL.length).toBeGreaterThan(200);
    const named = new Set(ALL.filter((endpoint) => any(FOR_ADMINS, endpoint)).map(nameOf));
    expect(
      ALL.filter(({ access }) => access === 'admin')
        .map(nameOf)
        .filter((name) => !named.has(name)),
    ).toEqual([]);
    expect(
      ALL.filter(({ access }) => access === 'public')
        .filter((endpoint) => !any(FOR_EVERYBODY, endpoint))
        .map(nameOf),
    ).toEqual([]);
  });

  it('a visitor is turned away from all but the public ones', async () => {
    const visitor = system.visitor();
    const letIn: string[] = [];
    for (const endpoint of ALL.filter(({ access }) => access !== 'public')) {
      const { status } = await visitor.send(
        endpoint.method,
        addressOf(endpoint),
        endpoint.method === 'GET' ? {} : { body: {} },
      );
      if (status !== 401) letIn.push(`${nameOf(endpoint)}: ${status}`);
    }
    expect(letIn).toEqual([]);
  });

  it.each(['member', 'owner'] as const)(
    'a client’s %s is turned away from what is for administrators, before anything is looked at',
    async (workspaceRole) => {
      const user = await system.signedIn({ workspaceId: await system.clientWorkspace(), workspaceRole });
      const letIn: string[] = [];
      for (const endpoint of ALL.filter(({ access }) => access === 'admin')) {
        const { status } = await user.send(
          endpoint.method,
          addressOf(endpoint),
          endpoint.method === 'GET' ? {} : { body: {} },
        );
        if (status !== 403) letIn.push(`${nameOf(endpoint)}: ${status}`);
      }
      expect(letIn).toEqual([]);
    },
  );

  it('reading what is there is open to every member', async () => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace(), workspaceRole: 'member' });
    const refused: string[] = [];
    for (const endpoint of ALL.filter(({ access, method }) => access === 'user' && method === 'GET')) {
      const { status } = await user.send('GET', addressOf(endpoint));
      if (status === 401 || status === 403 || status >= 500) refused.push(`${nameOf(endpoint)}: ${status}`);
    }
    expect(refused).toEqual([]);
  });
});
