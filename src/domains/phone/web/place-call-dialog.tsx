import { useState } from 'react';
import * as z from 'zod';
import { useQueryClient } from '@tanstack/react-query';
import { useContactSearch } from '../../../records/web/choices.ts';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { phone, type PhoneAgent } from '../contract.ts';
import { PHONE } from '../paths.ts';

const CallForm = z.object({ number: z.string().trim().max(40) });
type CallForm = z.infer<typeof CallForm>;

/** Lets an agent call a contact or a number. */
export default function PlaceCallDialog({
  agent,
  onClose,
  onPlaced,
}: {
  agent: PhoneAgent;
  onClose: () => void;
  onPlaced: (id: string) => void;
}) {
  const client = useQueryClient();
  const searchContacts = useContactSearch();
  const [contact, setContact] = useState<Option | null>(null);
  const form = useContractForm(CallForm, {
    defaultValues: { number: '' },
    failure: 'The call was not placed.',
    judge: 'onSubmit',
    onSubmit: async ({ number }) => {
      const plain = number.replace(/[\s()-]/g, '');
      const placed = await call(phone.place, {
        body: { agentId: agent.id, ...(contact && { contactId: contact.value }), ...(plain && { number: plain }) },
      });
      await client.invalidateQueries({ queryKey: [PHONE.calls] });
      onClose();
      onPlaced(placed.id);
    },
  });
  return (
    <EntryDialog
      form={form}
      title="Place call"
      description={`${agent.name} calls and follows its menu. It hangs up when a machine answers.`}
      submit="Place call"
      onClose={onClose}
    >
      <Field label="Contact" optional>
        {(control) => (
          <Combobox
            {...control}
            label="Contact"
            source={searchContacts}
            placeholder="Search contacts"
            value={contact}
            onChange={setContact}
          />
        )}
      </Field>
      <FormField<CallForm>
        name="number"
        label="Number"
        type="tel"
        placeholder="+14155550123"
        hint="Leave it blank to call the contact’s first number."
      />
    </EntryDialog>
  );
}
