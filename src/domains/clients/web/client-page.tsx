import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { read } from '../../../web/api/request.ts';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { PLANS } from '../../workspaces/contract.ts';
import { type Client, clients } from '../contract.ts';
import { ClientFrame } from './client-frame.tsx';
import { countText, Health } from './labels.tsx';

/** One client, at /clients/{id}: how it fares and why. */
export default function ClientPage() {
  return <ClientFrame part="">{(client) => <Overview client={client} />}</ClientFrame>;
}

function Overview({ client }: { client: Client }) {
  const facts: [string, string][] = [
    ['People', client.members.toLocaleString()],
    ['Contacts', countText(client.contacts)],
    ['Open deals', countText(client.openOpportunities)],
    ['Overdue by more than 7 days', countText(client.overdue)],
    ['Plan', PLANS.find((plan) => plan.id === client.plan)?.name ?? 'None'],
    ['Time zone', client.timeZone],
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
      <Card>
        <CardHeader title="Health" actions={<Health value={client.health} />} />
        <CardBody>
          {client.signs.length === 0 ? (
            <p className="text-sm text-muted">Not available for archived clients.</p>
          ) : (
            <ul className="grid gap-2 text-sm">
              {client.signs.map((sign) => (
                <li key={sign.text} className="flex items-start gap-2">
                  {sign.points === sign.of ? (
                    <Check size={16} className="mt-0.5 shrink-0 text-success-ink" aria-label="Good" />
                  ) : (
                    <Minus size={16} className="mt-0.5 shrink-0 text-warning-ink" aria-label="Needs attention" />
                  )}
                  <span className="min-w-0 flex-1">{sign.text}</span>
                  <span className="tabular text-muted">
                    {sign.points} of {sign.of}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </CardBody>
      </Card>
      <Card>
        <CardHeader title="At a glance" />
        <CardBody>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt className="text-xs text-muted">{label}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ))}
            <div>
              <dt className="text-xs text-muted">Last used</dt>
              <dd>{client.lastSeenAt ? <RelativeTime value={client.lastSeenAt} /> : 'Never'}</dd>
            </div>
            <div>
              <dt className="text-xs text-muted">Client since</dt>
              <dd>
                <RelativeTime value={client.createdAt} />
              </dd>
            </div>
          </dl>
        </CardBody>
      </Card>
      {client.state !== 'archived' && <Visits id={client.id} />}
    </div>
  );
}

function Visits({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(read(clients.visits, { params: { id } }));
  return (
    <Card className="lg:col-span-2">
      <CardHeader title="Administrator visits" description="The client's owner sees the same list." />
      <CardBody>
        {error && !data ? (
          <Failure error={error} what="Visits" onRetry={() => void refetch()} />
        ) : data?.items.length === 0 ? (
          <p className="text-sm text-muted">No visits yet</p>
        ) : (
          <ul className="divide-y divide-line">
            {data?.items.map((visit) => (
              <li key={visit.id} data-testid="row" className="flex flex-wrap gap-x-3 py-2 text-sm">
                <span className="font-medium">{visit.admin}</span>
                <span className="min-w-0 flex-1 basis-48">{visit.reason}</span>
                <span className="text-muted">
                  {visit.open ? 'In progress' : <RelativeTime value={visit.startedAt} />}
                </span>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
