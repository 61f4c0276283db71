import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Share from 'lucide-react/icons/share-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted, money } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { DayText, RelativeTime } from '../../../web/ui/time.tsx';
import { Notes } from '../../../records/web/notes.tsx';
import { ActivitiesOf } from '../../crm/web/index.ts';
import { type DealRoom, dealRooms } from '../contract.ts';
import { PlanTab } from './plan-tab.tsx';
import { type RoomTab, TABS, tabOf } from './search.ts';

const PeopleTab = lazy(() => import('./people-tab.tsx'));
const ProposalTab = lazy(() => import('./proposal-tab.tsx'));
const PaymentsTab = lazy(() => import('./payments-tab.tsx'));
const SplitsTab = lazy(() => import('./splits-tab.tsx'));
const ShareDialog = lazy(() => import('./share-dialog.tsx'));

interface RoomViewProps {
  id: string;
  tab: RoomTab;
  onTab: (tab: RoomTab) => void;
  onClose: () => void;
}

/** One deal room: what is at risk, what to do next, and everything that both sides work on. */
export default function RoomView({ id, tab, onTab, onClose }: RoomViewProps) {
  const { data: room, error, refetch } = useQuery(read(dealRooms.get, { params: { id } }));
  const [sharing, setSharing] = useState(false);
  if (error && !room) return <Failure error={error} what="The deal room" onRetry={() => void refetch()} />;
  if (!room) return <Skeleton className="h-96 w-full" />;
  return (
    <div data-testid="record">
      <RoomHeader room={room} onClose={onClose} onShare={() => setSharing(true)} />
      <Money room={room} />
      <Advice room={room} onTab={onTab} onShare={() => setSharing(true)} />
      <Tabs
        label="Parts of the room"
        value={tab}
        onValueChange={(value) => onTab(TABS.find((one) => one === value) ?? 'plan')}
        items={[
          { value: 'plan', label: 'Action plan', count: room.actions.length, content: <PlanTab room={room} /> },
          {
            value: 'people',
            label: 'Stakeholders',
            count: room.stakeholders.length,
            content: shown(<PeopleTab room={room} />),
          },
          { value: 'proposal', label: 'Proposal', content: shown(<ProposalTab room={room} />) },
          { value: 'payments', label: 'Payments', content: shown(<PaymentsTab room={room} />) },
          { value: 'activity', label: 'Notes and calls', content: <ActivityTab room={room} /> },
          { value: 'commissions', label: 'Commissions', content: shown(<SplitsTab room={room} />) },
        ]}
      />
      {sharing && shown(<ShareDialog room={room} onClose={() => setSharing(false)} />)}
    </div>
  );
}

const shown = (part: React.ReactNode) => <Suspense fallback={<Skeleton className="h-32 w-full" />}>{part}</Suspense>;

function RoomHeader({ room, onClose, onShare }: { room: DealRoom; onClose: () => void; onShare: () => void }) {
  const { name, id, customer, stage, state, expectedClose, ownerName } = room.opportunity;
  return (
    <header className="mb-4 flex flex-wrap items-start gap-2">
      <IconButton label="Back to all deals" icon={<ArrowLeft />} onClick={onClose} />
      <div className="min-w-0 flex-1 basis-64">
        <h1 tabIndex={-1} className="page-title">
          {name}
        </h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge tone={state === 'won' ? 'success' : state === 'lost' ? 'danger' : 'neutral'}>{stage}</Badge>
          {customer && <span>{customer}</span>}
          {ownerName && <span>{ownerName}</span>}
          {expectedClose && (
            <span>
              Closes <DayText value={expectedClose} />
            </span>
          )}
          <Link to={`/opportunities/${id}`} className="underline underline-offset-2">
            Open opportunity
          </Link>
        </p>
      </div>
      <Button variant="primary" icon={<Share />} onClick={onShare}>
        Share room
      </Button>
    </header>
  );
}

function Money({ room }: { room: DealRoom }) {
  const { contracted, collected, visits, lastVisitAt } = room;
  const currency = room.installments[0]?.currency ?? room.opportunity.currency;
  const figures: [string, React.ReactNode][] = [
    ['Amount', money(room.opportunity.amount, room.opportunity.currency)],
    ['Contracted', contracted === null ? 'Not yet' : money(contracted, currency)],
    ['Cash collected', money(collected, currency)],
    [
      'Buyer’s visits',
      lastVisitAt ? (
        <>
          {visits.toLocaleString()} · <RelativeTime value={lastVisitAt} className="text-sm font-normal text-muted" />
        </>
      ) : (
        visits
      ),
    ],
  ];
  return (
    <div className="mb-4 rounded-lg border border-line bg-raised px-4 py-3">
      <dl className="grid grid-cols-4 gap-3 max-sm:grid-cols-2">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="tabular text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {contracted !== null && (
        <ProgressBar
          className="mt-3"
          label="Cash collected of the contracted total"
          value={Number(collected)}
          max={Number(contracted)}
          valueText={`${money(collected, currency)} of ${money(contracted, currency)}`}
        />
      )}
    </div>
  );
}

function Advice({ room, onTab, onShare }: { room: DealRoom; onTab: (tab: RoomTab) => void; onShare: () => void }) {
  const { nextStep, signals, opportunity } = room;
  const act = (place: DealRoom['signals'][number]['place']) => (place === 'share' ? onShare() : onTab(tabOf(place)));
  if (!nextStep && signals.length === 0) return null;
  return (
    <div className="mb-5 grid gap-4 md:grid-cols-2">
      {nextStep && (
        <section aria-labelledby="next-step" className="rounded-lg border border-accent bg-accent-soft px-4 py-3">
          <h2 id="next-step" className="text-xs font-medium text-accent-ink">
            Next step
          </h2>
          <p className="mt-0.5 font-semibold">{nextStep.title}</p>
          <p className="text-sm text-muted">{nextStep.reason}</p>
          <Button className="mt-2" size="sm" icon={<ArrowRight />} onClick={() => act(nextStep.place)}>
            Go to step
          </Button>
        </section>
      )}
      {signals.length > 0 && (
        <section aria-labelledby="risks" className="rounded-lg border border-line px-4 py-3">
          <h2 id="risks" className="text-xs font-medium text-muted">
            {counted(signals.length, 'risk')}
          </h2>
          <ul className="mt-1 grid gap-1.5">
            {signals.map(({ id, level, title, reason, place }) => (
              <li key={id} className="flex items-start gap-2 text-sm">
                <TriangleAlert
                  size={15}
                  aria-hidden="true"
                  className={`mt-0.5 shrink-0 ${level === 'high' ? 'text-danger-ink' : 'text-warning-ink'}`}
                />
                <span className="min-w-0">
                  {place === 'opportunity' ? (
                    <Link to={`/opportunities/${opportunity.id}`} className="font-medium underline underline-offset-2">
                      {title}
                    </Link>
                  ) : (
                    <button
                      type="button"
                      className="text-left font-medium underline underline-offset-2"
                      onClick={() => act(place)}
                    >
                      {title}
                    </button>
                  )}{' '}
                  <span className="text-muted">{reason}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function ActivityTab({ room }: { room: DealRoom }) {
  const { id, name } = room.opportunity;
  return (
    <div className="grid gap-8">
      <ActivitiesOf of={{ opportunityId: id }} links={{ opportunity: { value: id, label: name } }} />
      <Notes of={{ kind: 'opportunity', id }} />
    </div>
  );
}
