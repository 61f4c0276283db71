import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { useContactSearch } from '../../../records/web/choices.ts';
import { NewThread, texts } from '../contract.ts';
import { TEXTING } from '../paths.ts';
import { TextSize } from './text-size.tsx';

const TextForm = z.object({ address: z.string().trim().max(40), text: NewThread.shape.text });
type TextForm = z.infer<typeof TextForm>;

/** Sends a text to a contact or a number, and opens the conversation. */
export function NewTextDialog({ onClose, onSent }: { onClose: () => void; onSent: (threadId: string) => void }) {
  const client = useQueryClient();
  const searchContacts = useContactSearch();
  const [contact, setContact] = useState<Option | null>(null);
  const form = useContractForm(TextForm, {
    defaultValues: { address: '', text: '' },
    failure: 'The text was not sent.',
    onSubmit: async ({ address, text }) => {
      const to = address ? { address } : contact ? { contactId: contact.value } : {};
      const thread = await call(texts.start, { body: { ...to, text } });
      await client.invalidateQueries({ queryKey: [TEXTING.threads] });
      onSent(thread.id);
    },
  });
  const text = useWatch({ control: form.methods.control, name: 'text' });
  return (
    <EntryDialog form={form} title="New text" submit="Send text" onClose={onClose}>
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
      <FormField<TextForm>
        name="address"
        label="Phone number"
        optional
        hint="With its country code, such as +1 415 555 0100. Leave it blank to use the contact’s first number."
        inputMode="tel"
      />
      <FormField<TextForm> name="text" label="Text" rows={4} required />
      <TextSize text={text} />
    </EntryDialog>
  );
}
