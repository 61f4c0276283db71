import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { read } from '../../../../web/api/request.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardHeader } from '../../../../web/ui/card.tsx';
import { money } from '../../../../web/ui/format.ts';
import { liabilities, type ToldLiability } from '../../contract/liabilities.ts';
import { FINANCE } from '../../paths.ts';
import { useFinance } from '../frame/use-finance.ts';
import { FOLLOWS } from './use-liabilities.ts';
import { KIND_LABELS } from './labels.ts';

const LiabilityDialog = lazy(() => import('./liability-dialog.tsx'));

const MISSING: Readonly<Record<ToldLiability['missing'][number], string>> = {
  rate: 'the interest rate',
  amount: 'the amount borrowed',
  start: 'the loan date',
  payments: 'the number of payments',
  minimum: 'the minimum payment',
};

/** Cards and loans without terms: those that a connected bank tells can be taken over, after a look. */
export function ToldDebts() {
  const { ledger, canEdit } = useFinance();
  const { data } = useQuery({
    ...read(liabilities.told, { query: { ledgerId: ledger.id } }),
    meta: { follows: [...FOLLOWS, FINANCE.bank, FINANCE.plaid] },
  });
  const [taking, setTaking] = useState<ToldLiability>();
  if (!canEdit || !data || data.items.length === 0) return null;
  return (
    <Card aria-label="Debts without terms">
      <CardHeader
        title="Missing terms"
        description="These debts have a balance but no terms. Enter the terms to include them in payment schedules and the payoff plan."
      />
      <ul className="divide-y divide-line border-t border-line">
        {data.items.map((told) => (
          <li
            key={told.accountId}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm"
            data-testid="row"
          >
            <span className="min-w-0 flex-1 basis-52">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {told.name}
                <Badge>{KIND_LABELS[told.kind]}</Badge>
                {!told.isReal && <Badge>Sample data</Badge>}
              </span>
              <span className="block text-xs text-muted">{wordsOf(told)}</span>
            </span>
            {told.owed !== null && (
              <span className="tabular shrink-0 font-semibold">{money(told.owed, told.currency)}</span>
            )}
            <Button
              size="sm"
              aria-label={`${told.fromBank ? 'Use bank' : 'Enter'} terms for ${told.name}`}
              onClick={() => setTaking(told)}
            >
              {told.fromBank ? 'Use bank terms…' : 'Enter terms…'}
            </Button>
          </li>
        ))}
      </ul>
      {taking && (
        <Suspense fallback={null}>
          <LiabilityDialog told={taking} onClose={() => setTaking(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}

/** "4.2 %, Sandbox bank. The bank does not tell the number of payments." */
function wordsOf({ ratePercent, lender, missing, fromBank }: ToldLiability): string {
  if (!fromBank) return lender;
  const known = [ratePercent && `${ratePercent}%`, lender].filter(Boolean).join(', ');
  return missing.length === 0
    ? known
    : `${known}${known && '. '}The bank did not provide ${missing.map((one) => MISSING[one]).join(', ')}.`;
}
