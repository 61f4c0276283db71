import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asSystem, execute } from '../../../server/db/index.ts';
import { mailedToken, mailsTo } from '../../../testing/mails.ts';
import { startTestSystem, TEST_PASSWORD, type TestSystem } from '../../../testing/system.ts';
import { identity } from '../contract.ts';
import { settings } from '../contract/settings.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());
beforeEach(() => asSystem(() => execute('delete from throttles')));

const open = (token: string) => system.visitor().tryCall(identity.confirmEmail, { body: { token } });

describe('an email address', () => {
  it('is proven by the newest mailed link, once, within a day', async () => {
    const user = await system.signedIn({ email: 'prove@address.example', emailConfirmed: false });
    expect((await user.call(identity.user)).emailConfirmed).toBe(false);
    await user.call(settings.resendConfirmation);
    const first = await mailedToken('prove@address.example');
    await user.call(settings.resendConfirmation);
    const second = await mailedToken('prove@address.example', 2);
    expect((await open(first)).status).toBe(410);
    expect((await open(second)).body).toEqual({ email: 'prove@address.example', changed: false });
    expect((await open(second)).status).toBe(410);
    expect((await user.call(identity.user)).emailConfirmed).toBe(true);
    expect((await user.tryCall(settings.resendConfirmation)).status).toBe(409);
    const late = await system.signedIn({ email: 'late@address.example', emailConfirmed: false });
    await late.call(settings.resendConfirmation);
    const token = await mailedToken('late@address.example');
    await asSystem(() =>
      execute(`update mailed_links set expires_at = now() - interval '1 second' where user_id = $1`, [late.userId]),
    );
    expect((await open(token)).status).toBe(410);
  });

  it('is mailed only so often', async () => {
    const user = await system.signedIn({ emailConfirmed: false });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await user.tryCall(settings.resendConfirmation)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });
});

describe('a change of address', () => {
  const change = { email: 'after@address.example', password: TEST_PASSWORD };

  it('asks for the password, is made by the link at the new address, and told to the old one', async () => {
    const user = await system.signedIn({ email: 'before@address.example' });
    expect((await user.tryCall(settings.changeEmail, { body: { ...change, password: 'wrong' } })).status).toBe(403);
    expect(await user.call(settings.changeEmail, { body: change })).toMatchObject({
      email: 'before@address.example',
      pendingEmail: 'after@address.example',
    });
    expect((await mailsTo('before@address.example'))[0]).toContain('Nothing has changed yet');
    // A link for a new password that is on its way to the old address is worth nothing afterwards.
    await system.visitor().send('POST', '/api/auth/forgot-password', { body: { email: 'before@address.example' } });
    const reset = /reset-password\?token=([\w-]+)/.exec((await mailsTo('before@address.example', 2)).at(-1)!)![1];
    expect((await open(await mailedToken('after@address.example'))).body).toEqual({
      email: 'after@address.example',
      changed: true,
    });
    expect((await mailsTo('before@address.example', 3)).at(-1)).toContain('no longer works');
    expect(
      (
        await system
          .visitor()
          .send('POST', '/api/auth/reset-password', { body: { token: reset, password: 'seven green lanterns' } })
      ).status,
    ).toBe(410);
    await system.visitor().signIn('after@address.example', TEST_PASSWORD);
    expect(
      (
        await system
          .visitor()
          .send('POST', '/api/auth/login', { body: { email: 'before@address.example', password: TEST_PASSWORD } })
      ).status,
    ).toBe(401);
    expect(await user.call(settings.profile)).toMatchObject({
      email: 'after@address.example',
      pendingEmail: null,
      emailConfirmed: true,
    });
  });

  it('can be taken back until then', async () => {
    const user = await system.signedIn();
    await user.call(settings.changeEmail, { body: { ...change, email: 'never@address.example' } });
    const token = await mailedToken('never@address.example');
    expect((await user.call(settings.cancelEmailChange)).pendingEmail).toBeNull();
    expect((await open(token)).status).toBe(410);
  });

  it('comes to nothing when a new password is set, in the settings or by a mailed link: whoever asked for it may be someone else', async () => {
    const user = await system.signedIn({ email: 'owned@address.example' });
    await user.call(settings.changeEmail, { body: { ...change, email: 'thief@address.example' } });
    await user.call(settings.updatePassword, {
      body: { currentPassword: TEST_PASSWORD, newPassword: 'seven green lanterns' },
    });
    expect((await open(await mailedToken('thief@address.example'))).status).toBe(410);
    await user.call(settings.changeEmail, {
      body: { password: 'seven green lanterns', email: 'thief@address.example' },
    });
    await system.visitor().send('POST', '/api/auth/forgot-password', { body: { email: 'owned@address.example' } });
    const reset = /reset-password\?token=([\w-]+)/.exec(
      (await mailsTo('owned@address.example', 4)).find((text) => text.includes('/reset-password'))!,
    )![1];
    expect(
      (
        await system
          .visitor()
          .send('POST', '/api/auth/reset-password', { body: { token: reset, password: 'eight green lanterns' } })
      ).status,
    ).toBe(200);
    expect((await open(await mailedToken('thief@address.example', 2))).status).toBe(410);
    await system.visitor().signIn('owned@address.example', 'eight green lanterns');
  });

  it('to one address by two at once is made for one of them', async () => {
    const people = [await system.signedIn(), await system.signedIn()];
    for (const person of people)
      await person.call(settings.changeEmail, { body: { ...change, email: 'wanted@address.example' } });
    const links = (await mailsTo('wanted@address.example', 2)).map((text) => /token=([\w-]+)/.exec(text)![1]!);
    const answers = await Promise.all(links.map(open));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 410]);
  });

  it('to an address that has an account answers as any other, and nothing comes of it', async () => {
    await system.signedIn({ email: 'taken@address.example' });
    const user = await system.signedIn({ email: 'mover@address.example' });
    const answer = await user.tryCall(settings.changeEmail, { body: { ...change, email: 'Taken@address.example' } });
    expect([answer.status, answer.body.pendingEmail]).toEqual([200, 'Taken@address.example']);
    expect((await mailsTo('Taken@address.example'))[0]).not.toContain('token=');
    expect((await user.call(settings.profile)).email).toBe('mover@address.example');
  });
});
