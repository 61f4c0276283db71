/**
 * What the assistant learns from people: the reply that it drafted beside the one that was sent. The next draft of the
 * same person in the same mailbox is shown the latest differences. Nobody else sees them.
 */
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, execute, insertRow, query } from '../../../server/db/index.ts';
import { ownText } from '../engine/fold-quotes.ts';

/** Differences that a draft is shown, and that are kept of a person and a mailbox. */
const SHOWN = 3;
const KEPT = 50;
const MAX_TEXT = 1_500;

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Keeps what became of a draft, in the transaction that notes it as sent. Without a suggestion, or where it was sent as it
 * stood, there is nothing to learn.
 */
export async function learnFromDraft(draftId: string, signature: string): Promise<void> {
  const [draft] = await query<{ accountId: string; suggested: string; text: string }>(
    'select account_id as "accountId", suggested, text from mail_drafts where id = $1 and suggested <> $2',
    [draftId, ''],
  );
  if (!draft) return;
  const { accountId } = draft;
  const written = ownText(draft.text);
  const end = signature.trim() && written.lastIndexOf(signature.trim());
  const sent = (typeof end === 'number' && end > 0 ? written.slice(0, end) : written).trim().slice(0, MAX_TEXT);
  const suggested = draft.suggested.trim().slice(0, MAX_TEXT);
  if (!sent || plain(sent) === plain(suggested)) return;
  await insertRow('mail_lessons', {
    id: newId(),
    workspaceId: currentWorkspaceId(),
    accountId,
    authorId: currentUserId()!,
    suggested,
    sent,
  });
  await execute(
    `delete from mail_lessons where account_id = $1 and author_id = $2 and id not in (
      select id from mail_lessons where account_id = $1 and author_id = $2 order by created_at desc, id desc limit ${KEPT})`,
    [accountId, currentUserId()],
  );
}

/** The latest differences as instructions for a model; blank where there are none. */
export async function lessonsOf(accountId: string): Promise<string> {
  const rows = await query<{ suggested: string; sent: string }>(
    `select suggested, sent from mail_lessons where account_id = $1 and author_id = $2
      order by created_at desc, id desc limit ${SHOWN}`,
    [accountId, currentUserId()],
  );
  if (rows.length === 0) return '';
  const pairs = rows.map(({ suggested, sent }) => `--- You drafted:\n${suggested}\n--- The person sent:\n${sent}`);
  return `The person changed your earlier drafts as follows. Make the same kind of changes yourself, in tone, length, greeting, and closing; do not repeat the facts in them.\n${pairs.join('\n')}`;
}
