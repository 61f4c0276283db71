/** Summaries and drafts. With a model they are its words; without one, sentences of the emails, and a word that says so. */
import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { answerPrivately, hasModel } from '../../assistants/index.ts';
import type { MailDraft } from '../contract.ts';
import { ownText } from '../engine/fold-quotes.ts';
import { summarize } from '../engine/triage.ts';
import { findAccount } from './account-rows.ts';
import { readContact } from './contact.ts';
import { createDraft, noteSuggestion } from './drafts.ts';
import { lessonsOf } from './lessons.ts';
import { readThread } from './threads.ts';

interface Said {
  id: string;
  from: string;
  at: string;
  direction: 'in' | 'out';
  text: string;
}

const MAX_MESSAGES = 12;
const MAX_SAID = 24_000;

/** The last messages of a conversation without what they quote, the oldest first. */
async function saidIn(threadId: string): Promise<Said[]> {
  const rows = await query<Said>(
    `select id, coalesce(nullif(from_name, ''), from_address) as "from", at, direction, text from mail_messages
      where thread_id = $1 and workspace_id = $2 order by at desc, id desc limit ${MAX_MESSAGES}`,
    [threadId, currentWorkspaceId()],
  );
  return rows.toReversed().map((row) => ({ ...row, text: ownText(row.text) }));
}

const transcript = (subject: string, said: readonly Said[]) =>
  `Subject: ${subject}\n\n${said.map(({ from, at, direction, text }) => `${direction === 'out' ? 'Me' : from}, ${at}:\n${text}`).join('\n\n')}`.slice(
    -MAX_SAID,
  );

export interface Summary {
  text: string;
  /** `extract`: sentences of the emails, because no model is connected. */
  by: 'model' | 'extract';
}

/** @throws AppError `not_found`, `unavailable`, `credits`, `rate_limited` */
export async function summarizeThread(threadId: string): Promise<Summary> {
  const { subject } = await readThread(threadId);
  const said = await saidIn(threadId);
  if (!(await hasModel(currentWorkspaceId())))
    return { text: summarize(said.map(({ text }) => text).join('\n')), by: 'extract' };
  const text = await answerPrivately({
    purpose: 'answer',
    instructions:
      'Summarize this email conversation for “Me” in at most three short sentences: what it is about, what was agreed, and what is expected of me. Plain text, no greeting.',
    data: transcript(subject, said),
    maxTokens: 300,
  });
  return { text, by: 'model' };
}

/**
 * A reply that a model wrote, as a draft: only a person sends it.
 * @throws AppError `not_found`; `conflict` where nothing is to be answered, or no model is connected; `unavailable`,
 * `credits`, `rate_limited`
 */
export async function draftReply(threadId: string, wish: string): Promise<MailDraft> {
  const thread = await readThread(threadId);
  if (!(await hasModel(currentWorkspaceId())))
    throw new AppError('conflict', 'No language model is connected. Use a template, or connect a model in Settings.');
  const said = await saidIn(threadId);
  const last = said.findLast(({ direction }) => direction === 'in');
  if (!last) throw new AppError('conflict', 'No one wrote to you in this conversation yet.');
  const account = await findAccount(thread.accountId);
  const style = await ownStyle(account.id);
  const text = await answerPrivately({
    purpose: 'draft',
    instructions: [
      `Write a reply to the last email in the name of ${account.senderName || account.address}. Answer what is asked. Where you lack a fact, leave a gap in square brackets instead of inventing it. Same language as the email. Plain text without a subject and without a signature.`,
      wish && `What the reply should say: ${wish}`,
      await factsAbout(last.id),
      await lessonsOf(account.id),
      style && `Write in the style of these earlier emails, without repeating them:\n${style}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    data: transcript(thread.subject, said),
    maxTokens: 700,
  });
  if (!text) throw new AppError('unavailable', 'The model wrote nothing. Try again.');
  const draft = await createDraft({ mode: 'reply', answersId: last.id, text });
  await noteSuggestion(draft.id, text);
  return draft;
}

/** The CRM's facts about the sender, which the reply may mention. */
async function factsAbout(messageId: string): Promise<string> {
  const [sender] = await query<{ address: string }>('select from_address as address from mail_messages where id = $1', [
    messageId,
  ]);
  const { name, contactId, openOpportunities } = await readContact(sender?.address ?? '');
  if (!contactId) return '';
  const deals = openOpportunities.map((one) => `${one.name} (${one.stage})`).join('; ');
  return `From our records: ${name} is a contact${deals ? ` with these open opportunities: ${deals}` : ''}. Amounts and stages are internal: do not mention them.`;
}

const STYLES = 3;

/** Short pieces of what was sent from the mailbox: how its owner writes. What they changed of drafts is in it. */
async function ownStyle(accountId: string): Promise<string> {
  const rows = await query<{ text: string }>(
    `select text from mail_messages where account_id = $1 and direction = 'out' and length(text) > 80 order by at desc limit ${STYLES}`,
    [accountId],
  );
  return rows.map(({ text }) => `---\n${ownText(text).slice(0, 600)}`).join('\n');
}
