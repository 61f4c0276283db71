import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import FileText from 'lucide-react/icons/file-text';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import SquareCheck from 'lucide-react/icons/square-check';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { ErrorState } from '../../../../web/ui/states.tsx';
import { DayText, RelativeTime } from '../../../../web/ui/time.tsx';
import { dashboard, type Dashboard, type RecentActivity } from '../../contract/dashboard.ts';
import type { OpportunityRow } from '../../contract/opportunities.ts';
import { BEHIND, type Behind, closingUntil } from './links.ts';
import { dueWords, isOverdue } from '../activities/times.ts';
import { daysSince } from '../../engine/opportunities/stage-duration.ts';
import { counted } from '../../../../records/web/format.ts';
import { useNow } from '../activities/use-now.ts';
import { money } from './money.ts';
import { AgentName } from '../../../../records/web/agent-name.tsx';

const ICONS = { task: SquareCheck, call: Phone, meeting: Users, mail: Mail, note: FileText } as const;
const WORDS = { task: 'Task', call: 'Call', meeting: 'Meeting', mail: 'Email', note: 'Note' } as const;
const RECENT = 5;
/** At least 24 px high: two of them stand close to each other. */
const LINK = 'inline-block max-w-full truncate align-top leading-6 hover:underline';
const MORE = 'inline-block min-w-6 text-end leading-6 text-xs text-accent-ink underline-offset-2 hover:underline';

function Kind({ type }: { type: RecentActivity['type'] }) {
  const Icon = ICONS[type];
  return <Icon size={14} aria-label={WORDS[type]} role="img" className="mt-1.5 shrink-0 text-faint" />;
}

function Row({ icon, main, sub, end }: { icon?: ReactNode; main: ReactNode; sub: ReactNode; end: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5 border-t border-line py-1 first:border-t-0">
      {icon}
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm leading-6 text-ink">{main}</p>
        <p className="truncate text-xs leading-6 text-muted">{sub}</p>
      </div>
      <div className="shrink-0 text-right text-xs leading-6 text-muted">{end}</div>
    </li>
  );
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-2 py-3 text-sm text-muted">
    <CircleCheck size={14} aria-hidden="true" className="text-faint" />
    {children}
  </p>
);

const contactLink = (contact: { id: string; name: string }) => (
  <Link to={`/contacts/${contact.id}`} className={LINK} title={contact.name}>
    {contact.name}
  </Link>
);

/** The signed-in person's next tasks, overdue ones first. */
export function MyTasks({ data }: { data: Dashboard }) {
  const { mine } = data.tasks;
  const now = useNow();
  return (
    <Card>
      <CardHeader
        title="My tasks"
        description="Overdue first"
        actions={
          <Link to="/activities/my-day" className={MORE}>
            My day
          </Link>
        }
      />
      <CardBody>
        {mine.length === 0 ? (
          <Nothing>Nothing due.</Nothing>
        ) : (
          <ul>
            {mine.map((task) => (
              <Row
                key={task.id}
                icon={<Kind type={task.type} />}
                main={
                  <Link to={`/activities/${task.id}`} className={LINK} title={task.subject}>
                    {task.subject}
                  </Link>
                }
                sub={task.contact ? contactLink(task.contact) : (task.opportunity?.name ?? WORDS[task.type])}
                end={
                  <span className={cx(isOverdue(task, now) && 'font-medium text-danger-ink')}>
                    {dueWords(task, now)}
                  </span>
                }
              />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

/** "12 days", "4 months", "2 years". */
function timeSince(instant: string): string {
  const days = daysSince(instant, new Date());
  if (days < 60) return counted(days, 'day');
  return days < 730 ? counted(Math.floor(days / 30.44), 'month') : counted(Math.floor(days / 365.25), 'year');
}

interface DealsProps {
  title: string;
  description: string;
  items: readonly OpportunityRow[];
  behind: Behind;
  none: string;
  today: string;
  /** The line below the amount. */
  end: 'close' | 'stuck';
}

function Deals({ title, description, items, behind, none, today, end }: DealsProps) {
  return (
    <Card>
      <CardHeader
        title={title}
        description={description}
        actions={
          items.length > 0 && (
            <Link {...behind} className={MORE}>
              All
            </Link>
          )
        }
      />
      <CardBody>
        {items.length === 0 ? (
          <Nothing>{none}</Nothing>
        ) : (
          <ul>
            {items.map((opportunity) => (
              <Row
                key={opportunity.id}
                main={
                  <Link to={`/opportunities/${opportunity.id}`} className={LINK} title={opportunity.name}>
                    {opportunity.name}
                  </Link>
                }
                sub={
                  <>
                    {opportunity.stage.name} · {opportunity.probability}%
                    {opportunity.contact && <> · {contactLink(opportunity.contact)}</>}
                  </>
                }
                end={
                  <>
                    <span className="tabular block text-sm text-ink">{money(opportunity)}</span>
                    {end === 'close' && opportunity.expectedClose && (
                      <DayText
                        value={opportunity.expectedClose}
                        className={cx(opportunity.expectedClose < today && 'font-medium text-danger-ink')}
                      />
                    )}
                    {end === 'stuck' && <>{timeSince(opportunity.stageEnteredAt)} in this stage</>}
                  </>
                }
              />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

/** Opportunities about to close, or that should have. */
export function ClosingSoon({ data }: { data: Dashboard }) {
  return (
    <Deals
      title="Closing soon"
      description="Expected within 30 days, or overdue"
      items={data.closing}
      behind={closingUntil(data.today)}
      none="No opportunities are expected to close in the next 30 days."
      today={data.today}
      end="close"
    />
  );
}

/** Opportunities in which nothing moves. */
export function Stuck({ data }: { data: Dashboard }) {
  return (
    <Deals
      title="Stuck deals"
      description="Over the time limit of their stage, yours first"
      items={data.stuck.items}
      behind={BEHIND.stuck}
      none="No stuck deals."
      today={data.today}
      end="stuck"
    />
  );
}

/** Recent events in the workspace. */
export function RecentList() {
  const { data, error, refetch } = useQuery(read(dashboard.recent, { query: { limit: RECENT } }));
  return (
    <Card>
      <CardHeader
        title="Recent activities"
        actions={
          <Link {...BEHIND.done} className={MORE}>
            All
          </Link>
        }
      />
      <CardBody>
        {error && (
          <ErrorState
            message={messageFor(error, 'The activities could not be loaded.')}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && (
          <ul aria-hidden="true">
            {Array.from({ length: RECENT }, (_, row) => (
              <Row
                key={row}
                main={<Skeleton className="my-1 h-4 w-3/5" />}
                sub={<Skeleton className="my-1.5 h-3 w-2/5" />}
                end={null}
              />
            ))}
          </ul>
        )}
        {data?.items.length === 0 && <Nothing>No completed activities yet.</Nothing>}
        {data && data.items.length > 0 && (
          <ul>
            {data.items.map((activity) => (
              <Row
                key={activity.id}
                icon={<Kind type={activity.type} />}
                main={
                  <Link to={`/activities/${activity.id}`} className={LINK} title={activity.subject}>
                    {activity.subject}
                  </Link>
                }
                sub={
                  <>
                    {activity.through ? (
                      <>
                        By <AgentName agent={activity.through} />
                      </>
                    ) : (
                      (activity.by?.name ?? WORDS[activity.type])
                    )}
                    {activity.contact && <> · {contactLink(activity.contact)}</>}
                  </>
                }
                end={<RelativeTime value={activity.at} />}
              />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
