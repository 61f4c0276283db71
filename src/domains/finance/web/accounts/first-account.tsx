import Landmark from 'lucide-react/icons/landmark';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { useFinance } from '../frame/use-finance.ts';

const AccountDialog = lazy(() => import('./account-dialog.tsx'));

/** Empty state of a ledger without accounts. */
export function FirstAccount() {
  const { canEdit } = useFinance();
  const [creating, setCreating] = useState(false);
  return (
    <>
      <EmptyState
        icon={<Landmark />}
        title="Add your first account"
        action={
          canEdit && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              New account
            </Button>
          )
        }
      >
        {canEdit
          ? 'Then enter transactions or import a file from your bank.'
          : 'People who can edit this ledger can add accounts.'}
      </EmptyState>
      {creating && (
        <Suspense fallback={null}>
          <AccountDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}
