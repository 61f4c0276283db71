import * as z from 'zod';
import { monthStart } from '../../../../kernel/days.ts';
import { Day } from '../../../../kernel/endpoint.ts';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { type ChannelCost, channelCosts, daysProblem } from '../../contract/channel-costs.ts';
import { parseAmount } from '../../engine/opportunities/typed-amount.ts';
import { CurrencySelect } from '../opportunities/currency-select.tsx';
import { useSources } from './use-sources.ts';

const Entry = z
  .object({
    source: z.string().trim().min(1, 'Choose a source.'),
    amount: z.string().refine((typed) => Number(parseAmount(typed) ?? 0) > 0, 'Enter an amount such as 1,250.00.'),
    currency: z.string(),
    from: Day,
    to: Day,
    note: z.string().max(200, 'Enter up to 200 characters.'),
  })
  .superRefine((cost, context) => {
    const problem = daysProblem(cost);
    if (problem) context.addIssue({ code: 'custom', path: ['to'], message: problem });
  });
type Entry = z.infer<typeof Entry>;

interface CostDialogProps {
  /** Absent: a new one. */
  cost: ChannelCost | undefined;
  /** That a new one is offered in. */
  currency: string;
  /** The day of the workspace, until which a new one is offered. */
  today: string;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}

/** One cost of a channel: which, when, how much. */
export function CostDialog({ cost, currency, today, onSaved, onClose }: CostDialogProps) {
  const sources = useSources();
  const form = useContractForm(Entry, {
    defaultValues: cost
      ? {
          source: cost.source,
          amount: cost.amount,
          currency: cost.currency,
          from: cost.from,
          to: cost.to,
          note: cost.note,
        }
      : { source: '', amount: '', currency, from: monthStart(today), to: today, note: '' },
    failure: 'The cost could not be saved.',
    onSubmit: async ({ amount, ...entered }) => {
      const body = { ...entered, amount: parseAmount(amount)! };
      await (cost
        ? call(channelCosts.update, { params: { id: cost.id }, body: { ...body, version: cost.version } })
        : call(channelCosts.create, { body }));
      await onSaved();
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={cost ? 'Edit cost' : 'Add cost'}
      description="For example, a monthly advertising invoice or the cost of a trade show."
      submit={cost ? 'Save' : 'Add cost'}
    >
      <ControlledField<Entry> name="source" label="Source" required>
        {({ value, onChange }, control) => (
          <Combobox
            {...control}
            label="Source"
            source={sources}
            placeholder="The same name as on leads and deals"
            allowNew={(text) => `Source “${text}”`}
            value={value ? { value: value as string, label: value as string } : null}
            onChange={(option) => onChange(option?.label ?? '')}
          />
        )}
      </ControlledField>
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-2">
        <ControlledField<Entry> name="amount" label="Amount" required>
          {({ value, onChange, onBlur }, control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              placeholder="1,250.00"
              value={value as string}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            />
          )}
        </ControlledField>
        <ControlledField<Entry> name="currency" label="Currency">
          {({ value, onChange }, control) => (
            <CurrencySelect {...control} value={value as string} onChange={onChange} />
          )}
        </ControlledField>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<Entry> name="from" label="From" type="date" required />
        <FormField<Entry> name="to" label="To" type="date" required />
      </div>
      <FormField<Entry> name="note" label="Note" placeholder="Invoice, campaign" autoComplete="off" />
    </EntryDialog>
  );
}
