import { useQuery, useQueryClient } from '@tanstack/react-query';
import Building from 'lucide-react/icons/building-2';
import CircleCheck from 'lucide-react/icons/circle-check';
import Volume2 from 'lucide-react/icons/volume-2';
import { useEffect, useRef } from 'react';
import { usePages } from '../../../../web/api/pages.ts';
import { read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { playStatusSound, setSoundSettings, useSoundSettings } from '../../../../web/shell/sounds.ts';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { Switch } from '../../../../web/ui/switch.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { clients } from '../../contract.ts';
import { clientStatus, type Incident, type ServiceState, type ServiceStatus } from '../../contract/status.ts';
import { StatusBadge, STATUSES, summaryOf } from './labels.tsx';

/** How often an open page looks, should a word of the server be missed; milliseconds. */
const LOOK_EVERY = 30_000;

/** Stands in the path of a read that waits until it is known whose it is. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const parse = (raw: RawSearch) => ({
  client: typeof raw['client'] === 'string' && /^[0-9a-f-]{36}$/.test(raw['client']) ? raw['client'] : '',
});

/** How the services of a client are, at /client-status-demo. Without a client in the address: the first by name. */
export default function StatusPage() {
  const [search, setSearch] = usePageSearch(parse);
  const cache = useQueryClient();
  const first = useQuery({ ...read(clients.list, { query: { limit: 1 } }), enabled: search.client === '' });
  const id = search.client || first.data?.items[0]?.id;
  const { data: client } = useQuery({
    ...read(clients.get, { params: { id: id ?? NOBODY } }),
    enabled: id !== undefined,
  });
  const findClients = async (text: string) =>
    (await cache.fetchQuery(read(clients.list, { query: { search: text || undefined, limit: 20 } }))).items.map(
      (one) => ({ value: one.id, label: one.name }),
    );
  return (
    <div className="page-frame max-w-4xl">
      <header className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 tabIndex={-1} className="page-title">
            Client status
          </h1>
          <p className="text-sm text-muted">The status of each client’s services, checked every minute.</p>
        </div>
        {id && (
          <Combobox
            className="w-64 max-w-full"
            label="Client"
            source={findClients}
            value={client ? { value: client.id, label: client.name } : null}
            onChange={(option) => option && setSearch({ client: option.value })}
            placeholder="Choose client"
          />
        )}
      </header>
      {first.error && !id && <Failure error={first.error} what="Clients" onRetry={() => void first.refetch()} />}
      {first.data?.items.length === 0 && !id && (
        <EmptyState
          icon={<Building />}
          title="No clients yet"
          action={
            <Link to="/clients" className={buttonClass({ variant: 'primary' })}>
              Add client
            </Link>
          }
        >
          Add a client to see the status of its services.
        </EmptyState>
      )}
      {id ? <Status key={id} id={id} /> : first.isPending && <Skeleton className="h-64 w-full" />}
    </div>
  );
}

/** Plays the sound of each service that has become another since it was seen last. */
function useStatusSounds(services: readonly ServiceState[] | undefined): void {
  const seen = useRef<Map<string, ServiceStatus>>(undefined);
  useEffect(() => {
    if (!services) return;
    for (const { id, status } of services) if (seen.current && seen.current.get(id) !== status) playStatusSound(status);
    seen.current = new Map(services.map(({ id, status }) => [id, status]));
  }, [services]);
}

function Status({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...read(clientStatus.get, { params: { id } }),
    refetchInterval: LOOK_EVERY,
  });
  useStatusSounds(data?.services);
  if (!data)
    return error ? (
      <Failure error={error} what="Status" onRetry={() => void refetch()} />
    ) : (
      <div className="grid gap-2" aria-hidden="true">
        <Skeleton className="h-16 w-full" />
        {[1, 2, 3, 4, 5, 6].map((n) => (
          <Skeleton key={n} className="h-14 w-full" />
        ))}
      </div>
    );
  const summary = summaryOf(data.services);
  const { icon: Icon, ink } = STATUSES[summary.status];
  return (
    <div data-testid="record" className="grid gap-6">
      <section
        aria-label="All services"
        className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-raised px-4 py-4"
        role="status"
      >
        <Icon size={24} aria-hidden="true" className={cx('shrink-0', ink)} />
        <p className="min-w-0 flex-1 basis-56 text-base font-semibold">{summary.text}</p>
        <p className="text-xs text-muted">
          Last checked: <RelativeTime value={data.checkedAt} />
        </p>
      </section>
      <section aria-labelledby="services">
        <h2 id="services" className="mb-2 text-sm font-semibold">
          Services
        </h2>
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {data.services.map((one) => (
            <Service key={one.id} service={one} />
          ))}
        </ul>
      </section>
      <Incidents id={id} />
      <Sounds />
    </div>
  );
}

function Service({ service }: { service: ServiceState }) {
  const { icon: Icon, ink } = STATUSES[service.status];
  return (
    <li data-testid="row" className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
      <Icon size={16} aria-hidden="true" className={cx('shrink-0', ink)} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{service.name}</p>
        <p className="text-xs text-muted">{service.detail}</p>
      </div>
      <span className="text-xs text-muted max-sm:hidden">
        Changed <RelativeTime value={service.since} />
      </span>
      <StatusBadge status={service.status} />
    </li>
  );
}

const lasted = ({ startedAt, endedAt }: Incident): string => {
  const minutes = Math.max(1, Math.round((Date.parse(endedAt!) - Date.parse(startedAt)) / 60_000));
  if (minutes < 90) return `${minutes} min`;
  return minutes < 2_880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`;
};

function Incidents({ id }: { id: string }) {
  const list = usePages(clientStatus.incidents, { params: { id }, query: { limit: 20 } });
  return (
    <section aria-labelledby="incidents">
      <h2 id="incidents" className="mb-2 text-sm font-semibold">
        Incidents
      </h2>
      {list.loading && <Skeleton className="h-16 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Incidents" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <CircleCheck size={14} aria-hidden="true" className="text-faint" />
          No incidents
        </p>
      )}
      {list.items.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {list.items.map((incident) => (
            <li
              key={incident.id}
              data-testid="row"
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm"
            >
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-medium">{incident.service}</p>
                <p className="text-xs text-muted">{incident.detail}</p>
              </div>
              <span className="text-xs text-muted">
                <RelativeTime value={incident.startedAt} />, {incident.endedAt ? `for ${lasted(incident)}` : 'ongoing'}
              </span>
              <StatusBadge status={incident.status} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </section>
  );
}

/** Each status has its sound; it is played when a service becomes it while the page is open. */
function Sounds() {
  const { enabled } = useSoundSettings();
  return (
    <section aria-labelledby="status-sounds">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="status-sounds" className="text-sm font-semibold">
          Sounds
        </h2>
        <Switch label="Play sounds" checked={enabled} onCheckedChange={(on) => setSoundSettings({ enabled: on })} />
      </div>
      <p className="mb-3 text-sm text-muted">
        Plays a sound at half volume when a service changes while this page is open. Test the sound of each status.
      </p>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(STATUSES) as ServiceStatus[]).map((status) => (
          <Button key={status} icon={<Volume2 />} disabled={!enabled} onClick={() => playStatusSound(status)}>
            {STATUSES[status].word}
          </Button>
        ))}
      </div>
    </section>
  );
}
