import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../../web/api/error.ts';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { useRecordTitle } from '../../../web/router/titles.tsx';
import { usePathParam } from '../../../web/router/use-page.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Breadcrumb } from '../../../web/ui/breadcrumb.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { DayText } from '../../../web/ui/time.tsx';
import { type Client, clients } from '../contract.ts';
import { StateBadge } from './labels.tsx';

const PARTS = [
  ['', 'Overview'],
  ['/users', 'People'],
  ['/apps', 'Apps'],
  ['/crm', 'CRM'],
  ['/settings', 'Settings'],
] as const;

interface ClientFrameProps {
  /** Which part of the client is shown: the end of its address. */
  part: (typeof PARTS)[number][0];
  children: (client: Client) => ReactNode;
}

/** Header and tabs of all pages of a client. */
export function ClientFrame({ part, children }: ClientFrameProps) {
  const id = usePathParam('id');
  const { data: client, error, refetch } = useQuery(read(clients.get, { params: { id } }));
  const absent = error instanceof ApiError && (error.status === 404 || error.code === 'validation');
  return (
    <div data-testid="record" className="page-frame max-w-5xl">
      {absent ? (
        <EmptyState
          title={<h1>Client not found</h1>}
          action={
            <Link to="/clients" className="text-accent-ink underline">
              All clients
            </Link>
          }
        >
          It may belong to another installation, or the URL is incomplete.
        </EmptyState>
      ) : client ? (
        <Frame key={id} client={client} part={part}>
          {children(client)}
        </Frame>
      ) : error ? (
        <Failure error={error} what="Client" onRetry={() => void refetch()} />
      ) : (
        <FrameSkeleton />
      )}
    </div>
  );
}

function Frame({ client, part, children }: { client: Client; part: string; children: ReactNode }) {
  useRecordTitle(client.name);
  return (
    <>
      <div className="flex min-h-control items-center" data-noprint>
        <Breadcrumb
          items={[
            <Link key="list" to="/clients" className="hover:text-ink hover:underline">
              Clients
            </Link>,
            client.name,
          ]}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={client.name} size="lg" />
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="page-title break-words">{client.name}</h1>
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <StateBadge state={client.state} deleteAt={client.deleteAt} />
            {client.owner ? `Owner: ${client.owner.name}` : 'No owner yet'}
          </p>
        </div>
      </div>
      {client.deleteAt ? (
        <Banner tone="danger" className="mt-3">
          All data of this client will be permanently deleted on <DayText value={client.deleteAt.slice(0, 10)} />. Until
          then, you can restore it under Settings.
        </Banner>
      ) : (
        client.state === 'archived' && (
          <Banner tone="warning" className="mt-3">
            This client is archived, and no one can sign in. Restore it under Settings.
          </Banner>
        )
      )}
      <nav aria-label="Client sections" className="mt-4 flex gap-4 strip border-b border-line" data-noprint>
        {PARTS.map(([path, label]) => (
          <Link
            key={path}
            to={`/clients/${client.id}${path}`}
            aria-current={path === part ? 'page' : undefined}
            className={cx(
              '-mb-px flex h-9 shrink-0 items-center border-b-2 text-sm font-medium pointer-coarse:h-11',
              path === part ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="pt-5">{children}</div>
    </>
  );
}

function FrameSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading">
      <div className="flex min-h-control items-center">
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="mt-3 flex items-center gap-4">
        <Skeleton className="size-12 rounded-full" />
        <div className="grid gap-2">
          <Skeleton className="h-5 w-52" />
          <Skeleton className="h-4 w-64" />
        </div>
      </div>
      <Skeleton className="mt-6 h-40 w-full" />
    </div>
  );
}
