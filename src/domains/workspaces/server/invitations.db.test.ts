import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { jobDefinitions } from '../../../server/jobs/define.ts';
import { mailedToken, mailsTo } from '../../../testing/mails.ts';
import { startTestSystem, TEST_PASSWORD, type TestSystem } from '../../../testing/system.ts';
import { settings } from '../../identity/contract/settings.ts';
import { identity } from '../../identity/contract.ts';
import { invitations, team } from '../contract.ts';
import { invite as inviteHere } from './invitations.ts';

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;

let system: TestSystem;
let admin: Person;
beforeAll(async () => {
  system = await startTestSystem();
  admin = await system.signedIn({ role: 'admin', name: 'Ada Admin', workspaceRole: 'owner' });
});
afterAll(() => system.destroy());
// All tests come from one address and most from one inviter, who may do this only so often.
beforeEach(() => asSystem(() => execute(`delete from throttles where key like 'invitation%'`)));

const invite = (by: Person, email: string, role: 'admin' | 'user' = 'user') =>
  by.call(invitations.create, { body: { emails: [email], role } });
const newcomer = { name: 'Nia Newcomer', password: 'seven green lanterns' };

describe('an invitation', () => {
  it('that no mail server takes says so, and so is told who invited; it is sent again, and a mail of before comes to nothing', async () => {
    const {
      invited: [made],
    } = await invite(admin, 'nowhere@invited.example');
    const giveUp = (sending: number) =>
      inWorkspace(admin.workspaceId, null, () =>
        jobDefinitions().get('workspaces.invitation_mail')!.ended!(
          { invitationId: made!.id, sending, sealed: '' },
          { jobId: newId(), state: 'failed', error: 'no' },
        ),
      );
    const state = async () =>
      (await admin.call(invitations.list, { query: {} })).items.find(({ id }) => id === made!.id)?.state;
    const news = () =>
      asSystem(() =>
        query(`select title, href from notifications where user_id = $1 and kind = 'team_invitation_unsent'`, [
          admin.userId,
        ]),
      );
    expect(await state()).toBe('open');
    await giveUp(1);
    expect(await state()).toBe('unsent');
    expect(await news()).toEqual([
      { title: 'Couldn’t email your invitation to nowhere@invited.example', href: '/team?tab=invitations' },
    ]);
    await admin.call(invitations.resend, { params: { id: made!.id } });
    await giveUp(1);
    expect([await state(), (await news()).length]).toEqual(['open', 1]);
    await giveUp(2);
    expect((await invite(admin, 'nowhere@invited.example')).skipped).toEqual([]);
  });

  it('that was taken back while the mail server was away is not mailed', async () => {
    const caller = {
      userId: admin.userId,
      workspaceId: admin.workspaceId,
      role: 'admin',
      isClient: false,
      sessionId: newId(),
    } as const;
    const id = await asSystem(() =>
      transaction(async () => {
        const { invited } = await inWorkspace(admin.workspaceId, admin.userId, () =>
          inviteHere(caller, { emails: ['away@invited.example'], role: 'user', workspaceRole: 'member' }),
        );
        await execute('update invitations set revoked_at = now() where id = $1', [invited[0]!.id]);
        return invited[0]!.id;
      }),
    );
    const done = () =>
      asSystem(() =>
        query<{ state: string }>(
          `select state from jobs where kind = 'workspaces.invitation_mail' and payload->>'invitationId' = $1`,
          [id],
        ),
      );
    await expect.poll(done, { timeout: 20_000 }).toEqual([{ state: 'succeeded' }]);
    expect(
      await asSystem(() =>
        query(`select 1 from mail_outbox where position('away@invited.example' in recipients::text) > 0`),
      ),
    ).toEqual([]);
  });

  it('tells what people call themselves on one line: no one writes paragraphs into mails of ours', async () => {
    const inviter = await system.signedIn({ role: 'admin', name: 'Ivy' });
    const { name } = await inviter.call(settings.updateProfile, { body: { name: 'Ivy\n\nYour mailbox is full' } });
    expect(name).toBe('Ivy Your mailbox is full');
    // One from before.
    await asSystem(() =>
      execute('update users set name = $2 where id = $1', [inviter.userId, 'Ivy\n\nYour mailbox is full']),
    );
    await invite(inviter, 'calm@invited.example');
    expect((await mailsTo('calm@invited.example'))[0]).not.toMatch(/^Your mailbox/m);
  });

  it('leads by its mailed link to an account with the role, in the workspace, signed in and confirmed', async () => {
    const {
      invited: [made],
      skipped,
    } = await invite(admin, 'nia@invited.example', 'admin');
    expect([made!.state, made!.invitedBy, skipped]).toEqual(['open', 'Ada Admin', []]);
    const token = await mailedToken('nia@invited.example');
    const visitor = system.visitor();
    expect(await visitor.call(invitations.read, { body: { token } })).toMatchObject({
      email: 'nia@invited.example',
      role: 'admin',
      invitedBy: 'Ada Admin',
      hasAccount: false,
      workspace: { name: 'Operations' },
    });
    const user = await visitor.call(invitations.accept, { body: { token, ...newcomer } });
    expect(user).toMatchObject({
      name: 'Nia Newcomer',
      email: 'nia@invited.example',
      role: 'admin',
      emailConfirmed: true,
      isClient: false,
      steppedIn: false,
    });
    expect((await visitor.call(team.members)).items.map(({ name }) => name)).toContain('Nia Newcomer');
    // Good once.
    for (const path of ['read', 'accept']) {
      const again = await system
        .visitor()
        .send<{ code: string }>('POST', `/api/invitations/${path}`, {
          body: { token, ...(path === 'accept' ? newcomer : {}) },
        });
      expect([again.status, again.body.code]).toEqual([410, 'gone']);
    }
    const { items } = await admin.call(invitations.list, { query: {} });
    expect(items.find(({ id }) => id === made!.id)?.state).toBe('accepted');
  });

  it('lets an existing account in only after signing in with the address that was invited', async () => {
    const elsewhere = await system.signedIn({
      email: 'has@account.example',
      workspaceId: await system.clientWorkspace('Elsewhere'),
    });
    await invite(admin, 'Has@Account.example');
    const token = await mailedToken('Has@Account.example');
    const visitor = system.visitor();
    expect((await visitor.call(invitations.read, { body: { token } })).hasAccount).toBe(true);
    expect((await visitor.tryCall(invitations.accept, { body: { token, ...newcomer } })).status).toBe(409);
    const other = await system.signedIn();
    expect((await other.tryCall(invitations.join, { body: { token } })).status).toBe(403);
    const joined = await elsewhere.call(invitations.join, { body: { token } });
    expect(joined.workspace.name).toBe('Operations');
    expect(joined.workspaces.map(({ name }) => name)).toEqual(['Elsewhere', 'Operations']);
    expect(joined.isClient).toBe(false);
  });

  it('is opened by a whole team in one morning, from one address: only vain tries are counted', async () => {
    await asSystem(() =>
      execute(
        `insert into throttles (key, count, reset_at)
          values ('invitation-token:address:127.0.0.1', 29, now() + interval '10 minutes')`,
      ),
    );
    await invite(admin, 'crowd@invited.example');
    const token = await mailedToken('crowd@invited.example');
    const read = async (one: string) =>
      (await system.visitor().tryCall(invitations.read, { body: { token: one } })).status;
    expect([await read(token), await read(token), await read('nonsense'), await read('nonsense')]).toEqual([
      200, 200, 410, 429,
    ]);
  });

  it('is open once for an address, and not for a member', async () => {
    await system.signedIn({ email: 'member@invited.example' });
    await invite(admin, 'once@invited.example');
    const { invited, skipped } = await admin.call(invitations.create, {
      body: {
        emails: ['ONCE@invited.example', 'member@invited.example', 'new@invited.example', 'New@invited.example'],
      },
    });
    expect(invited.map(({ email }) => email)).toEqual(['New@invited.example']);
    expect(skipped).toEqual([
      { email: 'ONCE@invited.example', reason: 'invited' },
      { email: 'member@invited.example', reason: 'member' },
    ]);
  });

  it('has one link that works: the newest; and none once it was taken back or is too old', async () => {
    const {
      invited: [made],
    } = await invite(admin, 'again@invited.example');
    const first = await mailedToken('again@invited.example');
    await admin.call(invitations.resend, { params: { id: made!.id } });
    const second = await mailedToken('again@invited.example', 2);
    const read = async (token: string) =>
      (await system.visitor().tryCall(invitations.read, { body: { token } })).status;
    expect([await read(first), await read(second), await read('nonsense')]).toEqual([410, 200, 410]);
    await asSystem(() =>
      execute(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [made!.id]),
    );
    expect(await read(second)).toBe(410);
    // An expired one makes room.
    expect((await invite(admin, 'again@invited.example')).invited).toHaveLength(1);
    const third = await mailedToken('again@invited.example', 3);
    const { items } = await admin.call(invitations.list, { query: { open: '1' } });
    await admin.call(invitations.revoke, {
      params: { id: items.find(({ email }) => email === 'again@invited.example')!.id },
    });
    expect(await read(third)).toBe(410);
    expect((await admin.tryCall(invitations.revoke, { params: { id: newId() } })).status).toBe(404);
  });

  it('is kept as a hash, and its token is nowhere in the clear', async () => {
    await invite(admin, 'hash@invited.example');
    const token = await mailedToken('hash@invited.example');
    const leaks = await asSystem(() =>
      query(
        `select 1 from invitations i where to_jsonb(i)::text like $1 union all select 1 from jobs j
          where payload::text like $1 union all select 1 from audit_log where details::text like $1`,
        [`%${token}%`],
      ),
    );
    expect([token.length, leaks]).toEqual([43, []]);
  });

  it('of two that accept at once makes one account [V14]', async () => {
    await invite(admin, 'race@invited.example');
    const token = await mailedToken('race@invited.example');
    const answers = await Promise.all(
      [1, 2, 3].map(() => system.visitor().tryCall(invitations.accept, { body: { token, ...newcomer } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await asSystem(() => query(`select 1 from users where email_key = 'race@invited.example'`))).toHaveLength(1);
  });
});

describe('who may invite', () => {
  it('are administrators and owners of the workspace; owners only members', async () => {
    const workspaceId = await system.clientWorkspace('Solar');
    const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    const staff = await system.signedIn({ workspaceId });
    expect((await staff.tryCall(invitations.create, { body: { emails: ['x@solar.example'] } })).status).toBe(403);
    expect((await staff.tryCall(invitations.list, { query: {} })).status).toBe(403);
    expect(
      (await owner.tryCall(invitations.create, { body: { emails: ['x@solar.example'], role: 'admin' } })).status,
    ).toBe(403);
    expect((await invite(owner, 'x@solar.example')).invited).toHaveLength(1);
    const token = await mailedToken('x@solar.example');
    expect(await system.visitor().call(invitations.accept, { body: { token, ...newcomer } })).toMatchObject({
      isClient: true,
      workspaceRole: 'member',
      workspace: { name: 'Solar' },
    });
    // Of another workspace: as if it were not there.
    const {
      items: [foreign],
    } = await owner.call(invitations.list, { query: {} });
    expect((await admin.tryCall(invitations.revoke, { params: { id: foreign!.id } })).status).toBe(404);
    expect((await admin.tryCall(invitations.resend, { params: { id: foreign!.id } })).status).toBe(404);
  });

  it('may give a role for as long as they have it: an invitation to more than the team is worth nothing after', async () => {
    const [leaver, member] = [await system.signedIn({ role: 'admin' }), 'colleague@invited.example'];
    await invite(leaver, 'backdoor@invited.example', 'admin');
    await invite(leaver, member);
    const [token, theirs] = [await mailedToken('backdoor@invited.example'), await mailedToken(member)];
    const { version } = await admin.call(team.member, { params: { id: leaver.userId } });
    await admin.call(team.changeRole, {
      params: { id: leaver.userId },
      body: { version, role: 'user', password: TEST_PASSWORD },
    });
    expect((await system.visitor().tryCall(invitations.accept, { body: { token, ...newcomer } })).status).toBe(410);
    const stateOf = async (email: string) =>
      (await admin.call(invitations.list, { query: {} })).items.find((one) => one.email === email)!;
    const lapsed = await stateOf('backdoor@invited.example');
    expect([lapsed.state, (await stateOf(member)).state]).toEqual(['expired', 'open']);
    expect((await system.visitor().tryCall(invitations.accept, { body: { token: theirs, ...newcomer } })).status).toBe(
      201,
    );
    expect((await admin.call(invitations.resend, { params: { id: lapsed.id } })).state).toBe('open');
    expect(
      (
        await system
          .visitor()
          .tryCall(invitations.accept, {
            body: { token: await mailedToken('backdoor@invited.example', 2), ...newcomer },
          })
      ).body,
    ).toMatchObject({ role: 'admin' });
  });

  it('is not someone whose own address is unproven: their invitations wait, and go out once it is', async () => {
    const owner = await system.signedIn({ role: 'admin', email: 'fresh@owner.example', emailConfirmed: false });
    const {
      invited: [waiting],
    } = await invite(owner, 'patient@invited.example');
    expect([waiting!.state, waiting!.sentAt]).toEqual(['waiting', null]);
    expect((await owner.tryCall(invitations.resend, { params: { id: waiting!.id } })).status).toBe(403);
    await owner.call(settings.resendConfirmation);
    await owner.call(identity.confirmEmail, { body: { token: await mailedToken('fresh@owner.example') } });
    expect((await mailsTo('patient@invited.example'))[0]).toContain('/join?token=');
    expect((await owner.call(invitations.list, { query: {} })).items.find(({ id }) => id === waiting!.id)?.state).toBe(
      'open',
    );
  });

  it('mails all that waited, however many they are by then, but one to an address that was mailed too often', async () => {
    const owner = await system.signedIn({ role: 'admin', email: 'many@owner.example', emailConfirmed: false });
    const emails = (from: number) => Array.from({ length: 20 }, (_, n) => `waits${from + n}@many.example`);
    for (const from of [0, 20, 40]) await owner.call(invitations.create, { body: { emails: emails(from) } });
    // They count as what is mailed does.
    expect((await owner.tryCall(invitations.create, { body: { emails: ['waits60@many.example'] } })).status).toBe(429);
    await asSystem(() => execute(`delete from throttles where key like 'invitation:account:%'`));
    await owner.call(invitations.create, { body: { emails: ['waits60@many.example', 'waits61@many.example'] } });
    await asSystem(() =>
      execute(
        `insert into throttles (key, count, reset_at)
          values ('invitation:address:waits7@many.example', 5, now() + interval '1 hour')`,
      ),
    );
    await owner.call(settings.resendConfirmation);
    await owner.call(identity.confirmEmail, { body: { token: await mailedToken('many@owner.example') } });
    const states = () =>
      asSystem(() =>
        query<{ sent: boolean; n: number }>(
          `select sent_at is not null as sent, count(*)::int as n from invitations where invited_by = $1 group by 1
            order by 1`,
          [owner.userId],
        ),
      );
    await expect.poll(states, { timeout: 20_000 }).toEqual([
      { sent: false, n: 1 },
      { sent: true, n: 61 },
    ]);
    const [left] = await asSystem(() =>
      query<{ email: string }>('select email from invitations where invited_by = $1 and sent_at is null', [
        owner.userId,
      ]),
    );
    expect(left!.email).toBe('waits7@many.example');
  });

  it('cannot flood: neither one address nor many', async () => {
    const {
      invited: [made],
    } = await invite(admin, 'flood@invited.example');
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++)
      statuses.push((await admin.tryCall(invitations.resend, { params: { id: made!.id } })).status);
    expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200]);
    expect(statuses.at(-1)).toBe(429);
    const emails = (from: number) => Array.from({ length: 20 }, (_, n) => `many${from + n}@flood.example`);
    const answers: number[] = [];
    for (const from of [0, 20, 40, 60])
      answers.push((await admin.tryCall(invitations.create, { body: { emails: emails(from) } })).status);
    expect(answers.at(-1)).toBe(429);
    // Refused as a whole.
    expect(await asSystem(() => query(`select 1 from invitations where email = 'many60@flood.example'`))).toEqual([]);
  });
});
