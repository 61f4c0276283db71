import { useId } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { call, readKey } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { Form } from '../../../../web/form/form.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { settings } from '../../contract/settings.ts';
import { PasswordField } from '../password-field.tsx';
import { toastFailure } from './toast-failure.ts';

const Proof = z.strictObject({ password: z.string().min(1, 'Enter your password.').max(200) });

/** Switches two-factor sign-in off: the password shows that it is the person and not somebody at an open screen. */
export function DisableTwoFactorDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const client = useQueryClient();
  const user = useSessionUser();
  const form = useContractForm(Proof, {
    defaultValues: { password: '' },
    failure: 'Two-factor sign-in could not be switched off.',
    onSubmit: async (body) => {
      try {
        await call(settings.disableTwoFactor, { body });
      } catch (error) {
        toastFailure('Disable failed', 'Failed to disable two-factor authentication');
        throw error;
      }
      await client.invalidateQueries({ queryKey: readKey(settings.twoFactorStatus) });
      toast({ type: 'success', title: 'Two-factor disabled', description: 'Signing in needs only your password now.' });
      onClose();
    },
  });
  return (
    <Dialog
      open onOpenChange={onClose} title="Switch two-factor sign-in off?" size="sm"
      description="Signing in then needs only your password. Your recovery codes stop working."
      footer={<><Button onClick={onClose}>Cancel</Button><Button type="submit" form={formId} variant="danger" loading={form.saving}>Switch off</Button></>}
    >
      <Form form={form} id={formId}>
        <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField label="Your password" autoComplete="current-password" />
      </Form>
    </Dialog>
  );
}
