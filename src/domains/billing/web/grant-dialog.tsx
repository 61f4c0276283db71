import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { call, read } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { credits, formatCredits, NewCreditGrant } from '../contract.ts';
import { CREDITS } from '../paths.ts';

const GrantForm = z.object({
  workspaceId: z.string(),
  amount: NewCreditGrant.shape.amount,
  reason: NewCreditGrant.shape.reason,
  /** A day, or blank. */
  expires: z.string(),
});
type GrantForm = z.infer<typeof GrantForm>;

/** Gives credits to a workspace. */
export function GrantDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const workspaces = useQuery(read(credits.workspaces));
  const form = useContractForm(GrantForm, {
    defaultValues: { workspaceId: '', amount: '', reason: '', expires: '' },
    failure: 'The credits could not be added.',
    onSubmit: async ({ workspaceId, amount, reason, expires }) => {
      await call(credits.grant, {
        body: {
          ...(workspaceId && { workspaceId }),
          amount,
          reason,
          expiresAt: expires ? new Date(`${expires}T23:59:59`).toISOString() : null,
        },
      });
      toast({ type: 'success', title: `${formatCredits(amount)} credits added` });
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(CREDITS.summary),
      });
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      title="Add credits"
      description="Credits are added without a payment. The workspace sees the reason."
      submit="Add credits"
      onClose={onClose}
    >
      <FormField<GrantForm>
        name="workspaceId"
        label="Workspace"
        options={[
          { value: '', label: 'This workspace' },
          ...(workspaces.data?.items ?? []).map(({ id, name, available }) => ({
            value: id,
            label: available === null ? name : `${name} (${formatCredits(available)} left)`,
          })),
        ]}
      />
      <FormField<GrantForm> name="amount" label="Credits" required inputMode="decimal" autoFocus />
      <FormField<GrantForm> name="reason" label="Reason" required hint="Example: “Onboarding package”." />
      <FormField<GrantForm>
        name="expires"
        label="Expires"
        type="date"
        hint="Leave blank for credits that never expire."
      />
    </EntryDialog>
  );
}
