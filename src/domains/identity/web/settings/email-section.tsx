import { useId, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { messageFor } from '../../../../web/api/error.ts';
import { call, readKey } from '../../../../web/api/request.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { EmailChange, type Profile, settings } from '../../contract/settings.ts';
import { PasswordField } from '../password-field.tsx';

type ProfileData = z.infer<typeof Profile>;

/** The address that one signs in with: whether it is proven, and how to change it. */
export function EmailSection({ profile }: { profile: ProfileData }) {
  const client = useQueryClient();
  const [changing, setChanging] = useState(false);
  const put = (saved: ProfileData) => client.setQueryData(readKey(settings.profile), saved);
  const cancel = async () => {
    try {
      put(await call(settings.cancelEmailChange));
      toast({ type: 'success', title: 'Address kept', description: `You still sign in with ${profile.email}.` });
    } catch (error) {
      toast({ type: 'error', title: 'The change could not be canceled', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <div className="grid gap-2">
      <Field label="Email" hint="You sign in with this address.">
        {(control) => <Input {...control} type="email" value={profile.email} readOnly autoComplete="email" />}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={profile.emailConfirmed ? 'success' : 'warning'}>
          {profile.emailConfirmed ? 'Confirmed' : 'Not confirmed yet'}
        </Badge>
        <Button size="sm" onClick={() => setChanging(true)}>
          Change address
        </Button>
      </div>
      {profile.pendingEmail && (
        <Banner
          action={
            <Button size="sm" onClick={() => void cancel()}>
              Keep {profile.email}
            </Button>
          }
        >
          A link is on its way to <strong className="break-all">{profile.pendingEmail}</strong>. Once you open it, you
          sign in with that address.
        </Banner>
      )}
      {changing && <ChangeEmailDialog profile={profile} onSaved={put} onClose={() => setChanging(false)} />}
    </div>
  );
}

function ChangeEmailDialog({
  profile,
  onSaved,
  onClose,
}: {
  profile: ProfileData;
  onSaved: (profile: ProfileData) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const form = useContractForm(EmailChange, {
    defaultValues: { email: '', password: '' },
    judge: 'onSubmit',
    failure: 'The address could not be changed.',
    onSubmit: async (body) => {
      onSaved(await call(settings.changeEmail, { body }));
      toast({ type: 'info', title: 'Check your new inbox', description: `We sent a link to ${body.email}.` });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Change your address"
      description={`We email a link to the new address. Nothing changes until you open it. We also notify ${profile.email}.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.saving}>
            Send link
          </Button>
        </>
      }
    >
      <Form form={form} id={formId}>
        <div className="grid gap-4">
          <FormField
            name="email"
            label="New email address"
            type="email"
            required
            autoComplete="email"
            inputMode="email"
            autoFocus
          />
          <input type="text" name="username" autoComplete="username" value={profile.email} readOnly hidden />
          <PasswordField label="Your password" autoComplete="current-password" />
        </div>
      </Form>
    </Dialog>
  );
}
