/** Workflows as tests make them and watch their runs. */
import { expect, vi } from 'vitest';
import { type Run, type RunState, workflowRuns, workflows } from '../domains/automation/contract.ts';
import type { TestClient } from './client.ts';

/** Asks again until it holds. */
export const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 30 });

/** Makes a workflow, by default one that starts with a new contact, and publishes it. */
export async function publishWorkflow(client: TestClient, steps: object[], trigger: object = { kind: 'event', types: ['contact.created'] }, name = 'A workflow') {
  const { id } = await client.call(workflows.create, { body: { name } });
  const draft = { trigger, steps } as never;
  const { version } = await client.call(workflows.update, { params: { id }, body: { version: 1, draft } });
  return client.call(workflows.publish, { params: { id }, body: { version } });
}

/** The workflow's latest run, once it has come to `state`. */
export async function runIn(client: TestClient, workflowId: string, state: RunState): Promise<Run> {
  const found = await until(async () => {
    const { items } = await client.call(workflowRuns.list, { query: { workflowId } });
    expect(items[0]).toMatchObject({ state });
    return items[0]!;
  });
  return client.call(workflowRuns.get, { params: { id: found.id } });
}
