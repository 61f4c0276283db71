/** Widgets of the dashboard. */
import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type Dashboard, type WidgetId, type WidgetName } from '../../contract/dashboard.ts';
import { reportOf } from '../../engine/dashboard/report-widget.ts';
import { Figures } from './figures.tsx';
import { Goals } from './goals.tsx';
import { BEHIND } from './links.ts';
import { ClosingSoon, MyTasks, RecentList, Stuck } from './lists.tsx';
import { MonthBars } from './month-bars.tsx';
import { Needs } from './needs-attention.tsx';
import { PipelineCard } from './pipeline-card.tsx';
import { StatusCard } from './status-card.tsx';

/** Brings the charts along, which a dashboard without reports does not need. */
const ReportWidget = lazy(() => import('./report-widget.tsx'));

export const WIDGET_WORDS: Record<WidgetName, string> = {
  figures: 'Key figures',
  needs: 'Needs attention',
  tasks: 'My tasks',
  closing: 'Closing soon',
  stuck: 'Stuck deals',
  goals: 'Goals this month',
  pipelines: 'Pipelines',
  won: 'Deals won',
  done: 'Activities done',
  growth: 'New contacts',
  recent: 'Recent activities',
  status: 'System status',
};

/** Pages whose app a widget belongs to; the others belong to none. */
const WIDGET_PAGES: Partial<Record<WidgetName, `/${string}`>> = {
  tasks: '/activities',
  done: '/activities',
  recent: '/activities',
  closing: '/opportunities',
  stuck: '/opportunities',
  goals: '/opportunities',
  pipelines: '/opportunities',
  won: '/opportunities',
  growth: '/contacts',
};

/** The page whose app a widget belongs to. */
export const pageOf = (id: WidgetId): `/${string}` =>
  reportOf(id) ? '/analytics' : (WIDGET_PAGES[id as WidgetName] ?? '/dashboard');

export function renderWidget(id: WidgetId, data: Dashboard): ReactNode {
  const report = reportOf(id);
  return report ? (
    <Suspense fallback={<Skeleton className="h-80 w-full" />}>
      <ReportWidget id={report} />
    </Suspense>
  ) : (
    renderOwn(id as WidgetName, data)
  );
}

function renderOwn(id: WidgetName, data: Dashboard): ReactNode {
  switch (id) {
    case 'figures':
      return <Figures data={data} />;
    case 'needs':
      return <Needs data={data} />;
    case 'tasks':
      return <MyTasks data={data} />;
    case 'closing':
      return <ClosingSoon data={data} />;
    case 'stuck':
      return <Stuck data={data} />;
    case 'goals':
      return <Goals today={data.today} />;
    case 'pipelines':
      return (
        <div className="grid gap-4">
          {data.pipelines.map((pipeline) => (
            <PipelineCard key={pipeline.id} pipeline={pipeline} />
          ))}
        </div>
      );
    case 'won':
      return (
        <MonthBars
          title="Deals won"
          description="By month, last 12 months"
          values={data.trends.won}
          behind={BEHIND.wonEver}
        />
      );
    case 'done':
      return (
        <MonthBars
          title="Activities done"
          description="By month, last 12 months"
          values={data.trends.done}
          behind={BEHIND.done}
        />
      );
    case 'growth':
      return (
        <MonthBars
          title="New contacts"
          description="By month, last 12 months"
          values={data.contacts.byMonth}
          behind={BEHIND.newContacts}
        />
      );
    case 'recent':
      return <RecentList />;
    case 'status':
      return <StatusCard />;
  }
}
