import { useQuery } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { addDays } from '../../../kernel/days.ts';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { buttonClass } from '../../../web/ui/button.tsx';
import { Tag } from '../../../web/ui/badge.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { counted, percent } from '../../../web/ui/format.ts';
import { EmptyState } from '../../../web/ui/states.tsx';
import { meetings, type TeamMeetings } from '../contract.ts';
import { minutesWords } from './labels.ts';
import { parseTeamSearch } from './search.ts';

const localDay = () => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};
const parse = parseTeamSearch(localDay, () => addDays(localDay(), -29));

/** How the team meets, at /meeting-team-dashboard. */
export default function TeamPage() {
  const [search, setSearch] = usePageSearch(parse);
  const { data, error, refetch } = useQuery({
    ...read(meetings.team, { query: { from: search.from, to: search.to } }),
    placeholderData: (previous) => previous,
  });
  return (
    <div className="page-frame max-w-6xl">
      <header className="mb-4 flex flex-wrap items-end gap-3">
        <h1 tabIndex={-1} className="flex-1 basis-full page-title sm:basis-auto">
          Meeting team dashboard
        </h1>
        <Field label="From">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={search.from}
              max={search.to}
              onChange={(event) => event.target.value && setSearch({ from: event.target.value })}
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={search.to}
              min={search.from}
              onChange={(event) => event.target.value && setSearch({ to: event.target.value })}
            />
          )}
        </Field>
      </header>
      {error && !data && <Failure error={error} what="The figures" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && (data.meetings === 0 ? <Nothing /> : <Figures data={data} />)}
    </div>
  );
}

function Nothing() {
  return (
    <EmptyState
      icon={<Users />}
      title="No meetings in these days"
      action={
        <Link to="/ai-meeting-assistant" className={buttonClass({ variant: 'primary' })}>
          Open meetings
        </Link>
      }
    >
      Add transcripts to see talk time, follow-through, topics, and the hours that meetings take.
    </EmptyState>
  );
}

const time = (minutes: number) => (minutes === 0 ? 'Not timed' : minutesWords(minutes * 60_000));

function Figures({ data }: { data: TeamMeetings }) {
  const [tasks, done] = [
    data.people.reduce((sum, person) => sum + person.tasks, 0),
    data.people.reduce((sum, person) => sum + person.done, 0),
  ];
  const figures = [
    { label: 'Meetings', value: data.meetings.toLocaleString('en-US') },
    { label: 'Meeting time', value: time(data.minutes) },
    { label: 'Time of all speakers', value: time(data.personMinutes) },
    { label: 'Tasks done', value: tasks === 0 ? 'No tasks' : `${done} of ${tasks}` },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 text-sm">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-y border-line py-3 sm:grid-cols-4">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="tabular text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <People people={data.people} />
      <Weeks weeks={data.weeks} />
      {data.topics.length > 0 && (
        <section aria-labelledby="topics">
          <h2 id="topics" className="mb-2 text-base font-semibold">
            Topics in several meetings
          </h2>
          <p className="flex flex-wrap gap-2">
            {data.topics.map(({ topic, meetings: count }) => (
              <Tag key={topic}>
                {topic} · {count}
              </Tag>
            ))}
          </p>
        </section>
      )}
    </div>
  );
}

function People({ people }: Pick<TeamMeetings, 'people'>) {
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="mb-2 text-base font-semibold">
        People
      </h2>
      {people.length === 0 ? (
        <p className="border-y border-line py-4 text-muted">
          No speaker is a teammate yet. Open a meeting and name its speakers.
        </p>
      ) : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="People">
          <table className="w-full min-w-xl border-y border-line">
            <thead>
              <tr className="border-b border-line text-left text-muted">
                {['Name', 'Meetings', 'Time', 'Share of talk', 'Questions', 'Interruptions', 'Tasks done'].map(
                  (title, nth) => (
                    <th
                      key={title}
                      scope="col"
                      className={nth === 0 ? 'py-2 font-medium' : 'py-2 text-right font-medium'}
                    >
                      {title}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {people.map((person) => (
                <tr key={person.id} data-testid="person">
                  <th scope="row" className="py-2 text-left font-medium">
                    {person.name}
                  </th>
                  {[
                    person.meetings,
                    time(person.minutes),
                    percent(person.share),
                    person.questions,
                    person.interruptions,
                    person.tasks === 0 ? 'None' : `${person.done} of ${person.tasks}`,
                  ].map((cell, nth) => (
                    <td key={nth} className="tabular py-2 text-right">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Weeks({ weeks }: Pick<TeamMeetings, 'weeks'>) {
  const most = Math.max(...weeks.map(({ minutes }) => minutes), 1);
  return (
    <section aria-labelledby="weeks">
      <h2 id="weeks" className="mb-2 text-base font-semibold">
        Meeting time by week
      </h2>
      <ul className="grid gap-1.5">
        {weeks.map(({ week, meetings: count, minutes }) => (
          <li key={week} className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-3">
            <span className="text-muted">
              {new Date(`${week}T00:00:00Z`).toLocaleDateString('en-US', {
                month: 'short',
                day: 'numeric',
                timeZone: 'UTC',
              })}
            </span>
            <span aria-hidden="true" className="h-2 rounded-full bg-sunken">
              <span className="block h-full rounded-full bg-accent" style={{ width: `${(minutes / most) * 100}%` }} />
            </span>
            <span className="tabular">
              {time(minutes)} in {counted(count, 'meeting')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
