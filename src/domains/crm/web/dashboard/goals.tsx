import { useQuery } from '@tanstack/react-query';
import { messageFor } from '../../../../web/api/error.ts';
import { read } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { ErrorState } from '../../../../web/ui/states.tsx';
import { monthStart } from '../../../../kernel/days.ts';
import { type ForecastCell, forecasting } from '../../contract/forecast.ts';
import { shareOfGoal } from '../opportunities/forecast/measures.ts';
import { money } from './money.ts';

const FORECAST = { to: '/opportunities', search: { as: 'forecast' } };

/** This month against its goals: the workspace's, and the user's own. */
export function Goals({ today }: { today: string }) {
  const user = useSessionUser();
  const { data, error, refetch } = useQuery(
    read(forecasting.forecast, { query: { from: monthStart(today), months: 1 } }),
  );
  const mine = data?.owners.find(({ ownerId }) => ownerId === user?.id)?.months[0];
  const all = data?.total.months[0];
  const goals = [
    { label: 'Everyone', cell: all },
    { label: 'You', cell: mine },
  ].filter(({ cell }) => cell?.goal);
  return (
    <Card>
      <CardHeader
        title="Goals this month"
        description="Won so far, plus weighted open deals"
        actions={
          <Link
            {...FORECAST}
            className="inline-block text-xs leading-6 text-accent-ink underline-offset-2 hover:underline"
          >
            Forecast
          </Link>
        }
      />
      <CardBody>
        {error && (
          <ErrorState message={messageFor(error, 'The goals could not be loaded.')} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton className="h-24 w-full" />}
        {data && goals.length === 0 && (
          <p className="py-3 text-sm text-muted">
            No goals for this month.{' '}
            <Link {...FORECAST} className="text-accent-ink underline underline-offset-2">
              Set a goal
            </Link>
            .
          </p>
        )}
        <div className="grid gap-4">
          {data &&
            goals.map(({ label, cell }) => <Goal key={label} label={label} cell={cell!} currency={data.currency} />)}
        </div>
      </CardBody>
    </Card>
  );
}

/** Shares of the goal for the bar, which ends at 100%. */
const share = (part: string, whole: string) =>
  Number(whole) > 0 ? Math.min(100, (Number(part) / Number(whole)) * 100) : 0;

function Goal({ label, cell, currency }: { label: string; cell: ForecastCell; currency: string }) {
  const goal = cell.goal!;
  const [won, likely] = [share(cell.won, goal), share(cell.weighted, goal)];
  // As in the forecast: the whole percent of the goal, above 100 as well.
  const [wonShare, likelyShare] = [shareOfGoal(cell, 'won') ?? 0, shareOfGoal(cell, 'weighted') ?? 0];
  return (
    <section aria-label={label}>
      <p className="flex items-baseline justify-between gap-2 text-sm">
        <span>{label}</span>
        <span className="tabular">
          <strong className="font-semibold">{money({ amount: cell.won, currency })}</strong>{' '}
          <span className="text-muted">of {money({ amount: goal, currency })}</span>
        </span>
      </p>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" className="mt-1 h-2 w-full rounded-sm" role="presentation">
        <rect width="100" height="6" className="fill-hover" />
        <rect width={likely} height="6" className="fill-accent-soft" />
        <rect width={won} height="6" className="fill-accent" />
      </svg>
      <p className="tabular mt-1 text-xs text-muted">
        {wonShare.toLocaleString()}% won, {likelyShare.toLocaleString()}% with open deals, weighted
      </p>
    </section>
  );
}
