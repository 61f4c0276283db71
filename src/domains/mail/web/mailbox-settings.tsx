import { useState } from 'react';
import * as z from 'zod';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Field } from '../../../web/ui/field.tsx';
import { MultiCombobox } from '../../../web/ui/multi-combobox.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { useOwners } from '../../../records/web/choices.ts';
import { type MailAccount, mailAccounts } from '../contract.ts';
import { useMailRefresh } from './use-mail-acts.ts';

const SettingsForm = z.object({
  name: z.string().trim().min(1, 'Name is required.').max(100),
  senderName: z.string().trim().max(200),
  signature: z.string().max(5_000),
  password: z.string().max(1_000),
});

/** Name, sender, signature, password, and members of a mailbox. */
export default function MailboxSettings({ account, onDone }: { account: MailAccount; onDone: () => void }) {
  const refresh = useMailRefresh();
  const owners = useOwners();
  const [members, setMembers] = useState<Option[]>(account.members.map(({ id, name }) => ({ value: id, label: name })));
  const form = useContractForm(SettingsForm, {
    defaultValues: { name: account.name, senderName: account.senderName, signature: account.signature, password: '' },
    failure: 'The mailbox was not changed.',
    onSubmit: async ({ password, ...entry }) => {
      await call(mailAccounts.update, {
        params: { id: account.id },
        body: {
          version: account.version,
          ...entry,
          ...(password && { password }),
          ...(account.isShared && { memberIds: members.map(({ value }) => value) }),
        },
      });
      toast({ type: 'success', title: 'Mailbox saved' });
      await refresh();
      onDone();
    },
  });
  return (
    <EntryDialog form={form} title="Edit mailbox" description={account.address} submit="Save mailbox" onClose={onDone}>
      <FormField name="name" label="Name" required />
      <FormField name="senderName" label="Your name" optional />
      <FormField name="signature" label="Signature" rows={4} optional />
      {account.hasPassword && (
        <FormField
          name="password"
          label="New password"
          type="password"
          optional
          hint="Stored: ••••••••. Enter a new one only if it changed."
          autoComplete="off"
        />
      )}
      {account.signIn && (
        <FormField
          name="password"
          label="Password in place of the sign-in"
          type="password"
          optional
          hint={`This mailbox is opened by signing in${account.signIn.name && ` with ${account.signIn.name}`}. An app password replaces that.`}
          autoComplete="off"
        />
      )}
      {account.isShared && (
        <Field label="Members" optional>
          {(control) => (
            <MultiCombobox
              {...control}
              label="Members"
              source={async (query) =>
                owners.options.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
              }
              value={members}
              onChange={setMembers}
              placeholder="Search teammates"
            />
          )}
        </Field>
      )}
    </EntryDialog>
  );
}
