/** Access to an archived client without a session: feeds, web forms, mailed links, secret addresses. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workflows } from '../domains/automation/contract.ts';
import { WAKE } from '../domains/automation/server/worker.ts';
import { clients } from '../domains/clients/contract.ts';
import { activities, calendarFeeds, invitations, leadForms } from '../domains/crm/contract.ts';
import { formToken } from '../server/public/spam-guard.ts';
import { asSystem, query } from '../server/db/index.ts';
import { runRecurring } from '../server/jobs/recurring.ts';
import { mailsTo } from '../testing/mails.ts';
import { startTestSystem, type TestSystem } from '../testing/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

it('an archived client is closed to strangers, too, and runs nothing until it is restored [V40]', async () => {
  const boss = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
  const workspaceId = await system.clientWorkspace('Shut');
  const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner', role: 'admin' });
  const feed = await owner.call(calendarFeeds.create, { body: { kind: 'activities' } });
  const form = await owner.call(leadForms.create, {
    body: { name: 'Ask', fields: [{ name: 'email', label: 'Email', required: true }], confirmEmail: true },
  });
  const entry = (email: string) =>
    system
      .visitor()
      .send('POST', `/api/public/forms/${form.key}`, {
        body: { fields: { email }, token: formToken(form.key, Date.now() - 10_000) },
      });
  expect((await entry('before@guest.example')).status).toBe(200);
  const confirmation = /\/p\/form-confirmations\/[\w-]+/.exec((await mailsTo('before@guest.example'))[0]!)![0];
  const meeting = await owner.call(activities.create, {
    body: {
      type: 'meeting',
      subject: 'Ours',
      dueAt: new Date(Date.now() + 86_400_000).toISOString(),
      attendees: [{ email: 'guest@guest.example' }],
    },
  });
  await owner.call(invitations.send, { params: { id: meeting.id }, body: {} });
  const invitation = `/api/invitation?token=${/token=([\w.-]+)/.exec((await mailsTo('guest@guest.example'))[0]!)![1]}`;
  const { id, version } = await owner.call(workflows.create, {
    body: {
      name: 'Waits',
      draft: {
        trigger: { kind: 'hook' },
        steps: [{ id: 'w', kind: 'delay', wait: { kind: 'for', amount: 1, unit: 'minutes' } }],
      },
    },
  });
  const hook = new URL((await owner.call(workflows.publish, { params: { id }, body: { version } })).hookUrl!).pathname;
  const doors = async () =>
    [feed.path, `/api/public/forms/${form.key}`, invitation, hook].map(
      async (path) =>
        (
          await system
            .visitor()
            .send(path === hook ? 'POST' : 'GET', path, path === hook ? { body: {}, withoutCsrf: true } : {})
        ).status,
    );
  expect(await Promise.all(await doors())).toEqual([200, 200, 200, 202]);
  const waiting = () =>
    asSystem(() =>
      query<{ state: string; n: number }>('select state, steps_done as n from workflow_runs where workflow_id = $1', [
        id,
      ]),
    );
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([{ state: 'waiting', n: 0 }]);

  await boss.call(clients.archive, { params: { id: workspaceId } });
  expect(await Promise.all(await doors())).toEqual([404, 404, 404, 404]);
  expect((await entry('after@guest.example')).status).toBe(404);
  expect((await system.visitor().send('GET', confirmation)).status).toBe(404);
  await asSystem(() =>
    query(`update workflow_runs set wake_at = now() - make_interval(secs => 1) where workflow_id = $1`, [id]),
  );
  await runRecurring(WAKE);
  expect(
    await asSystem(() =>
      query(`select 1 from jobs where workspace_id = $1 and state in ('queued', 'running')`, [workspaceId]),
    ),
  ).toEqual([]);
  expect(await waiting()).toEqual([{ state: 'waiting', n: 0 }]);

  await boss.call(clients.restore, { params: { id: workspaceId } });
  expect(await Promise.all(await doors())).toEqual([200, 200, 200, 202]);
  expect((await system.visitor().send('GET', confirmation)).status).toBe(200);
  await runRecurring(WAKE);
  await expect
    .poll(async () => (await waiting()).map(({ state }) => state), { timeout: 20_000 })
    .toContain('succeeded');
}, 90_000);
