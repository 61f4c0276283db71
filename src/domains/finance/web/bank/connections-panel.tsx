import Landmark from 'lucide-react/icons/landmark';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Unplug from 'lucide-react/icons/unplug';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardHeader } from '../../../../web/ui/card.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { bank, type BankConnection } from '../../contract/bank.ts';
import { FINANCE } from '../../paths.ts';
import { useFinance } from '../frame/use-finance.ts';
import type { FinanceLive } from '../live/use-finance-live.ts';

const ConnectDialog = lazy(() => import('./connect-dialog.tsx'));
const HeldDialog = lazy(() => import('./held-dialog.tsx'));
const SignInAgainDialog = lazy(() => import('./sign-in-again-dialog.tsx'));

/** The ledger's connections to banks: how they are, when they were last synced, a new one, an end. */
export function ConnectionsPanel({ live }: { live: FinanceLive }) {
  const { ledger, canEdit } = useFinance();
  const { data, error, refetch } = useQuery(read(bank.connections, { query: { ledgerId: ledger.id } }));
  const [connecting, setConnecting] = useState(false);
  return (
    <Card aria-label="Connected banks">
      <CardHeader
        title="Connected banks"
        description={
          live.lastSyncedAt ? (
            <>
              Synced <RelativeTime value={live.lastSyncedAt} />
              {live.state === 'http' && ' · live updates are interrupted'}
            </>
          ) : (
            'Balances and transactions sync automatically.'
          )
        }
        actions={
          <>
            {(data?.items.length ?? 0) > 0 && canEdit && (
              <Button size="sm" icon={<RefreshCw />} loading={live.syncing} onClick={() => live.sync('all')}>
                Sync now
              </Button>
            )}
            {canEdit && (
              <Button size="sm" onClick={() => setConnecting(true)}>
                Connect a bank
              </Button>
            )}
          </>
        }
      />
      {error && <Failure error={error} what="Connections" onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="px-4 pb-4">
          <Skeleton className="h-12 w-full" />
        </div>
      )}
      {data?.items.length === 0 && (
        <EmptyState icon={<Landmark />} title="No banks connected" className="py-6">
          {canEdit
            ? 'Connect a bank, or add accounts manually and import bank files.'
            : 'People who can edit this ledger can connect a bank.'}
        </EmptyState>
      )}
      <HeldNotice />
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {data.items.map((item) => (
            <Connection key={item.id} connection={item} canEdit={canEdit} />
          ))}
        </ul>
      )}
      {connecting && (
        <Suspense fallback={null}>
          <ConnectDialog ledgerId={ledger.id} onClose={() => setConnecting(false)} />
        </Suspense>
      )}
    </Card>
  );
}

/** Notice of held-back bank data that needs a decision. */
function HeldNotice() {
  const { ledger } = useFinance();
  const { data } = useQuery({
    ...read(bank.held, { query: { ledgerId: ledger.id, limit: 1 } }),
    meta: { follows: [FINANCE.ledgers] },
  });
  const [isOpen, setOpen] = useState(false);
  const count = data?.count ?? 0;
  return (
    <>
      {count > 0 && (
        <Banner
          tone="warning"
          className="mx-4 mb-3"
          action={
            <Button size="sm" onClick={() => setOpen(true)}>
              Review {count === 1 ? 'it' : 'them'}
            </Button>
          }
        >
          {counted(count, 'transaction')} from closed periods {count === 1 ? 'is' : 'are'} on hold. All others were
          imported.
        </Banner>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <HeldDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Connection({ connection, canEdit }: { connection: BankConnection; canEdit: boolean }) {
  const { id, institutionName, isReal, state, problem, accounts, lastSyncedAt } = connection;
  const [isSigningIn, setSigningIn] = useState(false);
  const end = async () => {
    const isSure = await confirm({
      title: `Disconnect ${institutionName}?`,
      description: 'Syncing stops. Existing accounts and transactions stay. To sync again, reconnect the bank.',
      action: 'Disconnect',
      tone: 'danger',
    });
    if (!isSure) return;
    try {
      await call(bank.disconnect, { params: { id } });
      toast({ type: 'success', title: `${institutionName} disconnected` });
    } catch (error) {
      toast({
        type: 'error',
        title: `Couldn’t disconnect ${institutionName}`,
        description: messageFor(error, 'Try again.'),
      });
    }
  };
  return (
    <li className="flex items-start gap-3 px-4 py-3" data-testid="row">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {institutionName}
          {!isReal && <Badge>Sample data</Badge>}
          {state === 'active' && lastSyncedAt === null && <Badge tone="info">First sync</Badge>}
          {state === 'login_required' && <Badge tone="warning">Sign in again</Badge>}
          {state === 'failed' && <Badge tone="danger">Not synced</Badge>}
        </p>
        <p className="truncate text-sm text-muted">
          {accounts.length > 0
            ? accounts.map(({ name, mask }) => (mask ? `${name} ··${mask}` : name)).join(', ')
            : 'Loading accounts.'}
        </p>
        {problem && <p className="mt-0.5 text-sm text-danger-ink">{problem}</p>}
        {state === 'login_required' && canEdit && (
          <Button size="sm" className="mt-2" onClick={() => setSigningIn(true)}>
            Sign in again
          </Button>
        )}
        {isSigningIn && (
          <Suspense fallback={null}>
            <SignInAgainDialog connection={connection} onClose={() => setSigningIn(false)} />
          </Suspense>
        )}
      </div>
      {canEdit && <IconButton label={`Disconnect ${institutionName}`} icon={<Unplug />} onClick={() => void end()} />}
    </li>
  );
}
