/** Comments of the sample people on their records, and their favorites. */
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, execute, query } from '../../../server/db/index.ts';

interface Person {
  id: string;
  name: string;
}

const HOUR = 3_600_000;
/** Hours before the start at which each opportunity's thread began. */
const HOURS_AGO = [3, 26, 50];

/** Threads under the newest open opportunities of the current workspace; favorites of its first people. */
export async function loadCollaboration(people: readonly string[], now: Date): Promise<void> {
  const team = await query<Person>('select id, name from workspace_people where active order by name, id limit 3', []);
  const deals = await query<{ id: string; owner_id: string | null }>(
    'select id, owner_id from opportunities where workspace_id = $1 and deleted_at is null order by created_at desc, id limit 3',
    [currentWorkspaceId()],
  );
  const [first, second] = team;
  if (!first || !second) return;
  for (const [nth, deal] of deals.entries())
    await loadThread(deal.id, first, second, new Date(now.getTime() - HOURS_AGO[nth]! * HOUR), nth === 2);
  const contacts = await query<{ id: string }>(
    'select id from contacts where workspace_id = $1 and deleted_at is null order by created_at desc, id limit 2',
    [currentWorkspaceId()],
  );
  const views = await query<{ id: string }>(
    'select id from saved_views where workspace_id = $1 and shared order by name, id limit 1',
    [currentWorkspaceId()],
  );
  const wanted = [
    ...deals.slice(0, 2).map(({ id }) => ['opportunity', id]),
    ...contacts.map(({ id }) => ['contact', id]),
    ...views.map(({ id }) => ['view', id]),
  ] as const;
  for (const userId of people) {
    for (const [position, [kind, id]] of wanted.entries()) {
      await execute(
        'insert into favourites (workspace_id, user_id, target_id, kind, position) values ($1, $2, $3, $4, $5)',
        [currentWorkspaceId(), userId, id, kind, position],
      );
    }
  }
}

async function loadThread(recordId: string, first: Person, second: Person, at: Date, settled: boolean): Promise<void> {
  const question = newId();
  await say({
    id: question,
    recordId,
    parentId: null,
    by: first,
    text: `@${second.name} can we still deliver this quarter if they sign next week?`,
    mentions: [second],
    at,
  });
  await say({
    id: newId(),
    recordId,
    parentId: question,
    by: second,
    text: 'Yes, as long as the scope stays as it is in the offer. I wrote to them.',
    mentions: [],
    at: new Date(at.getTime() + HOUR),
  });
  await execute('insert into comment_reactions (workspace_id, comment_id, user_id, reaction) values ($1, $2, $3, $4)', [
    currentWorkspaceId(),
    question,
    second.id,
    'look',
  ]);
  if (settled)
    await execute('update record_comments set resolved_at = $3, resolved_by = $4 where workspace_id = $1 and id = $2', [
      currentWorkspaceId(),
      question,
      new Date(at.getTime() + 2 * HOUR).toISOString(),
      first.id,
    ]);
}

interface Said {
  id: string;
  recordId: string;
  parentId: string | null;
  by: Person;
  text: string;
  mentions: readonly Person[];
  at: Date;
}

async function say({ id, recordId, parentId, by, text, mentions, at }: Said): Promise<void> {
  await execute(
    `insert into record_comments (id, workspace_id, kind, record_id, parent_id, text, mentions, created_by,
      created_at, search_text) values ($1, $2, 'opportunity', $3, $4, $5, $6, $7, $8, ' ' || lower($5::text))`,
    [id, currentWorkspaceId(), recordId, parentId, text, JSON.stringify(mentions), by.id, at.toISOString()],
  );
}
