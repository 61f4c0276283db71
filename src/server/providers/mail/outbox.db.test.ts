import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../../db/index.ts';
import { mailProviderConformance, MESSAGE } from './conformance.ts';
import { forgetOldMail, getKeptMail, listKeptMail, openMailOutbox, type KeptAttachment } from './outbox.ts';

const provider = openMailOutbox();
let database: TestDatabase;
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.destroy());

const counted = {
  ...provider,
  send: async (message: Parameters<typeof provider.send>[0]) => {
    const sent = await provider.send(message);
    count++;
    return sent;
  },
};

mailProviderConformance(
  'outbox',
  () => counted,
  async () => {
    const [newest] = await listKeptMail({ limit: 1 });
    const mail = await getKeptMail(newest!.id);
    const [row] = await asSystem(() =>
      query<{ attachments: KeptAttachment[] }>('select attachments from mail_outbox where id = $1', [newest!.id]),
    );
    const addresses = (list: { address: string }[]) => list.map(({ address }) => address);
    const headers = new Map(Object.entries(mail.headers).map(([name, value]) => [name.toLowerCase(), value]));
    return {
      id: mail.messageId,
      from: mail.from.address,
      to: addresses(mail.to),
      cc: addresses(mail.cc),
      recipients: addresses([...mail.to, ...mail.cc, ...mail.bcc]),
      replyTo: mail.replyTo?.address,
      subject: mail.subject,
      text: mail.text ?? '',
      html: mail.html ?? '',
      header: (name) => headers.get(name),
      attachments: row!.attachments.map((attachment) => ({
        ...attachment,
        content: Buffer.from(attachment.content, 'base64'),
      })),
    };
  },
  () => count,
);

it('keeps a mail only when its transaction commits', async () => {
  const before = await listKeptMail({ limit: 100 });
  await expect(
    inWorkspace(newId(), null, () =>
      transaction(async () => {
        await provider.send(MESSAGE);
        throw new Error('undone');
      }),
    ),
  ).rejects.toThrow('undone');
  expect(await listKeptMail({ limit: 100 })).toEqual(before);
});

it('is hidden from workspaces', async () => {
  await expect(inWorkspace(newId(), null, () => query('select * from mail_outbox'))).rejects.toThrow(
    'permission denied',
  );
});

it('lists newest first, page by page, and deletes mails after 90 days', async () => {
  await asSystem(() => execute('delete from mail_outbox'));
  for (const subject of ['one', 'two', 'three']) await provider.send({ ...MESSAGE, subject });
  const page = await listKeptMail({ limit: 2 });
  expect(page.map((mail) => mail.subject)).toEqual(['three', 'two']);
  expect((await listKeptMail({ limit: 2, before: page[1]!.id })).map((mail) => mail.subject)).toEqual(['one']);
  await asSystem(() => execute(`update mail_outbox set kept_at = now() - interval '91 days' where subject = 'one'`));
  expect(await forgetOldMail()).toBe(1);
});
