/** Creates workflows in tests and follows their runs. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { type Run, type RunState, type Workflow, workflowRuns, workflows } from '../domains/automation/contract.ts';
import { type API_SCOPES, settings } from '../domains/identity/contract/settings.ts';
import { asSystem, execute } from '../server/db/index.ts';
import { TestClient } from './client.ts';
import { startTestSystem, type TestSystem } from './system.ts';

/** Retries until it holds. */
export const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 30 });

const ON_CONTACTS = { kind: 'event', types: ['contact.created'] };

/** Creates an unpublished workflow, by default one that starts with a new contact. */
export async function draftWorkflow(
  client: TestClient,
  steps: object[],
  trigger: object = ON_CONTACTS,
  name = 'A workflow',
): Promise<Workflow> {
  const { id } = await client.call(workflows.create, { body: { name } });
  return client.call(workflows.update, { params: { id }, body: { version: 1, draft: { trigger, steps } as never } });
}

/** Creates and publishes a workflow, by default one that starts with a new contact. */
export async function publishWorkflow(
  client: TestClient,
  steps: object[],
  trigger?: object,
  name?: string,
): Promise<Workflow> {
  const { id, version } = await draftWorkflow(client, steps, trigger, name);
  return client.call(workflows.publish, { params: { id }, body: { version } });
}

/** The workflow's latest run, once it reaches `state`. */
export async function runIn(client: TestClient, workflowId: string, ...states: RunState[]): Promise<Run> {
  const found = await until(async () => {
    const { items } = await client.call(workflowRuns.list, { query: { workflowId } });
    expect(states).toContain(items[0]?.state);
    return items[0]!;
  });
  return client.call(workflowRuns.get, { params: { id: found.id } });
}

type Admin = Awaited<ReturnType<TestSystem['signedIn']>>;

/**
 * A system for the tests of one file, and for each test an administrator with their own workspace, because workflows
 * react to everything in theirs. After each test every workflow is turned off. Call it once, outside all tests.
 * @param env settings of the system, read when it starts
 */
export function workflowTests(env: () => Record<string, string> = () => ({})) {
  let system: TestSystem;
  let admin: Admin;
  beforeAll(async () => {
    system = await startTestSystem(env());
  });
  beforeEach(async () => {
    admin = await system.signedIn({ role: 'admin', workspaceId: await system.clientWorkspace() });
  });
  afterEach(() => asSystem(() => execute(`update workflows set state = 'off'`)));
  afterAll(() => system.destroy());
  return {
    get system() {
      return system;
    },
    get admin() {
      return admin;
    },
    draft: (steps: object[], trigger?: object, name?: string) => draftWorkflow(admin, steps, trigger, name),
    publish: (steps: object[], trigger?: object, name?: string) => publishWorkflow(admin, steps, trigger, name),
    runOf: (workflowId: string, state: RunState) => runIn(admin, workflowId, state),
    /** The workflow's latest run, once it has ended. */
    ended: (workflowId: string) => runIn(admin, workflowId, 'succeeded', 'failed'),
    /** Problems of a draft: step, field, message. */
    problemsOf: async (steps: object[], trigger?: object) =>
      (await draftWorkflow(admin, steps, trigger)).problems.map(({ stepId, field, message }) => [
        stepId,
        field,
        message,
      ]),
    /** Publishes with an API key that has `automation:write` and these scopes. */
    async publishByKey({ id, version }: Workflow, ...scopes: (typeof API_SCOPES)[number][]) {
      const { key } = await admin.call(settings.createApiKey, {
        body: { name: 'one', scopes: ['automation:write', ...scopes] },
      });
      return new TestClient(() => system.url).send('POST', `/api/workflows/${id}/publish`, {
        headers: { authorization: `Bearer ${key}` },
        body: { version },
      });
    },
  };
}
