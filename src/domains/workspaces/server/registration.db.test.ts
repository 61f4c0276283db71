import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { mailedToken, mailsTo } from '../../../testing/mails.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { clients } from '../../clients/contract.ts';
import { businessLicenses } from '../../crm/contract.ts';
import { identity } from '../../identity/contract.ts';
import { notifications } from '../../notifications/contract.ts';
import { invitations, onboarding, ownBusiness, policy } from '../contract.ts';

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;

let system: TestSystem;
let admin: Person;
beforeAll(async () => {
  system = await startTestSystem();
  admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
});
afterAll(() => system.destroy());
beforeEach(() => asSystem(() => execute('delete from throttles')));

async function open(openRegistration: boolean): Promise<void> {
  const { version } = await admin.call(policy.get);
  await admin.call(policy.update, { body: { version, openRegistration } });
}

const BUSINESS = { businessName: 'Lantern Bakery', timeZone: 'Europe/London', currency: 'GBP', country: 'GB' };
async function registered(email: string): Promise<TestClient> {
  await open(true);
  const visitor = system.visitor();
  await visitor.call(identity.requestRegistration, { body: { email } });
  await visitor.call(identity.registerBusiness, {
    body: { token: await mailedToken(email), name: 'Lena Lantern', password: 'seven green lanterns', ...BUSINESS },
  });
  return visitor;
}

describe('open registration', () => {
  it('is closed until an administrator opens it, on the version that was read', async () => {
    const visitor = system.visitor();
    expect(
      (await visitor.tryCall(identity.requestRegistration, { body: { email: 'early@bird.example' } })).status,
    ).toBe(403);
    expect((await visitor.call(identity.setupStatus)).openRegistration).toBe(false);
    const { version } = await admin.call(policy.get);
    await open(true);
    expect((await visitor.call(identity.setupStatus)).openRegistration).toBe(true);
    expect((await admin.tryCall(policy.update, { body: { version, openRegistration: false } })).body.code).toBe(
      'stale',
    );
    expect((await (await system.signedIn()).tryCall(policy.get)).status).toBe(403);
  });

  it('answers alike for addresses with and without an account, and tells only the address itself', async () => {
    await open(true);
    await system.signedIn({ email: 'known@bird.example' });
    const [known, unknown] = await Promise.all(
      ['known@bird.example', 'unknown@bird.example'].map((email) =>
        system.visitor().tryCall(identity.requestRegistration, { body: { email } }),
      ),
    );
    expect([known!.status, known!.body]).toEqual([unknown!.status, unknown!.body]);
    expect((await mailsTo('known@bird.example'))[0]).toMatch(/already has an account/);
    expect((await mailsTo('known@bird.example'))[0]).not.toContain('token=');
  });

  it('makes a client workspace and its owner, confirmed and signed in, once for a link', async () => {
    const visitor = await registered('lena@lantern.example');
    expect(await visitor.call(identity.user)).toMatchObject({
      isClient: true,
      role: 'user',
      workspaceRole: 'owner',
      setup: 'open',
      emailConfirmed: true,
      workspace: { name: 'Lantern Bakery', kind: 'client' },
    });
    const again = await system
      .visitor()
      .tryCall(identity.registerBusiness, {
        body: {
          token: await mailedToken('lena@lantern.example'),
          name: 'Eve',
          password: 'seven green lanterns',
          ...BUSINESS,
        },
      });
    expect(again.status).toBe(410);
    expect((await system.visitor().tryCall(identity.readRegistration, { body: { token: 'guess' } })).status).toBe(410);
  });

  it('gives no role and no workspace that one asks for', async () => {
    await open(true);
    await system.visitor().call(identity.requestRegistration, { body: { email: 'greedy@bird.example' } });
    const token = await mailedToken('greedy@bird.example');
    const visitor = system.visitor();
    await visitor.send('POST', '/api/auth/register-business', {
      body: {
        token,
        name: 'Greedy',
        password: 'seven green lanterns',
        ...BUSINESS,
        role: 'admin',
        workspaceId: admin.workspaceId,
        isOwner: true,
      },
    });
    expect(await visitor.call(identity.user)).toMatchObject({ role: 'user', isClient: true, seesFund: false });
  });

  it('is limited for each address [V15]', async () => {
    await open(true);
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++)
      statuses.push(
        (await system.visitor().tryCall(identity.requestRegistration, { body: { email: 'many@bird.example' } })).status,
      );
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });
});

