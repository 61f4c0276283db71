import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { read } from '../../../../../web/api/request.ts';
import { Banner } from '../../../../../web/ui/banner.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { counted } from '../../../../../web/ui/format.ts';
import { transfers } from '../../../contract/recurring.ts';
import { FINANCE } from '../../../paths.ts';
import { useFinance } from '../../frame/use-finance.ts';

const TransferDialog = lazy(() => import('./transfer-dialog.tsx'));

/** Pairs that look like transfers wait for someone to say so. */
export function TransferNotice() {
  const { ledger } = useFinance();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    ...read(transfers.suggestions, { query: { ledgerId: ledger.id } }),
    meta: { follows: [FINANCE.transactions] },
    staleTime: 30_000,
  });
  const count = data?.items.length ?? 0;
  if (count === 0 && !open) return null;
  return (
    <div className="border-t border-line px-4 py-2">
      {count > 0 && (
        <Banner
          action={
            <Button size="sm" onClick={() => setOpen(true)}>
              Review
            </Button>
          }
        >
          {counted(count, 'pair')} of transactions may be transfers between your accounts. Until you confirm them, they
          count as income and spending.
        </Banner>
      )}
      {open && (
        <Suspense fallback={null}>
          <TransferDialog items={data?.items ?? []} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
