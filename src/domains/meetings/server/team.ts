/** How a team meets. */
import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { TeamMeetings } from '../contract.ts';

const MAX_DAYS = 366;
const MINUTE_MS = 60_000;
const TOPICS = 12;
const PEOPLE = 100;

const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
const minutesOf = (ms: number) => Math.round(ms / MINUTE_MS);

/** @throws AppError `validation` */
export async function readTeamMeetings({ from, to }: { from: string; to: string }): Promise<TeamMeetings> {
  if (days(from, to) < 1 || days(from, to) > MAX_DAYS)
    throw new AppError('validation', 'Choose between 1 and 366 days.', {
      fields: [{ field: 'to', message: 'Choose between 1 and 366 days.' }],
    });
  const values = [currentWorkspaceId(), from, to];
  const ours = `with ours as (
    select m.id, m.duration_ms, m.topics, (m.held_at at time zone w.time_zone)::date as day,
      (select count(*) from meeting_speakers s where s.meeting_id = m.id) as people
    from meetings m cross join present_workspace w
    where m.workspace_id = $1 and (m.held_at at time zone w.time_zone)::date between $2::date and $3::date)`;
  const [totals] = await query<{ meetings: number; ms: number; person_ms: number }>(
    `${ours} select count(*)::int as meetings, coalesce(sum(duration_ms), 0)::float8 as ms,
       coalesce(sum(duration_ms * people), 0)::float8 as person_ms from ours`,
    values,
  );
  const topics = await query<{ topic: string; meetings: number }>(
    `${ours} select topic, count(*)::int as meetings from ours, unnest(topics) as topic
      group by topic having count(*) > 1 order by meetings desc, topic limit ${TOPICS}`,
    values,
  );
  const weeks = await query<{ week: string; meetings: number; ms: number }>(
    `${ours} select to_char(date_trunc('week', day), 'YYYY-MM-DD') as week, count(*)::int as meetings,
       coalesce(sum(duration_ms), 0)::float8 as ms from ours group by 1 order by 1`,
    values,
  );
  const people = await query<Omit<TeamMeetings['people'][number], 'minutes'> & { ms: number }>(
    `${ours} select p.id, p.name, count(*)::int as meetings, avg(s.share)::float8 as share,
       coalesce(sum(o.duration_ms), 0)::float8 as ms, sum(s.interruptions)::int as interruptions,
       sum(s.questions)::int as questions,
       (select count(*)::int from meeting_items i join activities a on a.id = i.activity_id and a.deleted_at is null
         where i.meeting_id in (select id from ours) and a.owner_id = p.id) as tasks,
       (select count(*)::int from meeting_items i join activities a on a.id = i.activity_id and a.deleted_at is null
         where i.meeting_id in (select id from ours) and a.owner_id = p.id and a.done_at is not null) as done
     from ours o join meeting_speakers s on s.meeting_id = o.id join workspace_people p on p.id = s.user_id
     group by p.id, p.name order by meetings desc, p.name limit ${PEOPLE}`,
    values,
  );
  return {
    from,
    to,
    meetings: totals!.meetings,
    minutes: minutesOf(totals!.ms),
    personMinutes: minutesOf(totals!.person_ms),
    topics,
    weeks: weeks.map(({ ms, ...week }) => ({ ...week, minutes: minutesOf(ms) })),
    people: people.map(({ ms, ...person }) => ({ ...person, minutes: minutesOf(ms) })),
  };
}
