/**
 * News of watched records, quietly: what others do is gathered for each watcher, and told when a record has been left
 * alone for a while. Ten edits are one message, and many records at once are one as well.
 */
import { asSystem, currentWorkspaceId, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { agentOf } from '../../../server/events/cause.ts';
import { type RecordedEvent, subscribe } from '../../../server/events/subscribers.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { defineNotificationKind, tellUser } from '../../../domains/notifications/index.ts';
import type { FieldChange } from '../../contract/field-values.ts';
import { KINDS, RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';
import { agentInWords, type Change, changesInWords } from '../../engine/change-sentences.ts';
import { removedFields } from '../custom-fields/custom-fields.ts';
import { customDefinitions, peopleNames } from '../workspace.ts';
import { namesOf, pageOf } from './subjects.ts';
import { watchersOf } from './watch.ts';

export const CHANGED = defineNotificationKind({
  name: 'watched_record_changed',
  group: 'Records',
  label: 'Changes of watched records',
  hint: 'Someone changed a record you own or watch. Sent when they are done editing.',
  ways: { inApp: true, email: false },
});

/** Events in the digest. Comments are left out because they are notified right away. */
const ACTS = [
  'updated',
  'deleted',
  'restored',
  'merged',
  'converted',
  'reopened',
  'completed',
  'cancelled',
  'won',
  'lost',
  'renewed',
  'note_added',
  'file_added',
] as const;

/** A step of a workflow goes through a batch of one, and is told like what a person does. */
const isMany = ({ data, cause }: Pick<RecordedEvent, 'data' | 'cause'>) =>
  Boolean(data.batchId) && agentOf(cause)?.kind !== 'workflow';

async function gather({ type, subject, data, actorId, cause }: RecordedEvent): Promise<void> {
  if (!subject) return;
  const [kind, act] = type.split('.') as [RecordKind, string];
  // Of what happens to many at once only those hear who asked for it.
  const watchers = (await watchersOf(kind, subject.id, isMany({ data, cause }))).filter(({ id }) => id !== actorId);
  if (watchers.length === 0) return;
  const fields = ((data.changes as FieldChange[] | undefined) ?? []).map(({ field }) => field);
  const agent = agentOf(cause);
  await execute(
    `insert into watch_news as w (workspace_id, user_id, record_id, kind, acts, fields, actors, agents)
      select $1, u, $3, $4, array[$5], $6, $7, $8 from unnest($2::uuid[]) as u
     on conflict (workspace_id, user_id, record_id) do update set last_at = now(),
       acts = array(select distinct unnest(w.acts || excluded.acts)),
          fields = array(select distinct unnest(w.fields || excluded.fields)),
          actors = array(select distinct unnest(w.actors || excluded.actors)),
          agents = array(select distinct unnest(w.agents || excluded.agents))`,
    [
      currentWorkspaceId(),
      watchers.map(({ id }) => id),
      subject.id,
      kind,
      act,
      fields,
      actorId ? [actorId] : [],
      agent && !actorId ? [agentInWords(agent)] : [],
    ],
  );
}

/**
 * Leaves out what happened to many at once and to no record that someone asked to hear of: a hundred thousand events,
 * and one question for each hundred.
 */
async function ofWatched(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
  const many = events.flatMap((event) => (isMany(event) && event.subject ? [event.subject.id] : []));
  if (many.length === 0) return events;
  const rows = await query<{ id: string }>(
    "select distinct record_id as id from record_watches where workspace_id = any($1) and record_id = any($2) and reason = 'chosen' and not muted",
    [[...new Set(events.map(({ workspaceId }) => workspaceId))], many],
  );
  const watched = new Set(rows.map(({ id }) => id));
  return events.filter((event) => !isMany(event) || (event.subject && watched.has(event.subject.id)));
}

export const watchedSubscriber = subscribe(
  RECORD_KINDS.flatMap((kind) => ACTS.map((act) => `${kind}.${act}`)),
  'crm.watched',
  gather,
  { sift: ofWatched, seesPrivate: true },
);

/** A record is told of when no one did anything with it for so long, or when its first change is so old; in seconds. */
const QUIET = 60;
const AT_MOST = 600;
/** More records than this at once are told of in one message. */
const APART = 3;
const BATCH = 500;

interface News extends Change {
  workspace_id: string;
  user_id: string;
  record_id: string;
  kind: RecordKind;
  /** Names of the automations involved. */
  agents: string[];
  first_at: string;
}

/** Sends due notifications. @param options.quiet seconds, for tests @returns number of messages */
export async function tellNews(options: { quiet?: number; signal?: AbortSignal } = {}): Promise<number> {
  let told = 0;
  for (;;) {
    if (options.signal?.aborted) return told;
    const taken = await asSystem(() =>
      transaction(async () => {
        // All that is ripe for one person at once: what is told together must be taken together.
        const rows = await query<News>(
          `delete from watch_news n using (
           select workspace_id, user_id, record_id from watch_news
              where last_at <= now() - make_interval(secs => $1) or first_at <= now() - interval '${AT_MOST} seconds'
           order by workspace_id, user_id, record_id limit ${BATCH} for update skip locked) ripe
         where n.workspace_id = ripe.workspace_id and n.user_id = ripe.user_id and n.record_id = ripe.record_id
         returning n.workspace_id, n.user_id, n.record_id, n.kind, n.acts, n.fields, n.actors, n.agents, n.first_at`,
          [options.quiet ?? QUIET],
          'watch_news_ripe',
        );
        for (const news of Map.groupBy(rows, (row) => `${row.workspace_id} ${row.user_id}`).values())
          told += await inWorkspace(news[0]!.workspace_id, news[0]!.user_id, () => tellOne(news));
        return rows.length;
      }),
    );
    if (taken < BATCH) return told;
  }
}

/** Labels of the custom fields among the changes, by kind. Deleted fields keep their last name. */
async function ownLabels(news: readonly News[]): Promise<Map<RecordKind, Map<string, string>>> {
  const byKind = new Map<RecordKind, Map<string, string>>();
  for (const { kind, fields } of news) {
    if (byKind.has(kind) || !fields.some((field) => field.startsWith('custom.'))) continue;
    const [living, removed] = [await customDefinitions(kind), await removedFields(kind)];
    byKind.set(
      kind,
      new Map([
        ...removed.map(({ key, label }) => [key, `${label} (deleted)`] as const),
        ...living.map(({ key, label }) => [key, label] as const),
      ]),
    );
  }
  return byKind;
}

/**
 * Notifies one person. A private record gets its own message, and several are not named, because a message may go out
 * by email.
 */
async function tellOne(news: readonly News[]): Promise<number> {
  const userId = news[0]!.user_id;
  const rows = await asSystem(() =>
    query<{ id: string; readers: string[] }>('select id, readers from readers_of($1)', [
      news.map((one) => one.record_id),
    ]),
  );
  const readersOf = Map.groupBy(rows, ({ id }) => id);
  const hidden = news.filter((one) => readersOf.has(one.record_id));
  const open = news.filter((one) => !readersOf.has(one.record_id));
  const readable = hidden.filter((one) =>
    readersOf.get(one.record_id)!.every(({ readers }) => readers.includes(userId)),
  );
  const told = open.length > 0 ? await tellOpen(userId, open) : 0;
  if (readable.length <= APART) return told + (readable.length > 0 ? await tellOpen(userId, readable) : 0);
  await tellUser(userId, CHANGED, {
    title: `${readable.length} private records you watch were changed`,
    body: 'Open them to see the changes.',
  });
  return told + 1;
}

async function tellOpen(userId: string, news: readonly News[]): Promise<number> {
  const names = await namesOf(
    news.map((one) => one.record_id),
    { deleted: true },
  );
  const people = await peopleNames(news.flatMap((one) => one.actors));
  const nameOf = (one: News) => names.get(one.record_id) ?? `A ${KINDS[one.kind].one}`;
  const own = await ownLabels(news);
  const words = (one: News) =>
    changesInWords(
      one,
      one.actors.map((id) => people.get(id) ?? 'Someone'),
      one.agents,
      own.get(one.kind),
    );
  if (news.length > APART) {
    await tellUser(userId, CHANGED, {
      title: `${news.length} records you watch were changed`,
      body: news.map((one) => `${nameOf(one)}: ${words(one)}`).join('\n'),
    });
    return 1;
  }
  for (const one of news) {
    await tellUser(userId, CHANGED, {
      title: nameOf(one),
      body: words(one),
      subject: { type: one.kind, id: one.record_id },
      href: pageOf(one.kind, one.record_id),
      key: `watched:${one.record_id}:${one.first_at}`,
    });
  }
  return news.length;
}

/** Name of the recurring work, for tests. */
export const WATCH_NEWS = 'crm.watch_news';
export const watchNewsRecurring = defineRecurring({
  name: WATCH_NEWS,
  title: 'Send watched record digests',
  every: 20,
  handler: async ({ signal }) => void (await tellNews({ signal })),
});