describe('the wizard', () => {
  it('keeps every step and draft on the server, over a sign-out, and ends in a workspace that is set up', async () => {
    const visitor = await registered('wizard@lantern.example');
    const start = await visitor.call(onboarding.get);
    expect(start).toMatchObject({
      version: 0,
      done: [],
      drafts: {},
      plan: null,
      finishedAt: null,
      business: { name: 'Lantern Bakery', currency: 'GBP' },
    });
    expect((await visitor.tryCall(onboarding.finish)).status).toBe(409);
    const saved = await visitor.call(onboarding.saveBusiness, {
      body: { version: 0, name: 'Lantern Bakeries', country: 'DE', timeZone: 'Europe/Berlin', currency: 'EUR' },
    });
    // An administrator who had the settings of this client open would write what was entered before.
    const { workspace } = await visitor.call(identity.user);
    expect(
      (
        await admin.tryCall(clients.update, {
          params: { id: workspace.id },
          body: { version: 1, name: 'Lantern Bakery' },
        })
      ).body.code,
    ).toBe('stale');
    expect(saved).toMatchObject({
      version: 1,
      done: ['business'],
      business: { name: 'Lantern Bakeries', currency: 'EUR' },
    });
    expect(
      (
        await visitor.tryCall(onboarding.saveBusiness, {
          body: { version: 0, name: 'Late', country: 'DE', timeZone: 'UTC', currency: 'EUR' },
        })
      ).body.code,
    ).toBe('stale');
    expect(
      (
        await visitor.tryCall(onboarding.saveBusiness, {
          body: { version: 1, name: 'X', country: 'DE', timeZone: 'Nowhere/Land', currency: 'EUR' },
        })
      ).status,
    ).toBe(400);
    await visitor.call(onboarding.saveDraft, { params: { step: 'license' }, body: { name: 'Food license' } });

    await visitor.send('POST', '/api/auth/logout');
    await visitor.signIn('wizard@lantern.example', 'seven green lanterns');
    const back = await visitor.call(onboarding.get);
    expect(back).toMatchObject({ version: 1, done: ['business'], drafts: { license: { name: 'Food license' } } });

    const license = await visitor.call(businessLicenses.create, {
      body: {
        name: 'Food license',
        authority: 'City of Leeds',
        number: 'F-1',
        issuedOn: '2026-01-01',
        expiresOn: '2027-01-01',
      },
    });
    const licensed = await visitor.call(onboarding.completeStep, {
      params: { step: 'license' },
      body: { version: 1, licenseId: license.id },
    });
    expect(licensed).toMatchObject({ licenseId: license.id, drafts: {} });
    await visitor.call(onboarding.savePlan, { body: { plan: 'growth', version: 2 } });
    expect(
      (await visitor.call(invitations.create, { body: { emails: ['baker@lantern.example'] } })).invited,
    ).toHaveLength(1);
    await visitor.call(onboarding.completeStep, { params: { step: 'team' }, body: { version: 3 } });
    const done = await visitor.call(onboarding.finish);
    expect(done).toMatchObject({
      plan: 'growth',
      done: expect.arrayContaining(['business', 'license', 'plan', 'team']),
    });
    expect((await visitor.call(identity.user)).setup).toBe('done');
  });

  it("is the owner's alone, and refuses what belongs to others", async () => {
    const visitor = await registered('alone@lantern.example');
    const { workspace } = await visitor.call(identity.user);
    const staff = await system.signedIn({ workspaceId: workspace.id });
    for (const person of [staff, admin]) expect((await person.tryCall(onboarding.get)).status).toBe(403);
    const foreign = await admin.call(businessLicenses.create, { body: { name: 'Ours' } });
    expect(
      (
        await visitor.tryCall(onboarding.completeStep, {
          params: { step: 'license' },
          body: { version: 0, licenseId: foreign.id },
        })
      ).status,
    ).toBe(400);
  });
});

describe('the business that owns the installation', () => {
  it('is changed by its administrators after the setup, by no one else, and not over what another one changed', async () => {
    const before = await admin.call(ownBusiness.get);
    const changed = { ...before, name: 'Lantern Agency', country: 'NZ', timeZone: 'Pacific/Auckland', currency: 'NZD' };
    expect(await admin.call(ownBusiness.save, { body: changed })).toEqual({ ...changed, version: before.version + 1 });
    expect((await admin.call(identity.user)).workspace).toMatchObject({ name: 'Lantern Agency' });
    const stale = await admin.tryCall(ownBusiness.save, { body: { ...changed, name: 'Older' } });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'stale', details: { current: { name: 'Lantern Agency' } } },
    });
    expect(
      (
        await admin.tryCall(ownBusiness.save, {
          body: { ...changed, version: before.version + 1, timeZone: 'Mars/Base' },
        })
      ).status,
    ).toBe(400);
    expect((await (await system.signedIn()).tryCall(ownBusiness.get)).status).toBe(403);
    await admin.call(ownBusiness.save, { body: { ...before, version: before.version + 1 } });
  });
});

describe('a client that an administrator brings in', () => {
  it('gets a workspace, and its owner an invitation that leads into the wizard', async () => {
    const { workspaceId } = await admin.call(policy.addClient, {
      body: {
        businessName: 'Brought In',
        email: 'owner@brought.example',
        timeZone: 'UTC',
        currency: 'USD',
        country: 'US',
      },
    });
    const visitor = system.visitor();
    const user = await visitor.call(invitations.accept, {
      body: { token: await mailedToken('owner@brought.example'), name: 'Olga', password: 'seven green lanterns' },
    });
    expect(user).toMatchObject({
      workspace: { id: workspaceId },
      workspaceRole: 'owner',
      setup: 'open',
      isClient: true,
    });
    expect((await visitor.call(onboarding.get)).done).toEqual([]);
    const trail = await asSystem(() =>
      query<{ action: string }>(`select action from audit_log where workspace_id = $1`, [workspaceId]),
    );
    expect(trail.map(({ action }) => action)).toContain('invitation.accepted');
    // The inviter, who is not a member there, is notified in their own workspace.
    expect((await admin.call(notifications.list)).items[0]).toMatchObject({
      title: 'Olga joined Brought In',
      href: `/clients/${workspaceId}/users`,
    });
  });
});
