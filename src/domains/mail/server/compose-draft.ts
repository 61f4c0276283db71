/** A draft as the letter that leaves, or that lies in the server's folder of drafts. */
import { query, selectRows } from '../../../server/db/index.ts';
import type { MailMessage } from '../../../server/providers/mail/port.ts';
import type { MailPerson } from '../contract.ts';
import { htmlOfText } from '../engine/compose.ts';
import { type AccountRow, findAccount } from './account-rows.ts';
import { readDraft, readFileContent } from './drafts.ts';

/** @throws AppError `not_found` */
export async function composeDraft(id: string): Promise<{ account: AccountRow; message: MailMessage }> {
  const draft = await readDraft(id);
  const account = await findAccount(draft.accountId);
  const attachments = await selectRows(
    'mail_attachments',
    ['name', 'type', 'storageKey'],
    { draftId: id },
    { orderBy: ['id'] },
  );
  const [{ key, refs } = { key: '', refs: [] }] = await query<{ key: string; refs: string[] }>(
    `select m.message_key as key, array_append(m.refs, m.message_key) as refs from mail_messages m where m.id = $1 and m.message_key not like 'none:%'`,
    [draft.mode === 'forward' ? null : draft.answersId],
  );
  const [{ messageKey, calendar } = { messageKey: '', calendar: '' }] = await query<{
    messageKey: string;
    calendar: string;
  }>('select message_key as "messageKey", calendar from mail_drafts where id = $1', [id]);
  const mailbox = ({ name, address }: MailPerson) => ({ address, ...(name && { name }) });
  return {
    account,
    message: {
      id: messageKey,
      from: { address: account.address, ...(account.senderName && { name: account.senderName }) },
      to: draft.to.map(mailbox),
      cc: draft.cc.map(mailbox),
      bcc: draft.bcc.map(mailbox),
      subject: draft.subject,
      text: draft.text || ' ',
      html: htmlOfText(draft.text),
      ...(calendar && { calendar: { method: 'REPLY' as const, text: calendar } }),
      ...(key && {
        headers: {
          'In-Reply-To': `<${key}>`,
          References: refs
            .slice(-10)
            .map((ref) => `<${ref}>`)
            .join(' ')
            .slice(0, 900),
        },
      }),
      attachments: await Promise.all(
        attachments.map(async ({ name, type, storageKey }) => ({
          fileName: name,
          contentType: type,
          content: await readFileContent(storageKey),
        })),
      ),
    },
  };
}
