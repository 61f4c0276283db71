import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { call, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { credits, type CreditSummary, NewCreditLimit } from '../contract.ts';

const LimitForm = z.object({
  who: z.enum(['all', 'each']),
  period: NewCreditLimit.shape.period,
  feature: z.string(),
  amount: NewCreditLimit.shape.amount,
});
type LimitForm = z.infer<typeof LimitForm>;

/** Limits what the workspace, or each of its people, spends. */
export function LimitDialog({ features, onClose }: { features: CreditSummary['features']; onClose: () => void }) {
  const client = useQueryClient();
  const form = useContractForm(LimitForm, {
    defaultValues: { who: 'all', period: 'month', feature: '', amount: '' },
    failure: 'The limit could not be added.',
    onSubmit: async ({ feature, ...values }) => {
      await call(credits.createLimit, { body: { ...values, feature: feature || null } });
      toast({ type: 'success', title: 'Limit added' });
      await client.invalidateQueries({ queryKey: readKey(credits.summary) });
      onClose();
    },
  });
  return (
    <EntryDialog form={form} title="Add limit" submit="Add limit" onClose={onClose}>
      <FormField<LimitForm>
        name="who"
        label="Applies to"
        options={[
          { value: 'all', label: 'The whole workspace' },
          { value: 'each', label: 'Each person' },
        ]}
      />
      <FormField<LimitForm>
        name="feature"
        label="Feature"
        options={[{ value: '', label: 'All features' }, ...features.map(({ id, label }) => ({ value: id, label }))]}
      />
      <FormField<LimitForm>
        name="period"
        label="Period"
        options={[
          { value: 'month', label: 'Per month' },
          { value: 'day', label: 'Per day' },
        ]}
      />
      <FormField<LimitForm> name="amount" label="Credits" required inputMode="decimal" autoFocus />
    </EntryDialog>
  );
}
