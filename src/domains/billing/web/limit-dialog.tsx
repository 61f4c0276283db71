import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { useOwners } from '../../../records/web/choices.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { credits, type CreditSummary, NewCreditLimit } from '../contract.ts';

const LimitForm = z
  .object({
    who: NewCreditLimit.shape.who,
    userId: z.string(),
    period: NewCreditLimit.shape.period,
    feature: z.string(),
    amount: NewCreditLimit.shape.amount,
  })
  .refine(({ who, userId }) => who !== 'person' || userId !== '', { path: ['userId'], message: 'Choose a person.' });
type LimitForm = z.infer<typeof LimitForm>;

/** Limits what the workspace, each of its people, or one of them spends. */
export function LimitDialog({ features, onClose }: { features: CreditSummary['features']; onClose: () => void }) {
  const client = useQueryClient();
  const owners = useOwners();
  const form = useContractForm(LimitForm, {
    defaultValues: { who: 'all', userId: '', period: 'month', feature: '', amount: '' },
    failure: 'The limit could not be added.',
    onSubmit: async ({ feature, userId, ...values }) => {
      await call(credits.createLimit, {
        body: { ...values, userId: values.who === 'person' ? userId : null, feature: feature || null },
      });
      toast({ type: 'success', title: 'Limit added' });
      await client.invalidateQueries({ queryKey: readKey(credits.summary) });
      onClose();
    },
  });
  const who = useWatch({ control: form.methods.control, name: 'who' });
  return (
    <EntryDialog form={form} title="Add limit" submit="Add limit" onClose={onClose}>
      <FormField<LimitForm>
        name="who"
        label="Applies to"
        options={[
          { value: 'all', label: 'The whole workspace' },
          { value: 'each', label: 'Each person' },
          { value: 'person', label: 'One person' },
        ]}
      />
      {who === 'person' && (
        <FormField<LimitForm>
          name="userId"
          label="Person"
          required
          placeholder="Choose a person"
          options={owners.options.map(({ value, label }) => ({ value, label }))}
        />
      )}
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
