import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useFieldArray, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { decimal, parseDecimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog as Frame } from '../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { journal } from '../../contract/journal.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useBusinessSearch, useChart, useRefresh } from './use-business.ts';

const Side = z.union([
  z.literal(''),
  z
    .string()
    .trim()
    .regex(/^\d{1,15}(\.\d{1,8})?$/, 'Enter an amount, such as 1250.50.'),
]);
/** People write debits and credits in two columns; the journal keeps one amount with its sign. */
const Form = z.strictObject({
  day: z.iso.date(),
  memo: z.string().trim().min(1, 'Enter a description.').max(300),
  lines: z.array(z.strictObject({ accountId: z.uuid('Choose an account.'), debit: Side, credit: Side })).min(2),
});
type Form = z.infer<typeof Form>;

const BLANK = { accountId: '', debit: '', credit: '' };
const amountOf = (line: { debit: string; credit: string }) =>
  (parseDecimal(line.debit.trim() || '0') ?? ZERO).minus(parseDecimal(line.credit.trim() || '0') ?? ZERO);

/** Posts an entry by hand: the difference is shown until there is none. */
export default function EntryDialog({ onClose }: { onClose: () => void }) {
  const { ledger, today } = useFinance();
  const refresh = useRefresh();
  const [, setSearch] = useBusinessSearch();
  const form = useContractForm(Form, {
    defaultValues: { day: today, memo: '', lines: [{ ...BLANK }, { ...BLANK }] },
    failure: 'The entry was not posted. Try again.',
    judge: 'onSubmit',
    draft: `entry:${ledger.id}`,
    onSubmit: async ({ day, memo, lines }) => {
      const made = await call(journal.create, {
        body: {
          ledgerId: ledger.id,
          day,
          memo,
          lines: lines.map((line) => ({ accountId: line.accountId, amount: amountOf(line).toFixed() })),
        },
      });
      onClose();
      await refresh();
      toast({
        type: 'success',
        title: 'Entry posted',
        action: { label: 'Open', onSelect: () => setSearch({ open: made.id }) },
      });
    },
  });
  return (
    <Frame
      form={form}
      onClose={onClose}
      title="New entry"
      description="Debits must equal credits. Posted entries can be reversed but not edited."
      submit="Post"
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
        <FormField<Form> name="day" label="Date" type="date" required />
        <FormField<Form> name="memo" label="Description" required autoFocus autoComplete="off" />
      </div>
      <Lines />
    </Frame>
  );
}

function Lines() {
  const { options } = useChart();
  const { fields, append, remove } = useFieldArray<Form, 'lines'>({ name: 'lines' });
  return (
    <div className="grid gap-2">
      {fields.map((field, index) => (
        <fieldset key={field.id} className="grid grid-cols-2 gap-2 sm:grid-cols-[1fr_7rem_7rem_auto]">
          <legend className="sr-only">Line {index + 1}</legend>
          <ControlledField<Form>
            name={`lines.${index}.accountId`}
            label="Account"
            hideLabel={index > 0}
            className="max-sm:col-span-2"
          >
            {({ value, onChange }, control) => (
              <Combobox
                {...control}
                label={`Account of line ${index + 1}`}
                source={options}
                placeholder="Account"
                value={options.find((one) => one.value === value) ?? null}
                onChange={(option) => onChange(option?.value ?? '')}
              />
            )}
          </ControlledField>
          <FormField<Form>
            name={`lines.${index}.debit`}
            label="Debit"
            hideLabel={index > 0}
            inputMode="decimal"
            autoComplete="off"
          />
          <FormField<Form>
            name={`lines.${index}.credit`}
            label="Credit"
            hideLabel={index > 0}
            inputMode="decimal"
            autoComplete="off"
          />
          <span className="flex items-end pb-0.5">
            <IconButton
              size="sm"
              label={`Remove line ${index + 1}`}
              icon={<Trash2 />}
              disabled={fields.length <= 2}
              onClick={() => remove(index)}
            />
          </span>
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={<Plus />} onClick={() => append({ ...BLANK })}>
          Add line
        </Button>
        <Difference />
      </div>
    </div>
  );
}

function Difference() {
  const { ledger } = useFinance();
  const lines = useWatch<Form, 'lines'>({ name: 'lines' });
  const difference = sumOf(lines, amountOf);
  const nothing = lines.every((line) => amountOf(line).isZero());
  return (
    <p role="status" className="tabular text-sm">
      {nothing ? (
        <span className="text-muted">Enter debits and credits</span>
      ) : difference.isZero() ? (
        <span className="text-success-ink">Balanced</span>
      ) : (
        <span className="text-danger-ink">
          {difference.gt(0n) ? 'Debits' : 'Credits'} are {money(decimal(difference).abs().toFixed(), ledger.currency)}{' '}
          more
        </span>
      )}
    </p>
  );
}
