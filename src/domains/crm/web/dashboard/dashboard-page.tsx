import { useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { read } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { Link } from '../../../../web/router/link.tsx';
import { EmptyState, ErrorState } from '../../../../web/ui/states.tsx';
import { buttonClass } from '../../../../web/ui/button.tsx';
import { dashboard, type Dashboard } from '../../contract/dashboard.ts';
import { ContactGrowth } from './contact-growth.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { Figures } from './figures.tsx';
import { ClosingSoon, MyTasks, RecentList } from './lists.tsx';
import { PipelineCard } from './pipeline-card.tsx';

/** The page that the day begins on: what needs me, how the pipeline stands, what happened lately. */
export default function DashboardPage() {
  const user = useSessionUser();
  const { data, error, refetch } = useQuery(read(dashboard.get));
  const [now] = useState(() => new Date());
  return (
    <div className="mx-auto max-w-6xl p-4 sm:p-6">
      <header className="mb-5">
        <h1 tabIndex={-1} className="text-xl font-semibold">{greeting(now.getHours())}{user ? `, ${user.name.split(' ')[0]}` : ''}</h1>
        <p className="text-sm text-muted">{new Intl.DateTimeFormat(undefined, { dateStyle: 'full' }).format(now)}</p>
      </header>
      {error && <ErrorState message={messageFor(error, 'The dashboard could not be loaded.')} onRetry={() => void refetch()} />}
      {!data && !error && <DashboardSkeleton />}
      {data && (isEmpty(data) ? <FirstUse /> : <Widgets data={data} />)}
    </div>
  );
}

function Widgets({ data }: { data: Dashboard }) {
  return (
    <div className="grid gap-4">
      <Figures data={data} />
      <div className="grid gap-4 lg:grid-cols-2">
        <MyTasks data={data} />
        <ClosingSoon data={data} />
      </div>
      {data.pipelines.map((pipeline) => <PipelineCard key={pipeline.id} pipeline={pipeline} />)}
      <div className="grid gap-4 lg:grid-cols-2">
        <ContactGrowth byMonth={data.contacts.byMonth} />
        <RecentList />
      </div>
    </div>
  );
}

function FirstUse() {
  return (
    <EmptyState
      icon={<UserPlus />}
      title="Begin with your contacts"
      action={<Link to="/contacts/import" className={buttonClass({ variant: 'primary' })}>Import a contact list</Link>}
    >
      Bring them from a spreadsheet or another CRM. Tasks, deals and figures gather here as you work.
    </EmptyState>
  );
}

const isEmpty = (data: Dashboard) => data.contacts.total.count === 0 && data.open.count === 0 && data.leads.open === 0;

function greeting(hour: number): string {
  if (hour < 5) return 'Good night';
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}
