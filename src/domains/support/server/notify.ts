/** Telling the other side of a message that no one has read. Whoever looks at the conversation needs no bell. */
import * as z from 'zod';
import { Id } from '../../../kernel/endpoint.ts';
import { asSystem, inWorkspace, query } from '../../../server/db/index.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { defineJob } from '../../../server/jobs/define.ts';
import { administrators, operationsWorkspace } from '../../identity/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';

export const ANSWERED = defineNotificationKind({
  name: 'support_answer',
  group: 'Help',
  label: 'Answers to your questions',
  hint: 'The team answers in a support conversation and you are not looking at it.',
  ways: { inApp: true, email: true },
});
export const ASKED = defineNotificationKind({
  name: 'support_question',
  group: 'Help',
  label: 'Questions to the team',
  hint: 'Someone asks for help, and no one has read it yet.',
  ways: { inApp: true, email: false },
  roles: ['admin'],
});

/** Seconds that the other side has to read a message before it is told. */
const GRACE = 30;

interface Unread {
  conversation_id: string;
  workspace_id: string;
  user_id: string;
  assignee_id: string | null;
  side: 'user' | 'team';
  author_id: string | null;
  author_name: string;
  text: string;
  /** The first message of the ones that were not read: all of them are one piece of news. */
  first_id: string;
}

/** The message with what surrounds it; nothing when it was read meanwhile. */
async function unread(messageId: string): Promise<Unread | undefined> {
  const [row] = await query<Unread>(
    `select c.id as conversation_id, c.workspace_id, c.user_id, c.assignee_id, m.side, m.author_id, m.author_name,
      m.text,
       (select min(o.id::text) from support_messages o where o.conversation_id = c.id and o.side = m.side
          and (read.id is null or o.id > read.id)) as first_id
     from support_messages m join support_conversations c on c.id = m.conversation_id
     cross join lateral (select case m.side when 'user' then c.team_read_id else c.user_read_id end as id) read
     where m.id = $1 and m.side in ('user', 'team') and (read.id is null or read.id < m.id)`,
    [messageId],
  );
  return row;
}

/** Notifies the other side of a message unless they have read it. Runs as system. @returns number of people notified */
export async function tellOfMessage(messageId: string): Promise<number> {
  const message = await unread(messageId);
  if (!message) return 0;
  const subject = { type: 'support_conversation', id: message.conversation_id };
  const key = `support:${message.first_id}`;
  const href = `/dashboard?support=${message.conversation_id}`;
  if (message.side === 'team') {
    const told = await tellUser(message.user_id, ANSWERED, {
      title: `${message.author_name} answered your question`,
      body: message.text,
      href,
      subject,
      key,
      workspaceId: message.workspace_id,
    });
    return told ? 1 : 0;
  }
  const workspaceId = (await operationsWorkspace()) ?? message.workspace_id;
  const team = (await administrators()).map(({ id }) => id);
  // If the assignee has left the team, all administrators are notified.
  const everybody = team.filter((id) => id === message.assignee_id);
  if (everybody.length === 0) everybody.push(...team);
  let told = 0;
  for (const id of everybody.filter((one) => one !== message.author_id)) {
    if (
      await tellUser(id, ASKED, {
        title: `${message.author_name} asks for help`,
        body: message.text,
        href,
        subject,
        key,
        workspaceId,
      })
    )
      told += 1;
  }
  return told;
}

export const tellJob = defineJob({
  name: 'support.tell',
  payload: z.object({ messageId: Id }),
  title: 'Tell of a support message',
  handler: async ({ payload }) => {
    await asSystem(() => tellOfMessage(payload.messageId));
  },
});

/** In the transaction of a new message. No one's job: it shall not stand in the tray of whoever wrote. */
export async function tellLater(workspaceId: string, messageId: string): Promise<void> {
  await inWorkspace(workspaceId, null, () => enqueue(tellJob, { messageId }, { delaySeconds: GRACE }));
}
