import Landmark from 'lucide-react/icons/landmark';
import { Link } from '../../../../web/router/link.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import type { TransactionMatch } from '../../contract/expenses.ts';

interface MatchListProps {
  /** The matched transaction. */
  transactionId: string | null;
  items: readonly TransactionMatch[] | undefined;
  onMatch: (transactionId: string | null) => void;
}

/** The bank transaction that it is, or those that it may be, each with the reasons. */
export function MatchList({ transactionId, items, onMatch }: MatchListProps) {
  const matched = items?.find((one) => one.transaction.id === transactionId);
  return (
    <section aria-label="Bank transaction" className="grid gap-2">
      <h3 className="text-sm font-medium">Bank transaction</h3>
      {transactionId ? (
        <div className="flex flex-wrap items-center gap-2 rounded-lg border border-line px-3 py-2 text-sm">
          <Landmark size={16} className="text-muted" aria-hidden="true" />
          <span className="min-w-0 flex-1">
            {matched ? (
              <>
                <Link
                  to="/personal-finance"
                  search={{ tab: 'transactions', ledger: matched.transaction.ledgerId, open: transactionId }}
                  className="text-accent-ink underline underline-offset-2"
                >
                  {matched.transaction.payee || 'Transaction'}
                </Link>{' '}
                of <DayText value={matched.transaction.day} />, {matched.transaction.account}
              </>
            ) : (
              'Matched to a transaction.'
            )}
          </span>
          <Button size="sm" onClick={() => onMatch(null)}>
            Unmatch
          </Button>
        </div>
      ) : items === undefined ? (
        <Skeleton className="h-12 w-full" />
      ) : items.length === 0 ? (
        <p className="text-sm text-muted">No matching transaction in your ledgers (same amount, within 7 days).</p>
      ) : (
        <ul className="grid gap-1.5">
          {items.map(({ transaction: one, reasons }) => (
            <li key={one.id} className="flex items-center gap-2 rounded-lg border border-line px-3 py-2 text-sm">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{one.payee || 'No payee'}</span>
                <span className="block truncate text-xs text-muted">
                  <DayText value={one.day} />, {one.account}: {reasons.join(', ')}
                </span>
              </span>
              <span className="tabular">{money(one.amount, one.currency)}</span>
              <Button size="sm" onClick={() => onMatch(one.id)}>
                Match
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
