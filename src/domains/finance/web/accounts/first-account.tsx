import Landmark from 'lucide-react/icons/landmark';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { useFinance } from '../frame/use-finance.ts';

const AccountDialog = lazy(() => import('./account-dialog.tsx'));

/** What stands where a ledger has no account yet: the one next step. */
export function FirstAccount() {
  const { canEdit } = useFinance();
  const [creating, setCreating] = useState(false);
  return (
    <>
      <EmptyState
        icon={<Landmark />}
        title="Add the first account"
        action={
          canEdit && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              New account
            </Button>
          )
        }
      >
        {canEdit
          ? 'Then enter its transactions, or bring them with a file from your bank.'
          : 'Whoever may change this ledger can add one.'}
      </EmptyState>
      {creating && (
        <Suspense fallback={null}>
          <AccountDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}
