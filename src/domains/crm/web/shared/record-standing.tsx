import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { useHasPage } from '../../../../web/router/apps.ts';
import { Link } from '../../../../web/router/link.tsx';
import { useOwners } from '../../../../records/web/choices.ts';
import { activities } from '../../contract/activities.ts';
import { opportunities } from '../../contract/opportunities.ts';
import { moneyList } from '../dashboard/money.ts';
import { sumByCurrency } from './sum-by-currency.ts';

type Of = { contactId: string } | { companyId: string };

/** The top of a record's page: owner, next step, and open deals with their amounts. */
export function RecordStanding({ of, ownerId }: { of: Of; ownerId: string | null }) {
  const { nameOf } = useOwners();
  const owner = nameOf(ownerId);
  return (
    <dl className="mt-2 flex min-h-10 flex-wrap gap-x-8 gap-y-2 text-sm" aria-label="Standing">
      <Fact label="Owner">{owner || <span className="text-muted">No owner</span>}</Fact>
      {useHasPage('/activities') && <NextStep of={of} />}
      {useHasPage('/opportunities') && <OpenDeals of={of} />}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="truncate">{children}</dd>
    </div>
  );
}

const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

function NextStep({ of }: { of: Of }) {
  const { data } = useQuery(read(activities.list, { query: { ...of, status: 'open', sort: 'dueAt', limit: 1 } }));
  const [next] = data?.items ?? [];
  const when = next?.day
    ? day.format(new Date(`${next.day}T00:00:00Z`))
    : next?.dueAt && moment.format(new Date(next.dueAt));
  return (
    <Fact label="Next step">
      {next ? (
        <Link to={`/activities/${next.id}`} className="hover:underline">
          {next.subject}
          {when && <span className="tabular text-muted"> · {when}</span>}
        </Link>
      ) : (
        <span className="text-muted">{data ? 'None planned' : '…'}</span>
      )}
    </Fact>
  );
}

/** More deals than are summed here are rare, and said so. */
const SUMMED = 50;

function OpenDeals({ of }: { of: Of }) {
  const { data } = useQuery(read(opportunities.list, { query: { ...of, limit: SUMMED } }));
  const open = data?.items.filter(({ state }) => state === 'open') ?? [];
  const [first] = open;
  const count = `${open.length}${data?.next ? '+' : ''}`;
  return (
    <Fact label="Open deals">
      {first ? (
        <span className="tabular">
          <span className="font-medium">{moneyList(sumByCurrency(open))}</span>
          <span className="text-muted"> · </span>
          {open.length === 1 ? (
            <Link to={`/opportunities/${first.id}`} className="hover:underline">
              {first.name}
            </Link>
          ) : (
            <span className="text-muted">{count} deals</span>
          )}
        </span>
      ) : (
        <span className="text-muted">{data ? 'None' : '…'}</span>
      )}
    </Fact>
  );
}
