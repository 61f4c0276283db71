import { useQuery } from '@tanstack/react-query';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Plus from 'lucide-react/icons/plus';
import UserPlus from 'lucide-react/icons/user-plus';
import { useDeferredValue, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { read } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { missingApp } from '../../../../web/router/apps.ts';
import { Link } from '../../../../web/router/link.tsx';
import { SlotParts } from '../../../../web/slot-parts.tsx';
import { useAfterPaint } from '../../../../web/ui/after-paint.ts';
import { EmptyState, ErrorState } from '../../../../web/ui/states.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { Menu, MenuItem } from '../../../../web/ui/dropdown-menu.tsx';
import {
  dashboard,
  type Dashboard,
  MAX_REPORT_WIDGETS,
  STANDARD_LAYOUT,
  type WidgetId,
  type WidgetName,
  WIDGETS,
} from '../../contract/dashboard.ts';
import { savedReports } from '../../contract/reports.ts';
import { reportOf, reportWidget } from '../../engine/dashboard/report-widget.ts';
import { DASHBOARD_TOP } from '../slots.ts';
import { WidgetGrid } from './arrange-mode.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { prepareNeeds, useNeedsSettled } from './needs-attention.tsx';
import { useLayout } from './use-layout.ts';
import { pageOf, WIDGET_WORDS } from './widgets.tsx';
import type { PageModule } from '../../../../web/router/page.ts';

export const prepare: PageModule['prepare'] = (client) => {
  void client.prefetchQuery(read(dashboard.get));
  prepareNeeds(client);
};

const dayHere = (now: Date) => new Intl.DateTimeFormat(undefined, { dateStyle: 'full' }).format(now);
/** The day of the workspace's zone, which the figures are of. */
const dayOf = (day: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** The page that the day begins on: what needs me, how the pipeline stands, what happened lately. */
export default function DashboardPage() {
  const user = useSessionUser();
  const answer = useQuery(read(dashboard.get));
  const { error, refetch } = answer;
  // The first picture has its final heights: nothing moves when a short card turns out to be long.
  const settled = useNeedsSettled();
  // By a deferred value all the cards are drawn in short stretches, between which a press is answered.
  const data = useDeferredValue(settled ? answer.data : undefined);
  const [now] = useState(() => new Date());
  const [arranging, setArranging] = useState(false);
  // The buttons answer the press; the handles, which move every card, come with the next picture.
  const handles = useAfterPaint(arranging);
  const { layout, save, reset } = useLayout(data?.layout);
  const isOff = ({ id }: { id: WidgetId }) => missingApp(user, pageOf(id)) !== undefined;
  const widgets = layout?.widgets.filter((one) => !isOff(one)) ?? [];
  // Kept reports can stand among them; their names are asked for once there is one, or when one may be added.
  const kept =
    useQuery({ ...read(savedReports.list), enabled: arranging || widgets.some(({ id }) => reportOf(id)) }).data
      ?.items ?? [];
  const nameOf = (id: WidgetId) =>
    reportOf(id)
      ? (kept.find((one) => one.id === reportOf(id))?.name ?? 'Saved report')
      : WIDGET_WORDS[id as WidgetName];
  const isShown = (id: WidgetId) => layout?.widgets.some((one) => one.id === id) ?? false;
  const canHoldMore = widgets.filter(({ id }) => reportOf(id)).length < MAX_REPORT_WIDGETS;
  const absent: WidgetId[] = [...WIDGETS, ...(canHoldMore ? kept.map(({ id }) => reportWidget(id)) : [])].filter(
    (id) => !isShown(id) && !isOff({ id }),
  );
  // Widgets of disabled apps keep their place for when the app returns.
  const arrange = (shown: Dashboard['layout']['widgets']) => save([...shown, ...(layout?.widgets.filter(isOff) ?? [])]);
  return (
    <div className="page-frame max-w-7xl">
      <header className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 tabIndex={-1} className="page-title">
            Dashboard
          </h1>
          <p className="text-sm text-muted">
            {greeting(data ? hourIn(now, data.timeZone) : now.getHours())}
            {user ? `, ${user.name.split(' ')[0]}` : ''} · {data ? dayOf(data.today) : dayHere(now)}
          </p>
        </div>
        {data && !isEmpty(data) && (
          <Tools
            widgets={widgets}
            absent={absent}
            nameOf={nameOf}
            arranging={arranging}
            onArrange={setArranging}
            onChange={arrange}
            onReset={reset}
          />
        )}
      </header>
      {user && <SlotParts of={DASHBOARD_TOP} props={{ user }} />}
      {error && (
        <ErrorState message={messageFor(error, 'The dashboard could not be loaded.')} onRetry={() => void refetch()} />
      )}
      {!data && !error && <DashboardSkeleton />}
      {data &&
        (isEmpty(data) ? (
          <FirstUse />
        ) : (
          <WidgetGrid data={data} widgets={widgets} nameOf={nameOf} onChange={handles ? arrange : undefined} />
        ))}
    </div>
  );
}

interface ToolsProps {
  widgets: Dashboard['layout']['widgets'];
  absent: readonly WidgetId[];
  nameOf: (id: WidgetId) => string;
  arranging: boolean;
  onArrange: (arranging: boolean) => void;
  onChange: (widgets: Dashboard['layout']['widgets']) => void;
  onReset: () => void;
}

/** Arranging begins and ends here; what is not shown can be added. */
function Tools({ widgets, absent, nameOf, arranging, onArrange, onChange, onReset }: ToolsProps) {
  if (!arranging)
    return (
      <Button variant="ghost" icon={<LayoutDashboard />} onClick={() => onArrange(true)}>
        Arrange
      </Button>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {absent.length > 0 && (
        <Menu trigger={<Button icon={<Plus />}>Add</Button>} label="Add widget">
          {absent.map((id) => (
            <MenuItem
              key={id}
              onSelect={() =>
                onChange([...widgets, { id, wide: STANDARD_LAYOUT.find((one) => one.id === id)?.wide ?? false }])
              }
            >
              {nameOf(id)}
            </MenuItem>
          ))}
        </Menu>
      )}
      <Button onClick={onReset}>Reset</Button>
      <Button variant="primary" onClick={() => onArrange(false)}>
        Done
      </Button>
    </div>
  );
}

function FirstUse() {
  return (
    <EmptyState
      icon={<UserPlus />}
      title="Start with your contacts"
      action={
        <Link to="/contacts/import" className={buttonClass({ variant: 'primary' })}>
          Import contacts
        </Link>
      }
    >
      Import them from a spreadsheet or another CRM. Your tasks, deals, and figures appear here as you work.
    </EmptyState>
  );
}

const isEmpty = (data: Dashboard) => data.contacts.total.count === 0 && data.open.count === 0 && data.leads.open === 0;

/** The hour where the workspace counts its days, as the date below the greeting does. */
function hourIn(now: Date, timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now));
}

function greeting(hour: number): string {
  // No one is greeted with "good night".
  if (hour < 5) return 'Good evening';
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}
