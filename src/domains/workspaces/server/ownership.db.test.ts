import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, query } from '../../../server/db/index.ts';
import { startTestSystem, TEST_PASSWORD, type TestSystem } from '../../../testing/system.ts';
import { account, team } from '../contract.ts';

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;

/** An installation with two administrators, one of whom owns it. */
let system: TestSystem;
let owner: Person;
let second: Person;
beforeAll(async () => {
  system = await startTestSystem();
  owner = await system.signedIn({ role: 'admin', workspaceRole: 'owner', isOwner: true });
  second = await system.signedIn({ role: 'admin' });
});
afterAll(() => system.destroy());

describe('the ownership of the installation', () => {
  it('is passed on by its owner only, to an administrator', async () => {
    const plain = await system.signedIn();
    const pass = (by: Person, to: Person, password = TEST_PASSWORD) =>
      by.tryCall(team.passOwnership, { params: { id: to.userId }, body: { password } });
    expect((await pass(second, second)).status).toBe(403);
    expect((await pass(owner, second, 'wrong')).status).toBe(403);
    expect((await pass(owner, plain)).status).toBe(409);
    expect((await pass(owner, second)).body).toMatchObject({ isOwner: true });
    expect((await second.call(team.member, { params: { id: owner.userId } })).isOwner).toBe(false);
  });
});

describe('the last owner of a business', () => {
  it('stays, whether two leave at once or two are deactivated at once, here or from elsewhere', async () => {
    const business = async () => {
      const workspaceId = await system.clientWorkspace();
      const owners = [
        await system.signedIn({ workspaceId, workspaceRole: 'owner' }),
        await system.signedIn({ workspaceId, workspaceRole: 'owner' }),
      ] as const;
      await system.signedIn({ workspaceId });
      return { workspaceId, owners };
    };
    const ownersLeft = async (workspaceId: string) =>
      (
        await asSystem(() =>
          query(
            `select 1 from memberships m join users u on u.id = m.user_id
              where m.workspace_id = $1 and m.role = 'owner' and u.active`,
            [workspaceId],
          ),
        )
      ).length;
    for (let round = 0; round < 3; round += 1) {
      const { workspaceId, owners } = await business();
      await Promise.all(
        owners.map((one) => one.tryCall(account.remove, { body: { password: TEST_PASSWORD, receivers: {} } })),
      );
      expect(await ownersLeft(workspaceId)).toBe(1);
    }
    // Owners of a business who are members of the agency, too, are deactivated from there.
    const { workspaceId, owners } = await business();
    const agency = await asSystem(() =>
      query<{ id: string }>('select workspace_id as id from memberships where user_id = $1', [owner.userId]),
    );
    for (const one of owners)
      await asSystem(() =>
        query(`insert into memberships (workspace_id, user_id, role, created_at) values ($1, $2, 'member', now())`, [
          agency[0]!.id,
          one.userId,
        ]),
      );
    const versions = await Promise.all(
      owners.map(async (one) => (await owner.call(team.member, { params: { id: one.userId } })).version),
    );
    const answers = await Promise.all(
      owners.map((one, index) =>
        [owner, second][index]!.tryCall(team.deactivate, {
          params: { id: one.userId },
          body: { version: versions[index]!, receivers: {} },
        }),
      ),
    );
    expect([
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      await ownersLeft(workspaceId),
    ]).toEqual([[200, 409], 1]);
  });
});

describe('the last administrator', () => {
  it('stays one, even when two take the role from each other at once', async () => {
    // No one owns the installation here, so that only the count protects them.
    await asSystem(() => query('update users set is_owner = false'));
    const versionOf = async (person: Person) =>
      (await owner.call(team.member, { params: { id: person.userId } })).version;
    const versions = [await versionOf(owner), await versionOf(second)] as const;
    const demote = (by: Person, whom: Person, version: number) =>
      by.tryCall(team.changeRole, {
        params: { id: whom.userId },
        body: { version, role: 'user', password: TEST_PASSWORD },
      });
    const answers = await Promise.all([demote(owner, second, versions[1]), demote(second, owner, versions[0])]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await asSystem(() => query(`select 1 from users where role = 'admin' and active`));
    expect(left).toHaveLength(1);
  });
});
