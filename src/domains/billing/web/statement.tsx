import Download from 'lucide-react/icons/download';
import { usePages } from '../../../web/api/pages.ts';
import { buttonClass } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type CreditEntry, credits, formatCredits } from '../contract.ts';

const KINDS: Record<CreditEntry['kind'], string> = {
  grant: 'Credits added',
  settle: 'Used',
  expire: 'Expired',
  revoke: 'Revoked',
};

/** Everything that changed the balance, the latest first. */
export function Statement() {
  const list = usePages(credits.entries, { query: { limit: 50 } });
  return (
    <Card aria-label="Statement">
      <CardHeader
        title="Statement"
        actions={
          <a className={buttonClass({ size: 'sm' })} href={credits.export.path} download>
            <Download size={14} aria-hidden="true" />
            Export CSV
          </a>
        }
      />
      <CardBody className="pt-0">
        {list.error && list.items.length === 0 && (
          <Failure error={list.error} what="The statement" onRetry={list.retry} />
        )}
        {list.loading && <Skeleton className="h-40 w-full" />}
        {!list.loading && !list.error && list.items.length === 0 && (
          <p className="text-sm text-muted">No entries yet.</p>
        )}
        <ul className="divide-y divide-line">
          {list.items.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
        <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      </CardBody>
    </Card>
  );
}

function Entry({ entry: { kind, amount, balance, featureLabel, person, note, createdAt } }: { entry: CreditEntry }) {
  const isAdded = !amount.startsWith('-');
  return (
    <li data-testid="row" className="flex items-start gap-3 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="break-words">
          {kind === 'settle' ? (featureLabel ?? KINDS.settle) : KINDS[kind]}
          {note && <span className="text-muted"> · {note}</span>}
        </p>
        <p className="text-xs text-muted">
          {person && `${person.name} · `}
          <RelativeTime value={createdAt} />
        </p>
      </div>
      <span className="text-right tabular-nums">
        <span className={isAdded ? 'text-success-ink' : undefined}>
          {isAdded ? '+' : '−'}
          {formatCredits(amount.replace('-', ''))}
        </span>
        <span className="block text-xs text-muted">{formatCredits(balance)} left</span>
      </span>
    </li>
  );
}
