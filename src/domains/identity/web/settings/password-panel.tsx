import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { call, readKey } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { Form } from '../../../../web/form/form.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { PasswordChange, settings } from '../../contract/settings.ts';
import { PasswordField } from '../password-field.tsx';
import { Panel } from './panel.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import { toastFailure } from './toast-failure.ts';

const EMPTY = { currentPassword: '', newPassword: '' };

/** Changes the password. Every other session ends, so that whoever knew the old one is out. */
export function PasswordPanel() {
  const client = useQueryClient();
  const user = useSessionUser();
  const own = useMemo(() => (user ? [user.name, user.email, user.username] : []), [user]);
  const [choosing, setChoosing] = useState(false);
  const form = useContractForm(PasswordChange, {
    defaultValues: EMPTY,
    failure: 'Your password could not be changed.',
    onSubmit: async (body) => {
      try {
        const { message } = await call(settings.updatePassword, { body });
        form.methods.reset(EMPTY);
        void client.invalidateQueries({ queryKey: readKey(settings.sessions) });
        toast({ type: 'success', title: 'Password updated', description: message });
      } catch (error) {
        toastFailure('Update failed', 'Failed to update password. Make sure your current password is correct.');
        throw error;
      }
    },
  });
  const newPassword = useWatch({ control: form.methods.control, name: 'newPassword' });
  return (
    <Panel title="Password" description="A sentence only you would think of is easy to remember and hard to guess.">
      <Form form={form} className="max-w-md">
        <div className="grid gap-4">
          {/* Tells password managers whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
          <div onFocus={() => setChoosing(true)} className="grid gap-2">
            <PasswordField
              name="newPassword"
              label="New password"
              autoComplete="new-password"
              hint="At least 12 characters."
            />
            <StrengthMeter password={newPassword} own={own} wanted={choosing} />
          </div>
          <div>
            <Button type="submit" variant="primary" loading={form.saving}>
              Change password
            </Button>
            <p className="mt-2 text-xs text-muted">Your other sessions are signed out when you change it.</p>
          </div>
        </div>
      </Form>
    </Panel>
  );
}
