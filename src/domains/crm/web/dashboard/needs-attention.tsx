import BadgeCheck from 'lucide-react/icons/badge-check';
import Bell from 'lucide-react/icons/bell';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CircleCheck from 'lucide-react/icons/circle-check';
import Hourglass from 'lucide-react/icons/hourglass';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { LucideIcon } from 'lucide-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { type SessionUser, userQuery, useSessionUser } from '../../../../web/api/session.ts';
import { missingApp } from '../../../../web/router/apps.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { approvals } from '../../../approvals/contract.ts';
import { notifications } from '../../../notifications/contract.ts';
import type { Dashboard } from '../../contract/dashboard.ts';
import { counted } from '../../../../records/web/format.ts';
import { BEHIND, type Behind } from './links.ts';

const APPROVALS = '/lead-approval';

interface Need {
  icon: LucideIcon;
  count: number;
  text: string;
  behind: Behind;
  /** The action it offers. */
  act: string;
}

const hasApprovals = (user: SessionUser | null | undefined) => !missingApp(user, APPROVALS);

/** Begins the reads whose answers decide how high the card is. */
export function prepareNeeds(client: QueryClient): void {
  if (hasApprovals(client.getQueryData(userQuery.queryKey))) void client.prefetchQuery(read(approvals.count));
  void client.prefetchQuery(read(notifications.summary));
}

function useNeeds() {
  const user = useSessionUser();
  const waiting = useQuery({ ...read(approvals.count), enabled: hasApprovals(user) });
  const news = useQuery(read(notifications.summary));
  return { user, waiting: waiting.data, news: news.data, settled: !waiting.isLoading && !news.isLoading };
}

/** True once the card's content is known or has failed to load, so that the layout below no longer moves. */
export const useNeedsSettled = () => useNeeds().settled;

/** Items waiting for the current user, each linked to the records behind it. */
export function Needs({ data }: { data: Dashboard }) {
  const { user, waiting, news } = useNeeds();
  const { overdue, today } = data.tasks;
  const needs: Need[] = [
    {
      icon: TriangleAlert,
      count: overdue,
      text: `${counted(overdue, 'activity', 'activities')} overdue`,
      behind: BEHIND.overdue,
      act: 'Finish or reschedule',
    },
    {
      icon: CalendarClock,
      count: today,
      text: `${counted(today, 'activity', 'activities')} due today`,
      behind: { to: '/activities/my-day' },
      act: 'Open my day',
    },
    {
      icon: BadgeCheck,
      count: waiting?.incoming ?? 0,
      text: `${counted(waiting?.incoming ?? 0, 'lead')} waiting for approval`,
      behind: { to: APPROVALS, search: { tab: 'incoming' } },
      act: 'Approve leads',
    },
    {
      icon: BadgeCheck,
      count: waiting?.outgoing ?? 0,
      text: `${counted(waiting?.outgoing ?? 0, 'automation')} waiting for approval`,
      behind: { to: APPROVALS, search: { tab: 'outgoing' } },
      act: 'Approve automations',
    },
    {
      icon: Hourglass,
      count: data.stuck.mine,
      text: counted(data.stuck.mine, 'stuck deal'),
      behind: BEHIND.myStuck,
      act: 'Move them on',
    },
    {
      icon: CalendarClock,
      count: data.late,
      text: `${counted(data.late, 'deal')} past the expected close date`,
      behind: BEHIND.late,
      act: 'Set new dates',
    },
  ].filter(({ count, behind }) => count > 0 && !missingApp(user, behind.to));
  const fresh = news?.unseen ?? 0;
  return (
    <Card>
      <CardHeader title="Needs attention" description="Most urgent first" />
      <CardBody>
        {needs.length === 0 && fresh === 0 && (
          <p className="flex items-center gap-2 py-3 text-sm text-muted">
            <CircleCheck size={14} aria-hidden="true" className="text-faint" />
            You’re all caught up.
          </p>
        )}
        <ul>
          {needs.map(({ icon: Icon, text, behind, act }) => (
            <li key={text} className="border-t border-line first:border-t-0">
              <Link {...behind} className="flex items-center gap-2.5 rounded-sm py-2 text-sm hover:underline">
                <Icon size={14} aria-hidden="true" className="shrink-0 text-faint" />
                <span className="min-w-0 flex-1">{text}</span>
                <span className="shrink-0 text-xs text-accent-ink">{act}</span>
              </Link>
            </li>
          ))}
          {fresh > 0 && (
            <li className="flex items-center gap-2.5 border-t border-line py-2 text-sm first:border-t-0">
              <Bell size={14} aria-hidden="true" className="shrink-0 text-faint" />
              {counted(fresh, 'new notification')}, including mentions
            </li>
          )}
        </ul>
      </CardBody>
    </Card>
  );
}
