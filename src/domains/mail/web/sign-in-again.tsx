import { Button } from '../../../web/ui/button.tsx';
import type { MailAccount } from '../contract.ts';
import { useSignIn, useSignIns } from './use-sign-in.ts';

/**
 * Opens a mailbox again whose provider no longer accepts the sign-in: with the same service, or with another one of the
 * same provider when that is gone.
 */
export function SignInAgain({ account, onOther }: { account: MailAccount; onOther: () => void }) {
  const { signIn, isLeaving } = useSignIn();
  const { items } = useSignIns();
  const connectionId = account.signIn?.connectionId ?? items.find(({ kind }) => kind === account.kind)?.connectionId;
  if (!connectionId)
    return (
      <Button size="sm" onClick={onOther}>
        Fix mailbox
      </Button>
    );
  return (
    <Button
      size="sm"
      variant="primary"
      loading={isLeaving}
      onClick={() => void signIn({ connectionId, accountId: account.id })}
    >
      Sign in again
    </Button>
  );
}
