import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, execute, query } from '../../../../server/db/index.ts';
import { runRecurring } from '../../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { clientStatus } from '../../contract/status.ts';
import { WATCH } from './status-history.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const failedJob = (workspaceId: string) =>
  asSystem(() =>
    execute(
      `insert into jobs (id, workspace_id, kind, title, payload, state, delivery_id, finished_at)
        values (gen_random_uuid(), $1, 'x', 'X', '{}', 'failed', gen_random_uuid(), now())`,
      [workspaceId],
    ),
  );

describe('the status of a client', () => {
  it('follows what there is: no owner, a failed job, and both over again', async () => {
    const boss = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
    const id = await system.clientWorkspace('Watched');
    const stateOf = async () =>
      Object.fromEntries(
        (await boss.call(clientStatus.get, { params: { id } })).services.map(({ id: service, status }) => [
          service,
          status,
        ]),
      );
    expect(await stateOf()).toMatchObject({
      jobs: 'active',
      mail: 'inactive',
      workspace: 'warning',
      sync: 'inactive',
      imports: 'inactive',
      automation: 'inactive',
      webhooks: 'inactive',
    });
    await system.signedIn({ workspaceId: id, workspaceRole: 'owner' });
    await failedJob(id);
    await runRecurring(WATCH);
    expect(await stateOf()).toMatchObject({ workspace: 'active', jobs: 'warning' });
    const open = await boss.call(clientStatus.incidents, { params: { id } });
    // How fast the application answers is the machine's to say.
    open.items = open.items.filter(({ service }) => service !== 'Application and API');
    expect(
      open.items.map(({ service, status, detail, endedAt }) => [service, status, detail, endedAt !== null]),
    ).toEqual([
      ['Background work', 'warning', '1 piece of work failed in the last day.', false],
      ['Workspace', 'warning', 'No active owner.', true],
    ]);
    await failedJob(id);
    await runRecurring(WATCH);
    // The same state with another reason is the same incident.
    expect((await boss.call(clientStatus.incidents, { params: { id } })).items).toContainEqual({
      ...open.items[0],
      detail: '2 pieces of work failed in the last day.',
    });
    await asSystem(() => execute('delete from jobs where workspace_id = $1', [id]));
    await runRecurring(WATCH);
    expect(
      (await boss.call(clientStatus.incidents, { params: { id } })).items.filter(
        ({ service, endedAt }) => service === 'Background work' && endedAt === null,
      ),
    ).toEqual([]);
    const all = (await boss.call(clientStatus.incidents, { params: { id } })).items.map((incident) => incident.id);
    const first = await boss.call(clientStatus.incidents, { params: { id }, query: { limit: 1 } });
    const second = await boss.call(clientStatus.incidents, {
      params: { id },
      query: { limit: 1, cursor: first.next! },
    });
    expect([...first.items, ...second.items].map((incident) => incident.id)).toEqual(all.slice(0, 2));
    expect(
      await asSystem(() =>
        query(
          'select service from service_states where workspace_id = $1 and ended_at is null group by service having count(*) > 1',
          [id],
        ),
      ),
    ).toEqual([]);
  });

  it('is for administrators, of clients', async () => {
    const boss = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
    const id = await system.clientWorkspace('Private');
    const owner = await system.signedIn({ workspaceId: id, workspaceRole: 'owner' });
    expect((await owner.tryCall(clientStatus.get, { params: { id } })).status).toBe(403);
    expect((await boss.tryCall(clientStatus.get, { params: { id: await system.operations() } })).status).toBe(404);
    expect((await boss.tryCall(clientStatus.incidents, { params: { id: await system.operations() } })).status).toBe(
      404,
    );
  });

  it('stays one state for each service, however many look at once', async () => {
    const boss = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
    const id = await system.clientWorkspace('Crowded');
    await Promise.all(Array.from({ length: 6 }, () => boss.call(clientStatus.get, { params: { id } })));
    expect(
      await asSystem(() =>
        query(
          'select service from service_states where workspace_id = $1 and service <> $2 group by service having count(*) > 1',
          [id, 'api'],
        ),
      ),
    ).toEqual([]);
  });
});
