import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { credits, type CreditSummary, formatCredits } from '../contract.ts';
import { Balance } from './balance.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { Grants } from './grants.tsx';
import { Limits } from './limits.tsx';
import { Statement } from './statement.tsx';
import { UsageTables } from './usage-tables.tsx';

/** `/purchase-credits`: what is left, what used it, and who may spend how much. */
export default function CreditsPage() {
  const summary = useQuery(read(credits.summary));
  const [giving, setGiving] = useState(false);
  return (
    <div className="page-frame">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h1 className="page-title">Credits</h1>
        {summary.data?.mayGrant && (
          <Button variant="primary" icon={<Plus />} onClick={() => setGiving(true)}>
            Add credits
          </Button>
        )}
      </header>
      {summary.error && !summary.data && (
        <Failure error={summary.error} what="Credits" onRetry={() => void summary.refetch()} />
      )}
      {summary.isPending && (
        <div role="status" aria-label="Credits: loading" className="grid gap-4">
          <Skeleton className="h-64 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {summary.data && <Parts summary={summary.data} />}
      {giving && <GrantDialog onClose={() => setGiving(false)} />}
    </div>
  );
}

function Parts({ summary }: { summary: CreditSummary }) {
  return (
    <div data-testid="record" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Balance summary={summary} />
      <UsageTables summary={summary} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <Grants summary={summary} />
        <Limits summary={summary} />
      </div>
      <Prices features={summary.features} />
      <Statement />
    </div>
  );
}

function Prices({ features }: { features: CreditSummary['features'] }) {
  if (features.length === 0) return null;
  return (
    <p className="text-xs text-muted">
      1 credit is worth $0.01.{' '}
      {features.map(({ label, unit, price }) => `${label}: ${formatCredits(price)} per ${unit}`).join(' · ')}
    </p>
  );
}
