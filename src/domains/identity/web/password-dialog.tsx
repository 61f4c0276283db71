import { useId } from 'react';
import * as z from 'zod';
import { useSessionUser } from '../../../web/api/session.ts';
import { Form } from '../../../web/form/form.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { PasswordField } from './password-field.tsx';

const Proof = z.strictObject({ password: z.string().min(1, 'Enter your password.').max(200) });

interface PasswordDialogProps {
  /** The action to confirm, as a question. */
  title: string;
  description: string;
  /** The verb on the button. */
  action: string;
  tone?: 'danger' | 'primary';
  /** Said when the act fails without words of the server's. */
  failure: string;
  /** Acts; what it throws is shown in the form, and the dialog stays. It closes the dialog itself. */
  onPassword: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password before an act: it shows that it is the person and not someone at an open screen. */
export function PasswordDialog({
  title,
  description,
  action,
  tone = 'danger',
  failure,
  onPassword,
  onClose,
}: PasswordDialogProps) {
  const formId = useId();
  const user = useSessionUser();
  const form = useContractForm(Proof, {
    defaultValues: { password: '' },
    judge: 'onSubmit',
    failure,
    onSubmit: ({ password }) => onPassword(password),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant={tone} loading={form.saving}>
            {action}
          </Button>
        </>
      }
    >
      <Form form={form} id={formId}>
        <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField label="Your password" autoComplete="current-password" />
      </Form>
    </Dialog>
  );
}
