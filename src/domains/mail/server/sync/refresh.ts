/** Fields of conversations, derived from their emails. */
import { execute } from '../../../../server/db/index.ts';

const REFRESH = `
  update mail_threads t set
    subject = s.subject, snippet = s.snippet, message_count = s.messages, unread_count = s.unread,
    has_attachments = s.files, is_starred = s.starred, places = s.places, people = s.people,
    last_at = s.last_at, last_direction = s.direction
  from unnest($1::uuid[]) as wanted(id) cross join lateral (
    -- For each conversation by itself, so that only its own messages are read.
    select count(*)::int as messages,
      (count(*) filter (where not m.is_read and m.direction = 'in' and m.place not in ('trash', 'junk')))::int as unread,
      bool_or(m.has_attachments) as files, bool_or(m.is_starred) as starred, array_agg(distinct m.place) as places,
      max(m.at) as last_at, (array_agg(m.snippet order by m.at desc, m.id desc))[1] as snippet,
      (array_agg(m.direction order by m.at desc, m.id desc))[1] as direction,
      (array_agg(m.subject order by m.at, m.id))[1] as subject,
      (array_agg(distinct case when m.direction = 'out' then 'Me' else coalesce(nullif(m.from_name, ''), m.from_address) end))[1:6] as people
    from mail_messages m where m.thread_id = wanted.id
  ) s where t.id = wanted.id and s.messages > 0`;

/** Works conversations out again, and removes those without messages. */
export async function refreshThreads(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await execute(REFRESH, [ids]);
  await execute(
    `delete from mail_threads t using unnest($1::uuid[]) as wanted(id)
      where t.id = wanted.id and not exists (select 1 from mail_messages m where m.thread_id = wanted.id)`,
    [ids],
  );
}
