import { call } from '../../../../web/api/request.ts';
import { settings } from '../../contract/settings.ts';
import { PasswordDialog } from '../password-dialog.tsx';
import { useWaitingProof } from './confirm-password.ts';

/** Asks for the password where a call beside it wants it once more; see `withProof`. */
export function ProofHost() {
  const answer = useWaitingProof();
  return (
    answer && (
      <PasswordDialog
        title="Confirm your password"
        description="You signed in a while ago. Enter your password again to continue."
        action="Continue"
        tone="primary"
        failure="The password could not be checked."
        onClose={() => answer(false)}
        onPassword={async (password) => {
          await call(settings.prove, { body: { password } });
          answer(true);
        }}
      />
    )
  );
}
