/** What the assistant learns from the emails that people make of its drafts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { connectModel } from '../../../testing/connect-model.ts';
import { startTestModelServer, type TestModelServer } from '../../../testing/model-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { mailAssist, mailDrafts, mailThreads } from '../contract.ts';
import { findAccount } from './account-rows.ts';
import { parseMail } from './letters/parse.ts';
import { storeMails } from './sync/store.ts';

let model: TestModelServer;
let system: TestSystem;
beforeAll(async () => {
  model = await startTestModelServer();
  system = await startTestSystem({ OUTGOING_ALLOW: model.host });
});
afterAll(async () => {
  await system.destroy();
  await model.close();
});

it('shows the model how a person changed its earlier drafts, and keeps that to the person', async () => {
  const workspaceId = await system.clientWorkspace('Tan Dental');
  const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  await connectModel(model, { workspaceId });
  const accountId = newId();
  await asSystem(() =>
    execute(
      `insert into mail_accounts (id, workspace_id, owner_id, readers, kind, name, address) values ($1, $2, $3, $4, 'sample', 'Desk', 'desk@tan.example')`,
      [accountId, workspaceId, owner.userId, [owner.userId]],
    ),
  );
  await inWorkspace(workspaceId, owner.userId, async () => {
    const raw = Buffer.from(
      'From: Ada <ada@one.example>\r\nTo: desk@tan.example\r\nSubject: Offer\r\nDate: Thu, 01 Jan 2026 10:00:00 GMT\r\nMessage-ID: <o@one.example>\r\n\r\nCan you send the offer?',
    );
    const parsed = await parseMail(raw, { receivedAt: '2026-01-01T10:00:00.000Z' });
    const state = { place: 'inbox' as const, isRead: false, isStarred: false, isAnswered: false, size: 1 };
    await storeMails(await findAccount(accountId), [{ parsed, ...state }]);
  });
  const [thread] = (await owner.call(mailThreads.list)).items;
  const draftBy = async (text: string) => {
    model.replies.push({ text });
    return owner.call(mailAssist.draftReply, { params: { id: thread!.id }, body: {} });
  };
  const send = async (id: string, version: number) => {
    await owner.call(mailDrafts.send, { params: { id }, body: { version } });
    await asSystem(() => execute('update mail_drafts set send_at = now() where id = $1', [id]));
    await expect
      .poll(
        async () => {
          await runRecurring('mail.send_due');
          return (await owner.tryCall(mailDrafts.get, { params: { id } })).status;
        },
        { timeout: 30_000 },
      )
      .toBe(404);
  };
  const first = await draftBy('Dear Ada, it would be my pleasure to send the offer.');
  const changed = await owner.call(mailDrafts.update, {
    params: { id: first.id },
    body: { version: first.version, text: first.text.replace(/^Dear Ada.*$/m, 'Hi Ada, offer comes Friday.') },
  });
  await send(first.id, changed.version);
  const lessons = () =>
    asSystem(() => query('select suggested, sent from mail_lessons where account_id = $1', [accountId]));
  expect(await lessons()).toEqual([
    { suggested: 'Dear Ada, it would be my pleasure to send the offer.', sent: 'Hi Ada, offer comes Friday.' },
  ]);

  const second = await draftBy('Hi Ada, done.');
  const asked = JSON.stringify(model.requests.at(-1)!.body);
  expect(asked).toContain('it would be my pleasure');
  expect(asked).toContain('Hi Ada, offer comes Friday.');
  // Sent as it stood: nothing to learn.
  await send(second.id, second.version);
  expect(await lessons()).toHaveLength(1);
  expect(await inWorkspace(workspaceId, newId(), () => query('select 1 from mail_lessons'))).toEqual([]);
}, 60_000);
