import { useQueryClient } from '@tanstack/react-query';
import { call, readKey } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { settings } from '../../contract/settings.ts';
import { PasswordDialog } from '../password-dialog.tsx';
import { toastFailure } from './toast-failure.ts';

/** Switches two-factor sign-in off. */
export function DisableTwoFactorDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const disable = async (password: string) => {
    try {
      await call(settings.disableTwoFactor, { body: { password } });
    } catch (error) {
      toastFailure('Disable failed', 'Failed to disable two-factor authentication');
      throw error;
    }
    await client.invalidateQueries({ queryKey: readKey(settings.twoFactorStatus) });
    toast({ type: 'success', title: 'Two-factor disabled', description: 'You now sign in with only your password.' });
    onClose();
  };
  return (
    <PasswordDialog
      title="Turn off two-factor sign-in?"
      description="You will sign in with only your password. Your recovery codes stop working."
      action="Turn off"
      failure="Two-factor sign-in could not be turned off."
      onPassword={disable}
      onClose={onClose}
    />
  );
}
