import { useId } from 'react';
import { call } from '../../../../web/api/request.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import {
  countryOptions,
  currencyOptions,
  guessCountry,
  guessCurrency,
  guessTimeZone,
  timeZoneOptions,
} from '../../../identity/web/index.ts';
import { NewClient, policy as calls } from '../../contract/onboarding.ts';

interface AddClientDialogProps {
  /** Called before it closes, with the client's workspace. */
  onAdded?: (client: { id: string; name: string }) => void;
  onClose: () => void;
}

/** An administrator makes a workspace for a client; its owner is invited and goes through the registration wizard. */
export default function AddClientDialog({ onAdded, onClose }: AddClientDialogProps) {
  const formId = useId();
  const form = useContractForm(NewClient, {
    defaultValues: {
      businessName: '',
      email: '',
      country: guessCountry(),
      timeZone: guessTimeZone(),
      currency: guessCurrency(),
    },
    judge: 'onSubmit',
    failure: 'The client could not be added.',
    onSubmit: async (body) => {
      const { workspaceId: id } = await call(calls.addClient, { body });
      toast({
        type: 'success',
        title: 'Client added',
        description: `${body.email} was invited as the owner of ${body.businessName}.`,
      });
      onAdded?.({ id, name: body.businessName });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Add client"
      description="The owner can change all of this in the wizard."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.saving}>
            Add and invite
          </Button>
        </>
      }
    >
      <Form form={form} id={formId}>
        <div className="grid gap-4">
          <FormField name="businessName" label="Business name" required autoFocus autoComplete="off" />
          <FormField name="email" label="Owner email" type="email" inputMode="email" required autoComplete="off" />
          <FormField name="country" label="Country" options={countryOptions()} />
          <FormField name="timeZone" label="Time zone" options={timeZoneOptions()} />
          <FormField name="currency" label="Currency" options={currencyOptions()} />
        </div>
      </Form>
    </Dialog>
  );
}
