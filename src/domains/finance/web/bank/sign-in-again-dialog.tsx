import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { bank, type BankConnection } from '../../contract/bank.ts';
import { SignIn } from './sign-in.tsx';

/** Leads to the bank once more, for a connection that it wants a new sign-in for: nothing has to be connected again. */
export default function SignInAgainDialog({
  connection: { id, institutionName },
  onClose,
}: {
  connection: BankConnection;
  onClose: () => void;
}) {
  // Asked for once: the page that it leads to belongs to this dialog.
  const {
    data: link,
    error,
    refetch,
  } = useQuery({
    queryKey: ['bank-sign-in', id],
    queryFn: () => call(bank.startSignIn, { params: { id } }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const finish = useCallback(
    async (isAsked: boolean) => {
      setBusy(true);
      try {
        await call(bank.finishSignIn, { params: { id } });
        toast({
          type: 'success',
          title: `Signed in to ${institutionName}`,
          description: 'New transactions will appear in a moment.',
        });
        onClose();
      } catch (failure) {
        // No error if the person returns to this tab before finishing.
        if (isAsked || !(failure instanceof ApiError && failure.status === 409))
          setProblem(messageFor(failure, 'The bank could not be reached.'));
      }
      setBusy(false);
    },
    [id, institutionName, onClose],
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Sign in to ${institutionName} again`}
      description="Banks ask for this from time to time. Your accounts and transactions are not affected."
    >
      {problem && (
        <Banner tone="danger" className="mb-3">
          {problem}
        </Banner>
      )}
      {error && <Failure error={error} what="Sign-in" onRetry={() => void refetch()} />}
      {!link && !error && <Skeleton className="h-32 w-full" />}
      {link?.kind === 'plaid' && <SignIn link={link} busy={busy} onFinish={(isAsked) => void finish(isAsked)} />}
    </Dialog>
  );
}
