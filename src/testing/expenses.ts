/** People with expenses, and their approvers. */
import { expect } from 'vitest';
import { type Expense, expenses, type NewExpense } from '../domains/finance/contract.ts';
import { addDays } from '../kernel/days.ts';
import type { TestClient } from './client.ts';
import type { TestSystem } from './system.ts';

export const today = new Date().toISOString().slice(0, 10);
export const day = addDays(today, -3);
export type Client = TestClient & { userId: string; workspaceId: string };
export interface Office {
  owner: Client;
  second: Client;
  staff: Client;
  colleague: Client;
  stranger: Client;
}

/** A client's people, and a person of another client. */
export async function office(system: TestSystem): Promise<Office> {
  const workspaceId = await system.clientWorkspace();
  const person = (workspaceRole: 'owner' | 'member', workspace = workspaceId) =>
    system.signedIn({ workspaceId: workspace, workspaceRole });
  return {
    owner: await person('owner'),
    second: await person('owner'),
    staff: await person('member'),
    colleague: await person('member'),
    stranger: await person('owner', await system.clientWorkspace('Another')),
  };
}

export const entry = (more: Partial<NewExpense> = {}) => ({
  merchant: 'Noodle Yard',
  day,
  amount: '24.50',
  currency: 'USD',
  category: 'Meals',
  ...more,
});
export const enter = (client: TestClient, more: Partial<NewExpense> = {}): Promise<Expense> =>
  client.call(expenses.create, { body: entry(more) });
export const read = (client: TestClient, id: string) => client.call(expenses.get, { params: { id } });

/** Approvals are carried out by a job. */
export async function until(client: TestClient, id: string, wanted: (one: Expense) => boolean): Promise<Expense> {
  for (let tries = 0; tries < 200; tries++) {
    const one = await read(client, id);
    if (wanted(one)) return one;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The expense never came so far: ${JSON.stringify(await read(client, id))}`);
}
/** Created and submitted. */
export async function handedIn(client: TestClient, more: Partial<NewExpense> = {}): Promise<Expense> {
  const one = await enter(client, more);
  expect(await client.call(expenses.submit, { body: { ids: [one.id] } })).toEqual({ done: [one.id], skipped: [] });
  return one;
}
