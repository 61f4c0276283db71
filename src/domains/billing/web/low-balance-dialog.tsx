import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { call, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { credits, type CreditSummary, NewCreditGrant } from '../contract.ts';

const ThresholdForm = z.object({ lowBelow: z.union([z.literal(''), NewCreditGrant.shape.amount]) });
type ThresholdForm = z.infer<typeof ThresholdForm>;

/** Sets the balance below which managers are notified. */
export function LowBalanceDialog({ summary, onClose }: { summary: CreditSummary; onClose: () => void }) {
  const client = useQueryClient();
  const form = useContractForm(ThresholdForm, {
    defaultValues: { lowBelow: summary.lowBelow === null ? '' : String(Number(summary.lowBelow)) },
    failure: 'The threshold could not be saved.',
    onSubmit: async ({ lowBelow }) => {
      await call(credits.lowBalance, { body: { version: summary.version, lowBelow: lowBelow || null } });
      toast({ type: 'success', title: 'Low-balance notification saved' });
      await client.invalidateQueries({ queryKey: readKey(credits.summary) });
      onClose();
    },
  });
  return (
    <EntryDialog form={form} title="Low-balance notification" submit="Save threshold" onClose={onClose}>
      <FormField<ThresholdForm>
        name="lowBelow"
        label="Notify managers below"
        hint="Credits. Leave blank to never notify."
        inputMode="decimal"
        autoFocus
      />
    </EntryDialog>
  );
}
