import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, query } from '../../../server/db/index.ts';
import { startTestSystem, TEST_PASSWORD, type TestSystem } from '../../../testing/system.ts';
import { team } from '../contract.ts';

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
    const pass = (by: Person, to: Person, password = TEST_PASSWORD) => by.tryCall(team.passOwnership, { params: { id: to.userId }, body: { password } });
    expect((await pass(second, second)).status).toBe(403);
    expect((await pass(owner, second, 'wrong')).status).toBe(403);
    expect((await pass(owner, plain)).status).toBe(409);
    expect((await pass(owner, second)).body).toMatchObject({ isOwner: true });
    expect((await second.call(team.member, { params: { id: owner.userId } })).isOwner).toBe(false);
  });
});

describe('the last administrator', () => {
  it('stays one, even when two take the role from each other at once', async () => {
    // Nobody owns the installation here, so that only the count protects them.
    await asSystem(() => query('update users set is_owner = false'));
    const versionOf = async (person: Person) => (await owner.call(team.member, { params: { id: person.userId } })).version;
    const versions = [await versionOf(owner), await versionOf(second)] as const;
    const demote = (by: Person, whom: Person, version: number) => by.tryCall(team.changeRole, { params: { id: whom.userId }, body: { version, role: 'user', password: TEST_PASSWORD } });
    const answers = await Promise.all([demote(owner, second, versions[1]), demote(second, owner, versions[0])]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await asSystem(() => query(`select 1 from users where role = 'admin' and active`));
    expect(left).toHaveLength(1);
  });
});
