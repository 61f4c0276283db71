/** A private record is never hidden from everyone, in whichever way those who saw it have gone. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { startTestSystem, TEST_PASSWORD, type TestSystem } from '../../../testing/system.ts';
import { account } from '../../../domains/workspaces/contract.ts';
import { leadBulk, leads, opportunities } from '../../../domains/crm/contract.ts';
import { RECORD_CALLS } from '../../contract/record-calls.ts';
import { findLonely } from './orphaned-private-records.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
const HOUR = 3_600_000;
/** Runs the server's check as if `hours` had passed. */
const look = (hours: number) => asSystem(() => findLonely(new Date(Date.now() + hours * HOUR)));
const sees = async (who: Person, id: string) => (await who.tryCall(leads.get, { params: { id } })).status === 200;
const newsOf = async (who: Person) =>
  (
    await asSystem(() =>
      query<{ title: string }>(
        `select title from notifications where user_id = $1 and kind = 'lonely_records' order by id`,
        [who.userId],
      ),
    )
  ).map(({ title }) => title);

async function team() {
  const workspaceId = await system.clientWorkspace();
  const [zoe, eve] = [
    await system.signedIn({ workspaceId, name: 'Zoe' }),
    await system.signedIn({ workspaceId, name: 'Eve' }),
  ];
  return {
    workspaceId,
    zoe,
    eve,
    chief: await system.signedIn({ workspaceId, workspaceRole: 'owner', name: 'Chief' }),
  };
}

/** Ways to be gone. */
const GONE: Record<string, (who: Person) => Promise<unknown>> = {
  'is deactivated': (who) => asSystem(() => execute('update users set active = false where id = $1', [who.userId])),
  'is of the workspace no more': (who) =>
    asSystem(() => execute('delete from memberships where user_id = $1', [who.userId])),
  'deletes the account': (who) => who.call(account.remove, { body: { password: TEST_PASSWORD, receivers: {} } }),
};

describe('a private record whose only reader', () => {
  it.each(Object.keys(GONE))('%s is seen by those who run the workspace, a day later', async (way) => {
    const { zoe, eve, chief } = await team();
    const { id, version } = await zoe.call(leads.create, { body: { firstName: 'Left behind', readers: [] } });
    // No one’s in the end, and put aside: no hand-over counts it.
    await zoe.call(leads.update, { params: { id }, body: { version, status: 'unqualified' } });
    await zoe.call(leadBulk.run, { body: { selection: { ids: [id] }, action: { kind: 'assign', ownerId: null } } });
    await look(100);
    expect([await sees(zoe, id), await sees(chief, id)]).toEqual([true, false]);

    await GONE[way]!(zoe);
    await look(0);
    await look(23);
    expect(await sees(chief, id)).toBe(false);
    await look(25);
    await look(50);
    expect([await sees(chief, id), await sees(eve, id)]).toEqual([true, false]);
    expect(
      (await chief.call(RECORD_CALLS.lead.timeline.list, { params: { id } })).items.filter(
        ({ kind }) => kind === 'shared',
      ),
    ).toMatchObject([{ kind: 'shared', detail: 'lonely', by: null }]);
    expect([await newsOf(chief), await newsOf(eve)]).toEqual([['A private lead is yours to see'], []]);
  });

  it('comes back within the day stays theirs alone', async () => {
    const { zoe, chief } = await team();
    const { id } = await zoe.call(leads.create, { body: { firstName: 'Mistake', readers: [] } });
    await GONE['is deactivated']!(zoe);
    await look(0);
    await asSystem(() => execute('update users set active = true where id = $1', [zoe.userId]));
    await look(25);
    await GONE['is deactivated']!(zoe);
    await look(26);
    expect([await sees(chief, id), await newsOf(chief)]).toEqual([false, []]);
    await look(51);
    expect(await sees(chief, id)).toBe(true);
  });

  it('visits the workspace as an administrator may come again, until that ends', async () => {
    const { workspaceId, zoe, chief } = await team();
    const { id } = await zoe.call(opportunities.create, { body: { name: 'Of the visit', readers: [] } });
    const admin = await system.signedIn({ role: 'admin', name: 'Adam' });
    await asSystem(() =>
      execute('update private_records set readers = array[$2::uuid] where record_id = $1 and workspace_id = $3', [
        id,
        admin.userId,
        workspaceId,
      ]),
    );
    await look(0);
    await look(25);
    expect((await chief.tryCall(opportunities.get, { params: { id } })).status).toBe(404);
    await asSystem(() => execute(`update users set role = 'user' where id = $1`, [admin.userId]));
    await look(26);
    await look(52);
    expect(await chief.call(opportunities.get, { params: { id } })).toMatchObject({ private: true });
  });

  it('deletes the account, and hands it over to no one: the hand-over ends', async () => {
    const { zoe, chief } = await team();
    const { id } = await zoe.call(leads.create, {
      body: { firstName: 'Open still', ownerId: zoe.userId, readers: [] },
    });
    await GONE['deletes the account']!(zoe);
    await vi.waitFor(
      async () =>
        expect(await asSystem(() => query('select owner_id from leads where id = $1', [id]))).toEqual([
          { owner_id: null },
        ]),
      { timeout: 20_000, interval: 100 },
    );
    await look(0);
    await look(25);
    expect(await sees(chief, id)).toBe(true);
  });
});
