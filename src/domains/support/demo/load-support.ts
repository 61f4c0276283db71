/** Conversations of the sample clients with the operations team, and the team's prepared answers. */
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, query } from '../../../server/db/index.ts';

interface Line {
  side: 'user' | 'team' | 'note';
  text: string;
  minutesAgo: number;
}

interface Conversation {
  /** Username of the person who asks. */
  by: string;
  place: string;
  asked: string | null;
  closed: boolean;
  lines: readonly Line[];
}

const ANSWERS_BY = 'admin';

const CONVERSATIONS: readonly Conversation[] = [
  {
    by: 'staff',
    place: '/contacts',
    asked: 'export only one column',
    closed: true,
    lines: [
      {
        side: 'user',
        text: 'Can I export the email addresses alone? I only need one column for the mailing.',
        minutesAgo: 2_900,
      },
      {
        side: 'team',
        text: 'Yes: hide the other columns under “Columns”, then press “Export”. The file holds what the list shows.',
        minutesAgo: 2_880,
      },
      { side: 'user', text: 'That works, thank you.', minutesAgo: 2_870 },
      { side: 'note', text: 'Avery Marsh closed the conversation', minutesAgo: 2_865 },
    ],
  },
  {
    by: 'client',
    place: '/contacts/import',
    asked: 'why were rows rejected',
    closed: false,
    lines: [
      {
        side: 'user',
        text: 'Our list from the home show was imported twice. Which of the two imports should I undo?',
        minutesAgo: 190,
      },
      {
        side: 'team',
        text: 'The second one. Open it under Import and choose “Revert”. Contacts your team changed since stay as they are.',
        minutesAgo: 172,
      },
      {
        side: 'user',
        text: 'Reverted. Two contacts were left alone because Tom had edited them. Is that right?',
        minutesAgo: 12,
      },
    ],
  },
];

const REPLIES = [
  {
    title: 'Undo an import',
    text: 'Open the import under Contacts → Import and choose “Revert”. Records it created are deleted, and records it updated are restored. Contacts that someone changed since are skipped and listed.',
  },
  {
    title: 'Invite a teammate',
    text: 'Administrators invite people under Team. The email has a link that works once. Without a mail server, the link is under Admin, Emails.',
  },
  {
    title: 'Ask for an example',
    text: 'Thank you for telling us. Could you send us one example: what you did, what you expected, and what happened instead?',
  },
];

interface Person {
  id: string;
  name: string;
  workspace_id: string;
}

const at = (minutesAgo: number) => `now() - interval '${minutesAgo} minutes'`;

async function loadConversation(
  { by, place, asked, closed, lines }: Conversation,
  people: ReadonlyMap<string, Person>,
): Promise<void> {
  const [user, team] = [people.get(by)!, people.get(ANSWERS_BY)!];
  const id = newId();
  const written = lines.map((line) => ({ ...line, id: newId(), author: line.side === 'user' ? user : team }));
  const said = written.filter(({ side }) => side !== 'note');
  const last = said.at(-1)!;
  const answered = said.findLast(({ side }) => side === 'team')!;
  await execute(
    `insert into support_conversations (id, workspace_id, user_id, subject, state, waiting, assignee_id, place, asked,
      created_at, last_message_id, last_message_at, user_read_id, team_read_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${at(lines[0]!.minutesAgo)}, $10, ${at(last.minutesAgo)}, $10, $11)`,
    [
      id,
      user.workspace_id,
      user.id,
      lines[0]!.text.slice(0, 90),
      closed ? 'closed' : 'open',
      !closed && last.side === 'user',
      team.id,
      place,
      asked,
      last.id,
      closed ? last.id : answered.id,
    ],
  );
  for (const line of written) {
    await execute(
      `insert into support_messages (id, workspace_id, conversation_id, side, author_id, author_name, text,
        created_at) values ($1, $2, $3, $4, $5, $6, $7, ${at(line.minutesAgo)})`,
      [line.id, user.workspace_id, id, line.side, line.author.id, line.author.name, line.text],
    );
  }
}

/** Run it when all accounts exist. */
export function loadSupport(): Promise<void> {
  return asSystem(async () => {
    const rows = await query<Person & { username: string }>(
      'select u.id, u.name, u.username, m.workspace_id from users u join memberships m on m.user_id = u.id',
    );
    const people = new Map(rows.map((row) => [row.username, row]));
    for (const conversation of CONVERSATIONS) await loadConversation(conversation, people);
    for (const { title, text } of REPLIES) {
      await execute('insert into support_replies (id, workspace_id, title, text) values ($1, $2, $3, $4)', [
        newId(),
        people.get(ANSWERS_BY)!.workspace_id,
        title,
        text,
      ]);
    }
  });
}
