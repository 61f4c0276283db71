import { afterAll, beforeAll, expect, it } from 'vitest';
import { inWorkspace } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { leads } from '../../crm/contract.ts';
import { agentRuns } from '../contract.ts';
import { loadAgentTeams } from './load-agent-teams.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

it('loads teams, a finished run, and one that waits for approval', async () => {
  const admin = await system.signedIn({ role: 'admin' });
  for (const firstName of ['Ines', 'Omar'])
    await admin.call(leads.create, { body: { firstName, lastName: 'Roy', companyName: `${firstName} & Co` } });
  await inWorkspace(admin.workspaceId, admin.userId, () => loadAgentTeams(new Date()));
  const { items } = await admin.call(agentRuns.list);
  expect(items.map(({ state }) => state).toSorted()).toEqual(['done', 'waiting']);
  const run = await admin.call(agentRuns.get, { params: { id: items.find(({ state }) => state === 'waiting')!.id } });
  expect(run.trace.at(-1)).toMatchObject({ kind: 'act', state: 'waiting' });
});
