import * as z from 'zod';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Day } from '../../../../kernel/endpoint.ts';
import { valuations } from '../../contract/valuations.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useRefresh, useValuationSearch } from './use-valuations.ts';

const Start = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name.').max(120),
  from: Day,
  to: Day,
  growthPercent: z
    .string()
    .trim()
    .regex(/^-?\d{1,2}(\.\d{1,2})?$/, 'Enter a percentage, such as 3.'),
});
type Start = z.infer<typeof Start>;

/** Begins a valuation with what the books propose. */
export default function NewDialog({ onClose }: { onClose: () => void }) {
  const { ledger, today } = useFinance();
  const refresh = useRefresh();
  const [, setSearch] = useValuationSearch();
  const year = Number(today.slice(0, 4)) - 1;
  const form = useContractForm(Start, {
    defaultValues: {
      name: `${ledger.name}, ${today.slice(0, 4)}`,
      from: `${year}-01-01`,
      to: `${year}-12-31`,
      growthPercent: '3',
    },
    failure: 'The valuation could not be created.',
    judge: 'onSubmit',
    onSubmit: async ({ name, ...of }) => {
      const inputs = await call(valuations.propose, { query: { ledgerId: ledger.id, ...of } });
      const made = await call(valuations.create, { body: { ledgerId: ledger.id, name, notes: '', inputs } });
      await refresh();
      onClose();
      setSearch({ valuation: made.id });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="New valuation"
      description="Figures are prefilled from your books. You can edit all of them."
      submit="Create valuation"
    >
      <FormField<Start> name="name" label="Name" autoComplete="off" autoFocus required />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<Start> name="from" label="Year starting" type="date" />
        <FormField<Start> name="to" label="to" type="date" />
      </div>
      <FormField<Start>
        name="growthPercent"
        label="Projected growth, % per year"
        inputMode="decimal"
        autoComplete="off"
        hint="Used for five projected years. You can edit each year."
      />
    </EntryDialog>
  );
}
